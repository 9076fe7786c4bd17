import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { MODES, type Mode } from '../core/call/caller.ts';
import { PROJECT_KEYS } from '../core/config/config-keys.ts';
import type { Config } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import { nearest } from '../core/text/nearest.ts';
import { CONFIG_KEYS } from './config-facts.ts';
import { fromEnvironment, type Layer, parseLayers, readLayer, type Values } from './config-layers.ts';
import { toolModuleFiles } from './tool-module-files.ts';
import { namedPermissions, type Permissions, stricterOf } from './tool-permissions.ts';

export interface ConfigSources {
  /** Values given on the command line, shaped like the file. */
  readonly flags?: Values;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Instead of ~/.toolgate/config.json. */
  readonly userFile?: string | undefined;
}

/** The file of the user's own settings. */
export const userConfigFile = (named?: string): string =>
  named ?? join(homedir(), '.toolgate', 'config.json');

/** What the user chose: flag over environment over file over default. A project's file comes on top, see `narrowedBy`. */
export async function loadConfig({ flags = {}, env, userFile }: ConfigSources): Promise<Config> {
  if (userFile !== undefined && !existsSync(userFile))
    throw new UsageError(`There is no config file ${userFile}.`);
  const layers: readonly Layer[] = [
    readLayer(userConfigFile(userFile)),
    fromEnvironment(env),
    { values: flags, placeOf: (path) => `the command line (${path.join('.')})` },
  ];
  const config = await parseLayers(layers);
  const toolModules = toolModuleFiles(config.toolModules, userConfigFile(userFile));
  const place = 'the configuration';
  return {
    ...config,
    toolModules,
    toolPermissions: await namedPermissions(config.toolPermissions, place, toolModules),
  };
}

export const dataDirOf = (config: Pick<Config, 'dataDir'>): string =>
  config.dataDir === '' ? join(homedir(), '.toolgate') : resolve(config.dataDir);

/** The configuration inside a project. */
export const narrowedBy = async (config: Config, projectDir: string): Promise<Config> =>
  (await narrowingOf(projectDir))(config);

export const PROJECT_FILE = 'toolgate.json';

/** What a project takes away of a configuration. */
export type Narrowing = (config: Config) => Config;

/** A project's own file comes with the project, from its author: it can take away, never give. */
export async function narrowingOf(projectDir: string): Promise<Narrowing> {
  const path = join(projectDir, PROJECT_FILE);
  const layer = readLayer(path);
  const { values } = layer;
  if (Object.keys(values).length === 0) return (config) => config;
  for (const key of Object.keys(values)) assertForProjects(path, key);
  const project = await parseLayers([layer]);
  const permissions = await namedPermissions(project.toolPermissions, path);
  const has = (key: (typeof PROJECT_KEYS)[number]): boolean => Object.hasOwn(values, key);
  return (config) => ({
    ...config,
    permissionLevel: has('permissionLevel')
      ? lowerMode(project.permissionLevel, config.permissionLevel)
      : config.permissionLevel,
    toolPermissions: {
      ...config.toolPermissions,
      ...stricter(permissions, config.toolPermissions),
    },
    packs: has('packs') ? config.packs.filter((pack) => project.packs.includes(pack)) : config.packs,
    profile: has('profile')
      ? lower(['core', 'lean', 'full'] as const, project.profile, config.profile)
      : config.profile,
    outputBudgetBytes: has('outputBudgetBytes')
      ? Math.min(project.outputBudgetBytes, config.outputBudgetBytes)
      : config.outputBudgetBytes,
  });
}

const lower = <T>(order: readonly T[], a: T, b: T): T => (order.indexOf(a) <= order.indexOf(b) ? a : b);

export const lowerMode = (a: Mode, b: Mode): Mode => lower(MODES, a, b);

function assertForProjects(path: string, key: string): void {
  if (PROJECT_KEYS.some((allowed) => allowed === key)) return;
  const isKnown = CONFIG_KEYS.some(({ path: [first] }) => first === key);
  const guess = isKnown ? undefined : nearest(key, PROJECT_KEYS);
  throw new UsageError(
    isKnown
      ? `${path}: "${key}" can only be set by you, in ~/.toolgate/config.json; a project may set ${PROJECT_KEYS.join(', ')}.`
      : `${path}: there is no key "${key}"${guess === undefined ? '.' : `, did you mean "${guess}"?`} A project may set ${PROJECT_KEYS.join(', ')}.`,
  );
}

const stricter = (project: Permissions, user: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(project).flatMap(([tool, wanted]) => {
      const current = user[tool];
      // Where the user says nothing, "allowed" would widen the default.
      if (current === undefined) return wanted === 'allowed' ? [] : [[tool, wanted]];
      return [[tool, stricterOf(wanted, current)]];
    }),
  );
