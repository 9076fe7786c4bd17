import { basename } from 'node:path';
import { parseYamlManifest } from '../parse-manifest.ts';
import type { ProjectFiles } from '../project-files.ts';
import { type Workspaces, workspacesIn } from '../workspaces.ts';
import { type PackageJson, readPackageJson } from './package-json.ts';

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

/** The packages of a monorepo, as package.json or pnpm-workspace.yaml name them. */
export function nodeWorkspaces(
  files: ProjectFiles,
  directory: string,
  manifest: PackageJson,
): Promise<Workspaces> {
  const globs = [...manifest.workspaces, ...pnpmGlobs(files, directory)];
  return workspacesIn(files, directory, globs, (path) => {
    const own = readPackageJson(files, path);
    return own && (own.name ?? basename(path));
  });
}

function pnpmGlobs(files: ProjectFiles, directory: string): string[] {
  const path = `${directory}/pnpm-workspace.yaml`;
  const { packages } = parseYamlManifest(files.readText(path) ?? '', path);
  return Array.isArray(packages) ? packages.filter((glob) => typeof glob === 'string') : [];
}
