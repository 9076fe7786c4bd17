import { dirname, join } from 'node:path';
import { readIfSmall } from '../../files/open/regular-file.ts';
import type { ResolvedImport } from './resolve-import.ts';

/** The modules of a repository: what they are called, where they are, and what they need. */
export interface GoModules {
  readonly modules: readonly GoModule[];
}

interface GoModule {
  readonly name: string;
  readonly folder: string;
  readonly requires: ReadonlyMap<string, { readonly version: string; readonly isIndirect: boolean }>;
}

export function readGoModules(root: string, files: Iterable<string>): GoModules {
  const modules: GoModule[] = [];
  for (const file of files) {
    if (!/(^|\/)go\.mod$/.test(file)) continue;
    const found = readModule(root, file);
    if (found) modules.push(found);
  }
  // The innermost first: its name is the longest.
  return { modules: modules.sort((a, b) => b.name.length - a.name.length) };
}

const REQUIRED = /^\s*(?:require\s+)?([\w.~-]+\.[\w.~/-]+)\s+(v\S+)(\s*\/\/ indirect)?/;
// A longer one names no module, and takes the square of its length.
const LONGEST_LINE = 1000;

function readModule(root: string, file: string): GoModule | undefined {
  const text = readText(join(root, file));
  const name = /^module\s+(\S+)/m.exec(text)?.[1];
  if (name === undefined) return undefined;
  const requires = new Map(
    text
      .split('\n')
      .filter((line) => line.length <= LONGEST_LINE)
      .flatMap((line) => {
        const [, path, version = '', indirect] = REQUIRED.exec(line) ?? [];
        return path === undefined ? [] : [[path, { version, isIndirect: indirect !== undefined }] as const];
      }),
  );
  const folder = dirname(file);
  return { name, folder: folder === '.' ? '' : folder, requires };
}

/** A package of Go is a directory; the first name of a path of others has a dot in it. */
export function resolveGo(path: string, { modules }: GoModules, files: ReadonlySet<string>): ResolvedImport {
  const own = modules.find(({ name }) => path === name || path.startsWith(`${name}/`));
  if (own) {
    const folder = join(own.folder, path.slice(own.name.length)).replace(/^[./]+|\/$/g, '');
    const prefix = folder === '' ? '' : `${folder}/`;
    const isThere = [...files].some((file) => file.startsWith(prefix) && file.endsWith('.go'));
    return isThere ? { kind: 'folder', file: folder } : { kind: 'unresolved', name: path };
  }
  const [first = ''] = path.split('/');
  if (!first.includes('.')) return { kind: 'builtin', name: path };
  const needed = modules.flatMap(({ requires }) => [...requires.keys()]);
  const name = needed
    .filter((module) => path === module || path.startsWith(`${module}/`))
    .sort(longestFirst)[0];
  return { kind: 'package', name: name ?? path };
}

const longestFirst = (a: string, b: string): number => b.length - a.length;

const readText = (path: string): string => readIfSmall(path) ?? '';
