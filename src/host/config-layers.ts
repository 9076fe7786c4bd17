import type { ConfigKey } from '../core/config/config-keys.ts';
import type { Config } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import { inWords, jsonErrorAt } from '../core/text/json-error.ts';
import { suggestion } from '../core/text/nearest.ts';
import { CONFIG_KEYS, DEFAULT_CONFIG } from './config-facts.ts';
import { readSettingsText } from './settings-text.ts';

export type Values = Readonly<Record<string, unknown>>;

/** One place that settings come from. */
export interface Layer {
  readonly values: Values;
  /** Where a person finds this key, in words. */
  readonly placeOf: (path: readonly string[]) => string;
}

/** A file of settings; one that is not there says nothing. */
export function readLayer(file: string): Layer {
  const placeOf = (): string => file;
  const { $schema: _, ...values } = readSettingsFile(file);
  return { values, placeOf };
}

/** Everything in a file of settings, as it is written there. */
export function readSettingsFile(file: string): Values {
  const text = readSettingsText(file, LARGEST_BYTES);
  return text === undefined ? {} : objectIn(file, text);
}

const LARGEST_BYTES = 1_048_576;

function objectIn(file: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} cannot be read: it is not valid JSON at ${inWords(jsonErrorAt(text))}.`);
  }
  if (isObject(value)) return value;
  throw new UsageError(`${file} must hold a JSON object, like {"port": 4666}.`);
}

/** What the environment says, by the one name of each key. */
export function fromEnvironment(env: Readonly<Record<string, string | undefined>>): Layer {
  const found = CONFIG_KEYS.flatMap((key) => {
    const text = env[key.env];
    return text === undefined || text === '' ? [] : [nest(key.path, parseText(text, key))];
  });
  return {
    values: merge(found),
    placeOf: (path) =>
      CONFIG_KEYS.find((key) => key.path.every((part, i) => path[i] === part))?.env ?? 'the environment',
  };
}

const NOT: Readonly<Record<ConfigKey['kind'], string>> = {
  number: 'no number',
  boolean: 'neither true nor false',
  record: 'no JSON object',
  list: 'no list',
  string: 'no text',
};

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
    throw new UsageError(`${env} is "${text}", which is ${NOT[kind]}.`);
  }
}

const nest = (path: readonly string[], value: unknown): Values =>
  // Sound: the path has at least one part, so the outermost value is an object.
  path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as Values;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Later layers win, key by key. */
function merge(layers: readonly Values[]): Values {
  const merged: Record<string, unknown> = {};
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer)) {
      const below = merged[key];
      merged[key] = isObject(below) && isObject(value) ? merge([below, value]) : value;
    }
  }
  return merged;
}

/** All layers as one configuration; what is wrong names itself, its value and its place. */
export async function parseLayers(layers: readonly Layer[]): Promise<Config> {
  for (const layer of layers) assertKnownKeys(layer, layer.values, []);
  const values = merge(layers.map((layer) => layer.values));
  // Most starts have nothing to check but where the data lies, and zod is a large part of what a start could cost.
  const { dataDir = '', ...rest } = values;
  if (Object.keys(rest).length === 0 && typeof dataDir === 'string')
    return { ...structuredClone(DEFAULT_CONFIG), dataDir };
  const { configSchema } = await import('../core/config.ts');
  const parsed = configSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => {
    const words = path.map(String);
    const layer = layers.findLast((candidate) => valueAt(candidate.values, words) !== undefined);
    return `${layer?.placeOf(words) ?? 'the configuration'}: "${words.join('.')}" is ${JSON.stringify(valueAt(values, words))}: ${message}`;
  });
  throw new UsageError(`Wrong configuration: ${lines.join('; ')}. docs/config.md lists all keys.`);
}

const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], values);

function assertKnownKeys(layer: Layer, values: Values, above: readonly string[]): void {
  const here = CONFIG_KEYS.filter(({ path }) => above.every((part, i) => path[i] === part));
  const names = [...new Set(here.map(({ path }) => path[above.length] ?? ''))];
  for (const [name, value] of Object.entries(values)) {
    const path = [...above, name];
    if (!names.includes(name)) {
      const close = suggestion(name, names).replace(
        /"(.*)"/,
        (_all, guess: string) => `"${[...above, guess].join('.')}"`,
      );
      throw new UsageError(
        `${layer.placeOf(path)}: there is no key "${path.join('.')}"${close} docs/config.md lists all keys.`,
      );
    }
    const isLeaf = here.some((key) => key.path.length === path.length && key.path.at(-1) === name);
    if (!isLeaf && isObject(value)) assertKnownKeys(layer, value, path);
  }
}
