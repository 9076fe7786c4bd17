import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { parse as parseYaml, stringify as stringifyYaml } from 'yaml';
import { plainValue } from './plain-value.ts';

/** What of a TOML file is on the list of its keys: each with those above it, a blank between them. */
export function plainToml(text: string, keys: RegExp): string {
  return stringifyToml(plainTable(parseToml(text), keys, ''));
}

/** The same of a YAML file. */
export function plainYaml(text: string, keys: RegExp): string {
  const document: unknown = parseYaml(text, { maxAliasCount: 0 });
  return isTable(document) ? stringifyYaml(plainTable(document, keys, '')) : '';
}

type Table = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function plainTable(table: Table, keys: RegExp, above: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([key, value]) => {
      const path = `${above}${key.replace(/\s/g, '_')}`;
      const plain = plainValue(key) === key ? plainPart(value, keys, path) : undefined;
      return plain === undefined ? [] : [[key, plain]];
    }),
  );
}

/** Undefined where nothing of it is on the list. A list goes as a whole: without one of its words it would say something else. */
function plainPart(value: unknown, keys: RegExp, path: string): unknown {
  if (Array.isArray(value)) {
    const parts = value.map((part) => plainPart(part, keys, path));
    return parts.includes(undefined) ? undefined : parts;
  }
  if (isTable(value)) {
    const plain = plainTable(value, keys, `${path} `);
    return Object.keys(plain).length > 0 ? plain : undefined;
  }
  if (!keys.test(path)) return undefined;
  if (typeof value === 'string') return plainValue(value);
  return typeof value === 'boolean' || typeof value === 'number' ? value : undefined;
}
