import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { MODES } from '../core/caller.ts';
import { type Config, configSchema, PROJECT_KEYS } from '../core/config.ts';
import { type ConfigKey, configKeys } from '../core/config-keys.ts';
import { UsageError } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';

type Values = Record<string, unknown>;

export interface ConfigSources {
  /** Values given on the command line, shaped like the file. */
  readonly flags?: Values;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Instead of ~/.toolgate/config.json. */
  readonly userFile?: string | undefined;
}

/** What the user chose: flag over environment over file over default. A project's file comes on top, see `narrowedBy`. */
export function loadConfig({ flags = {}, env, userFile }: ConfigSources): Config {
  const userPath = userFile ?? join(homedir(), '.toolgate', 'config.json');
  if (userFile !== undefined && !existsSync(userFile))
    throw new UsageError(`There is no config file ${userFile}.`);
  const layers: readonly [string, Values][] = [
    [userPath, readFile(userPath)],
    ['the environment', fromEnvironment(env)],
    ['the command line', flags],
  ];
  const known = configKeys();
  for (const [place, values] of layers) assertKnownKeys(values, place, known);
  return parse(merge(layers.map(([, values]) => values)), layers.map(([place]) => place).join(', '));
}

export const dataDirOf = (config: Pick<Config, 'dataDir'>): string =>
  config.dataDir === '' ? join(homedir(), '.toolgate') : resolve(config.dataDir);

/** A project's own file comes with the project, from whoever wrote it: it can take away, never give. */
export function narrowedBy(config: Config, projectDir: string): Config {
  const path = join(projectDir, 'toolgate.json');
  const values = readFile(path);
  for (const key of Object.keys(values)) {
    if (!PROJECT_KEYS.some((allowed) => allowed === key)) {
      throw new UsageError(
        `${path}: "${key}" can only be set by you, in ~/.toolgate/config.json; a project may set ${PROJECT_KEYS.join(', ')}.`,
      );
    }
  }
  const project = parse(merge([values]), path);
  const has = (key: (typeof PROJECT_KEYS)[number]): boolean => Object.hasOwn(values, key);
  const lower = <T>(order: readonly T[], a: T, b: T): T => (order.indexOf(a) <= order.indexOf(b) ? a : b);
  return {
    ...config,
    permissionLevel: has('permissionLevel')
      ? lower(MODES, project.permissionLevel, config.permissionLevel)
      : config.permissionLevel,
    toolPermissions: {
      ...config.toolPermissions,
      ...stricter(project.toolPermissions, config.toolPermissions),
    },
    packs: has('packs') ? config.packs.filter((pack) => project.packs.includes(pack)) : config.packs,
    profile: has('profile')
      ? lower(['core', 'full'] as const, project.profile, config.profile)
      : config.profile,
    outputBudgetBytes: has('outputBudgetBytes')
      ? Math.min(project.outputBudgetBytes, config.outputBudgetBytes)
      : config.outputBudgetBytes,
  };
}

type Permissions = Config['toolPermissions'];
const STRICTNESS = ['blocked', 'confirm', 'allowed'] as const;

const stricter = (project: Permissions, user: Permissions): Permissions =>
  Object.fromEntries(
    Object.entries(project).flatMap(([tool, wanted]) => {
      const current = user[tool];
      // Where the user says nothing, "allowed" would widen the default.
      if (current === undefined) return wanted === 'allowed' ? [] : [[tool, wanted]];
      return [[tool, STRICTNESS.indexOf(wanted) < STRICTNESS.indexOf(current) ? wanted : current]];
    }),
  );

function readFile(path: string): Values {
  if (!existsSync(path)) return {};
  try {
    const { $schema: _, ...values } = JSON.parse(readFileSync(path, 'utf8')) as Values;
    return values;
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function fromEnvironment(env: ConfigSources['env']): Values {
  const found = configKeys().flatMap((key) => {
    const text = env[key.env];
    return text === undefined || text === '' ? [] : [nest(key.path, parseText(text, key))];
  });
  return merge(found);
}

function parseText(text: string, { kind, env }: ConfigKey): unknown {
  if (kind === 'list')
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  if (kind === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${env} is "${text}", which is no ${kind}.`);
  }
}

const nest = (path: readonly string[], value: unknown): Values =>
  // Sound: the path has at least one part, so the outermost value is an object.
  path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as Values;

const isObject = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Later layers win, key by key. */
function merge(layers: readonly Values[]): Values {
  const merged: Values = {};
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer)) {
      const below = merged[key];
      merged[key] = isObject(below) && isObject(value) ? merge([below, value]) : value;
    }
  }
  return merged;
}

function assertKnownKeys(
  values: Values,
  place: string,
  keys: readonly ConfigKey[],
  above: readonly string[] = [],
): void {
  const here = keys.filter(({ path }) => above.every((part, i) => path[i] === part));
  const names = [...new Set(here.map(({ path }) => path[above.length] ?? ''))];
  for (const [name, value] of Object.entries(values)) {
    const path = [...above, name];
    if (!names.includes(name)) {
      const guess = nearest(name, names);
      throw new UsageError(
        `${place}: there is no key "${path.join('.')}"${guess === undefined ? '' : `, did you mean "${[...above, guess].join('.')}"?`} docs/config.md lists all keys.`,
      );
    }
    const isLeaf = here.some((key) => key.path.length === path.length && key.path.at(-1) === name);
    if (!isLeaf && isObject(value)) assertKnownKeys(value, place, keys, path);
  }
}

function parse(values: Values, place: string): Config {
  const parsed = configSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `"${issue.path.join('.')}": ${issue.message}`);
  throw new UsageError(`Wrong configuration (${place}): ${lines.join('; ')}. docs/config.md lists all keys.`);
}
