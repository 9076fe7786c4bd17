import { ToolError } from '../core/errors.ts';
import type { Registration } from '../core/registry.ts';

type Data = Record<string, unknown>;

/** Arguments with the published parameter names: older names and snake_case spellings are accepted too. */
export function normaliseArguments(args: unknown, { entry, alias }: Registration): Data {
  if (args === undefined) return {};
  if (!isData(args)) {
    throw new ToolError(
      'VALIDATION',
      `The arguments of ${entry.name} must be an object, not ${kindOf(args)}`,
    );
  }
  const olderNames = (alias !== undefined && entry.aliases[alias]) || {};
  return renamedFields(args, entry.inputSchema, { tool: entry.name, olderNames });
}

interface Naming {
  readonly tool: string;
  readonly olderNames: Readonly<Record<string, unknown>>;
}

/** The same object where nothing is spelled otherwise, in it or below. */
function renamedFields(data: Data, schema: Readonly<Data>, { tool, olderNames }: Naming): Data {
  const properties = isData(schema.properties) ? schema.properties : {};
  const rename = (key: string): string => {
    const older = Object.hasOwn(olderNames, key) ? olderNames[key] : undefined;
    if (typeof older === 'string') return older;
    return Object.hasOwn(properties, key) ? key : camelCase(key, properties);
  };
  const renamed = new Map<string, unknown>();
  let isChanged = false;
  for (const [key, value] of Object.entries(data)) {
    const name = rename(key);
    if (renamed.has(name) || (name !== key && Object.hasOwn(data, name))) {
      throw new ToolError('VALIDATION', `${tool} got "${name}" twice, also spelled "${key}"`, {
        hint: `Give "${name}" only.`,
      });
    }
    const inner = Object.hasOwn(properties, name) ? renamedBelow(value, properties[name], tool) : value;
    isChanged ||= name !== key || inner !== value;
    renamed.set(name, inner);
  }
  return isChanged ? Object.fromEntries(renamed) : data;
}

function renamedBelow(value: unknown, schema: unknown, tool: string): unknown {
  if (!isData(schema)) return value;
  if (isData(value)) return renamedFields(value, schema, { tool, olderNames: {} });
  if (!Array.isArray(value) || !isData(schema.items)) return value;
  const items = value.map((item) => renamedBelow(item, schema.items, tool));
  return items.every((item, i) => item === value[i]) ? value : items;
}

// Sound: an object that is no array.
const isData = (value: unknown): value is Data =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function camelCase(key: string, properties: Readonly<Data>): string {
  const name = key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  return Object.hasOwn(properties, name) ? name : key;
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
