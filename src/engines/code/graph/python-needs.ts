import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { readIfSmall } from '../../files/open/regular-file.ts';

/** What the manifests of Python projects ask for, and what lies in their virtual environments. */
export interface PythonNeeds {
  readonly declared: ReadonlyMap<string, { readonly version: string; readonly isDev: boolean }>;
  readonly installed: ReadonlyMap<string, string>;
}

export function readPythonNeeds(root: string, files: Iterable<string>): PythonNeeds {
  const declared = new Map<string, { version: string; isDev: boolean }>();
  const add = (line: string, isDev: boolean): void => {
    const [, name, version = ''] = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([^;#]*)/.exec(line) ?? [];
    if (name !== undefined) declared.set(plainName(name), { version: version.trim() || '*', isDev });
  };
  for (const file of files) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    if (/^requirements.*\.txt$/.test(name)) {
      const isDev = /dev|test/.test(name);
      for (const line of readText(join(root, file)).split('\n'))
        if (!/^\s*(-|#|$)/.test(line)) add(line, isDev);
    } else if (name === 'pyproject.toml') addProject(readText(join(root, file)), add);
  }
  return { declared, installed: installedIn(root) };
}

type Table = Record<string, unknown>;
const table = (value: unknown): Table =>
  typeof value === 'object' && value !== null ? (value as Table) : {};
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function addProject(text: string, add: (line: string, isDev: boolean) => void): void {
  const manifest = parsed(text);
  const project = table(manifest.project);
  for (const line of strings(project.dependencies)) add(line, false);
  for (const lines of Object.values(table(project['optional-dependencies'])))
    for (const line of strings(lines)) add(line, false);
  for (const lines of Object.values(table(manifest['dependency-groups'])))
    for (const line of strings(lines)) add(line, true);
  const poetry = table(table(manifest.tool).poetry);
  for (const [name, version] of Object.entries(table(poetry.dependencies)))
    if (name !== 'python') add(`${name} ${typeof version === 'string' ? version : ''}`, false);
}

function parsed(text: string): Table {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** `Foo_Bar` is `foo-bar`. */
const plainName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

/** Modules whose package goes by another name. */
const PACKAGES: Readonly<Record<string, string>> = {
  yaml: 'pyyaml',
  PIL: 'pillow',
  cv2: 'opencv-python',
  sklearn: 'scikit-learn',
  bs4: 'beautifulsoup4',
  dateutil: 'python-dateutil',
  dotenv: 'python-dotenv',
};

export function pythonRequirement({ declared, installed }: PythonNeeds, module: string) {
  const name = plainName((Object.hasOwn(PACKAGES, module) ? PACKAGES[module] : undefined) ?? module);
  const found = declared.get(name);
  return { declared: found?.version, installed: installed.get(name), isDev: found?.isDev ?? false };
}

function installedIn(root: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const place of ['.venv', 'venv']) {
    for (const python of namesIn(join(root, place, 'lib')))
      for (const name of namesIn(join(root, place, 'lib', python, 'site-packages'))) {
        const [, module, version] = /^(.+)-([^-]+)\.dist-info$/.exec(name) ?? [];
        if (module !== undefined && version !== undefined) found.set(plainName(module), version);
      }
  }
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const readText = (path: string): string => readIfSmall(path) ?? '';
