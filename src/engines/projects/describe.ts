import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { Project } from '../../core/project.ts';
import { ecosystemsIn } from './detect.ts';
import { pythonManager } from './ecosystems/python.ts';
import { gitFactsOf } from './git-facts.ts';
import { frameworkOf, nodeVersionOf } from './node/framework.ts';
import { readPackageJson } from './node/package-json.ts';
import { packageManagerOf } from './node/package-manager.ts';
import { monorepoToolOf, workspacesOf } from './node/workspaces.ts';
import { asObject, asText, parseTomlManifest } from './parse-manifest.ts';
import type { ProjectFiles } from './project-files.ts';

/** The same path is the same project, registered or not. */
export const projectId = (path: string): string => `prj_${hash('sha256', path).slice(0, 12)}`;

export type Described = Omit<Project, 'isRegistered'>;

/** Everything the files of a directory say about the project in it. */
export function describeProject(files: ProjectFiles, path: string): Described {
  const names = files.names(path);
  const ecosystems = ecosystemsIn(names).map(({ name }) => name);
  if (ecosystems.length === 0)
    throw new ToolError('NOT_FOUND', `${path} holds no project: there is no manifest in it`, {
      hint: 'list_projects shows those there are.',
    });
  return {
    id: projectId(path),
    path,
    name: basename(path),
    ecosystems,
    workspaces: [],
    scripts: [],
    ...otherFacts(files, path, names),
    ...nodeFacts(files, path, names),
    ...gitFactsOf(files, path),
  };
}

function nodeFacts(files: ProjectFiles, path: string, names: readonly string[]): Partial<Described> {
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
  return {
    ...onlyKnown(facts),
    workspaces: workspacesOf(files, path, manifest),
    scripts: manifest.scripts,
  };
}

/** Name and version where Rust and Python keep them. */
function otherFacts(files: ProjectFiles, path: string, names: readonly string[]): Partial<Described> {
  const read = (name: string) => {
    const text = names.includes(name) ? files.readText(`${path}/${name}`) : undefined;
    return text === undefined ? {} : parseTomlManifest(text, `${path}/${name}`);
  };
  const cargo = asObject(read('Cargo.toml').package);
  const pyproject = read('pyproject.toml');
  const python = { ...asObject(asObject(pyproject.tool).poetry), ...asObject(pyproject.project) };
  const isPython = ecosystemsIn(names).some(({ name }) => name === 'python');
  const first = (key: string) => asText(cargo[key]) ?? asText(python[key]);
  return onlyKnown({
    name: first('name'),
    version: first('version'),
    description: first('description'),
    packageManager: isPython ? pythonManager({ directory: path, names, files }) : undefined,
  });
}

const onlyKnown = <T extends Record<string, unknown>>(
  facts: T,
): { [K in keyof T]: Exclude<T[K], undefined> } =>
  // Sound: what is undefined is left out; what remains has its type.
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
