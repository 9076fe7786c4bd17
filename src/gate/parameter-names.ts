import { ToolError } from '../core/errors.ts';
import type { Registration } from '../core/registry.ts';

type Data = Record<string, unknown>;

/** Arguments with the published parameter names: older names and snake_case spellings are accepted too. */
export function normaliseArguments(args: unknown, { entry, alias }: Registration): Data {
  if (args === undefined) return {};
  if (args === null || typeof args !== 'object' || Array.isArray(args)) {
    throw new ToolError(
      'VALIDATION',
      `The arguments of ${entry.name} must be an object, not ${kindOf(args)}`,
    );
  }
  const published = publishedNames(entry.inputSchema);
  const olderNames = (alias !== undefined && entry.aliases[alias]) || {};
  const rename = (key: string): string =>
    (Object.hasOwn(olderNames, key) ? olderNames[key] : undefined) ??
    (published.has(key) ? key : camelCase(key, published));
  const keys = Object.keys(args);
  if (keys.every((key) => rename(key) === key)) return args as Data; // Sound: an object that is no array.

  const renamed = new Map<string, unknown>();
  for (const [key, value] of Object.entries(args)) {
    const name = rename(key);
    if (renamed.has(name) || (name !== key && keys.includes(name))) {
      throw new ToolError('VALIDATION', `${entry.name} got "${name}" twice, also spelled "${key}"`, {
        hint: `Give "${name}" only.`,
      });
    }
    renamed.set(name, value);
  }
  return Object.fromEntries(renamed);
}

const publishedNames = (schema: Readonly<Data>): ReadonlySet<string> =>
  new Set(Object.keys(schema.properties ?? {}));

function camelCase(key: string, published: ReadonlySet<string>): string {
  const name = key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  return published.has(name) ? name : key;
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
