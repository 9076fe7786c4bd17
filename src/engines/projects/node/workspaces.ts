import picomatch from 'picomatch';
import { parse as parseYaml } from 'yaml';
import type { Workspace } from '../../../core/project.ts';
import { asObject } from '../parse-manifest.ts';
import type { ProjectFiles } from '../project-files.ts';
import { type PackageJson, readPackageJson } from './package-json.ts';

const MAX_WORKSPACES = 500;
const MAX_DEPTH = 5;

/** The tool that runs tasks over the packages; without one, the package manager that knows of them. */
export function monorepoToolOf(
  names: readonly string[],
  { dependencies, workspaces }: PackageJson,
): string | undefined {
  const [, tool] =
    TOOLS.find(([file, , dependency]) => names.includes(file) || dependencies.has(dependency)) ?? [];
  return (
    tool ??
    (names.includes('pnpm-workspace.yaml') ? 'pnpm' : workspaces.length > 0 ? 'workspaces' : undefined)
  );
}

const TOOLS = [
  ['nx.json', 'nx', 'nx'],
  ['turbo.json', 'turbo', 'turbo'],
  ['lerna.json', 'lerna', 'lerna'],
  ['rush.json', 'rush', '@microsoft/rush'],
  ['.moon', 'moon', '@moonrepo/cli'],
] as const;

/** The packages of a monorepo, as its globs name them. */
export function workspacesOf(files: ProjectFiles, directory: string, manifest: PackageJson): Workspace[] {
  const globs = [...manifest.workspaces, ...pnpmGlobs(files, directory)].map((glob) =>
    glob.replace(/^(!?)\.?\//, '$1').replace(/\/$/, ''),
  );
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  if (wanted.length === 0) return [];
  const isWanted = picomatch(wanted, {
    ignore: globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  });
  const depth = Math.min(
    MAX_DEPTH,
    Math.max(...wanted.map((glob) => (glob.includes('**') ? MAX_DEPTH : glob.split('/').length))),
  );
  const found: Workspace[] = [];
  for (const path of foldersBelow(files, directory, depth)) {
    if (found.length === MAX_WORKSPACES) break;
    if (!isWanted(path)) continue;
    const own = readPackageJson(files, `${directory}/${path}`);
    if (own) found.push({ name: own.name ?? path, path });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function pnpmGlobs(files: ProjectFiles, directory: string): string[] {
  const text = files.readText(`${directory}/pnpm-workspace.yaml`);
  if (text === undefined) return [];
  const { packages } = asObject(parseYaml(text));
  return Array.isArray(packages) ? packages.filter((glob) => typeof glob === 'string') : [];
}

function* foldersBelow(
  files: ProjectFiles,
  directory: string,
  depth: number,
  prefix = '',
): Generator<string> {
  if (depth === 0) return;
  for (const entry of files.entries(`${directory}/${prefix}`)) {
    if (!entry.isDirectory() || entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    yield path;
    yield* foldersBelow(files, directory, depth - 1, path);
  }
}
