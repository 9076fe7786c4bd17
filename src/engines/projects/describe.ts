import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { LONGEST_SCRIPT_NAME } from '../../core/process/package-scripts.ts';
import type { Project } from '../../core/project.ts';
import { counted } from '../../core/text/counted.ts';
import { ecosystemsIn } from './detect.ts';
import { pythonManager } from './ecosystems/python.ts';
import { gitFactsOf } from './git-facts.ts';
import { frameworkOf, nodeVersionOf } from './node/framework.ts';
import { type PackageJson, readPackageJson } from './node/package-json.ts';
import { packageManagerOf } from './node/package-manager.ts';
import { monorepoToolOf, nodeWorkspaces } from './node/workspaces.ts';
import { asObject, asText, parseTomlManifest } from './parse-manifest.ts';
import type { ProjectFiles } from './project-files.ts';
import { type Workspaces, workspacesIn } from './workspaces.ts';

/** The same path is the same project, registered or not. */
export const projectId = (path: string): string => `prj_${hash('sha256', path).slice(0, 12)}`;

export type Described = Omit<Project, 'isRegistered'>;

/** Everything the files of a directory say about the project in it. */
export async function describeProject(files: ProjectFiles, path: string): Promise<Described> {
  const names = files.names(path);
  return {
    id: projectId(path),
    path,
    name: basename(path),
    // None in a directory of notes, or in one that holds several projects.
    ecosystems: ecosystemsIn(names).map(({ name }) => name),
    scripts: [],
    workspaces: [],
    ...(await otherFacts(files, path, names)),
    ...(await nodeFacts(files, path, names)),
    ...gitFactsOf(files, path),
  };
}

async function nodeFacts(
  files: ProjectFiles,
  path: string,
  names: readonly string[],
): Promise<Partial<Described>> {
  const manifest = readPackageJson(files, path);
  if (!manifest) return {};
  const facts = {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    framework: frameworkOf(manifest),
    packageManager: packageManagerOf(files, path).name,
    monorepoTool: monorepoToolOf(names, manifest),
    nodeVersion: nodeVersionOf(files, path, manifest),
  };
  const found = await nodeWorkspaces(files, path, manifest);
  const leftOut = [...(found.leftOut === undefined ? [] : [found.leftOut]), ...scriptsLeftOut(manifest)];
  return {
    ...onlyKnown(facts),
    ...found,
    ...(leftOut.length > 0 && { leftOut: leftOut.join(' ') }),
    scripts: manifest.scripts,
  };
}

const scriptsLeftOut = ({ scriptsLeftOut: count }: PackageJson): string[] =>
  count === 0
    ? []
    : [
        `${counted(count, 'script')} with a name of more than ${LONGEST_SCRIPT_NAME} characters ${count === 1 ? 'is' : 'are'} left out.`,
      ];

/** Name, version and members where Rust and Python keep them. */
async function otherFacts(
  files: ProjectFiles,
  path: string,
  names: readonly string[],
): Promise<Partial<Described>> {
  const read = (name: string) => (names.includes(name) ? readToml(files, `${path}/${name}`) : {});
  const cargo = read('Cargo.toml');
  const pyproject = read('pyproject.toml');
  const rust = asObject(cargo.package);
  const python = { ...asObject(asObject(pyproject.tool).poetry), ...asObject(pyproject.project) };
  const first = (key: string) => asText(rust[key]) ?? asText(python[key]);
  const isPython = ecosystemsIn(names).some(({ name }) => name === 'python');
  const found = await crates(files, path, asObject(cargo.workspace));
  return {
    ...onlyKnown({
      name: first('name'),
      version: first('version'),
      description: first('description'),
      packageManager: isPython ? pythonManager({ directory: path, names, files }) : undefined,
      monorepoTool: found.workspaces.length > 0 ? 'cargo' : undefined,
    }),
    ...found,
  };
}

const readToml = (files: ProjectFiles, path: string) => parseTomlManifest(files.readText(path) ?? '', path);

function crates(
  files: ProjectFiles,
  directory: string,
  workspace: Readonly<Record<string, unknown>>,
): Promise<Workspaces> {
  const globs = (key: string) => {
    const value = workspace[key];
    return Array.isArray(value) ? value.filter((glob) => typeof glob === 'string') : [];
  };
  const all = [...globs('members'), ...globs('exclude').map((glob) => `!${glob}`)];
  return workspacesIn(files, directory, all, (path) =>
    asText(asObject(readToml(files, `${path}/Cargo.toml`).package).name),
  );
}

/** Only what is known. */
const onlyKnown = <T extends Record<string, unknown>>(
  facts: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  // Sound: what is undefined is left out; what remains has its type.
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
