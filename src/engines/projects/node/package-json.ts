import { LONGEST_SCRIPT_NAME } from '../../../core/process/package-scripts.ts';
import type { Script } from '../../../core/project.ts';
import { asObject, asText, parseJson, textsOf } from '../parse-manifest.ts';
import type { ProjectFiles } from '../project-files.ts';

/** package.json, as far as it says something we use; what has the wrong type is as if it were not there. */
export interface PackageJson {
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly description: string | undefined;
  /** `name@version`, as corepack reads it. */
  readonly packageManager: string | undefined;
  readonly scripts: readonly Script[];
  /** How many have too long a name to be one. */
  readonly scriptsLeftOut: number;
  /** Name -> range, of all kinds of dependencies. */
  readonly dependencies: ReadonlyMap<string, string>;
  readonly workspaces: readonly string[];
  readonly volta: Readonly<Record<string, unknown>>;
  readonly engines: Readonly<Record<string, unknown>>;
}

export function readPackageJson(
  files: Pick<ProjectFiles, 'readText'>,
  directory: string,
): PackageJson | undefined {
  const path = `${directory}/package.json`;
  const text = files.readText(path);
  if (text === undefined) return undefined;
  const data = parseJson(text, path);
  const { workspaces } = data;
  const told = textsOf(data.scripts);
  const scripts = told.filter(([name]) => name.length <= LONGEST_SCRIPT_NAME);
  const globs = Array.isArray(workspaces) ? workspaces : asObject(workspaces).packages;
  return {
    name: asText(data.name),
    version: asText(data.version),
    description: asText(data.description),
    packageManager: asText(data.packageManager) ?? developmentManager(data.devEngines),
    scripts: scripts.map(([name, command]) => ({ name, command })),
    scriptsLeftOut: told.length - scripts.length,
    dependencies: new Map(
      ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((key) =>
        textsOf(data[key]),
      ),
    ),
    workspaces: Array.isArray(globs) ? globs.filter((glob) => typeof glob === 'string') : [],
    volta: asObject(data.volta),
    engines: asObject(data.engines),
  };
}

/** `devEngines.packageManager`, the same fact in another place. */
function developmentManager(devEngines: unknown): string | undefined {
  const { packageManager } = asObject(devEngines);
  const { name, version } = asObject(Array.isArray(packageManager) ? packageManager[0] : packageManager);
  if (typeof name !== 'string') return undefined;
  return typeof version === 'string' ? `${name}@${version}` : name;
}
