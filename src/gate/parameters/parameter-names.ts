import { ToolError } from '../../core/errors.ts';
import type { Registration } from '../../core/tool/registry.ts';
import { synonymOf } from './parameter-synonyms.ts';

type Data = Record<string, unknown>;

/** Arguments with the published parameter names: older names, snake_case spellings and synonyms are accepted too. */
export function normaliseArguments(args: unknown, { entry, alias }: Registration): Data {
  if (args === undefined) return {};
  if (!isData(args)) {
    throw new ToolError(
      'VALIDATION',
      `The arguments of ${entry.name} must be an object, not ${kindOf(args)}`,
    );
  }
  assertFewMembers(args, entry.name);
  const olderNames = alias === undefined ? undefined : entry.aliases[alias];
  const naming = { tool: entry.name, olderNames, aliases: entry.aliases, hasSynonyms: true };
  return renamedFields(args, entry.inputSchema, naming);
}

/** More than any call has use for; each costs time to rename, check, redact and record, while other agents wait. */
export const MOST_MEMBERS = 50_000;

/** Counts fields and items at every depth, and no further than it must. */
function assertFewMembers(args: Data, tool: string): void {
  const unread: object[] = [args];
  let left = MOST_MEMBERS;
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    for (const key in next) {
      if (left-- === 0) {
        throw new ToolError('VALIDATION', `${tool} got more than ${MOST_MEMBERS} fields and items`, {
          hint: 'Split the call into smaller ones.',
        });
      }
      // Sound: only the keys that are listed are read.
      const value = (next as Data)[key];
      if (typeof value === 'object' && value !== null) unread.push(value);
    }
  }
}

type Names = Readonly<Record<string, string>>;

interface Naming {
  readonly tool: string;
  /** Of the older name that was called. */
  readonly olderNames?: Names | undefined;
  /** Under the tool's own name these are taken too, where nothing else is called so. */
  readonly aliases?: Readonly<Record<string, Names>>;
  readonly hasSynonyms?: boolean;
}

/** The same object where nothing is spelled otherwise, in it or below. */
function renamedFields(data: Data, schema: Readonly<Data>, naming: Naming): Data {
  const { tool, olderNames = {}, aliases = {}, hasSynonyms = false } = naming;
  const properties = isData(schema.properties) ? schema.properties : {};
  const rename = (key: string): string => {
    const older = newName(key, olderNames);
    if (older !== undefined || Object.hasOwn(properties, key)) return older ?? key;
    const name = camelCase(key);
    if (Object.hasOwn(properties, name)) return name;
    for (const names of [olderNames, ...Object.values(aliases)]) {
      const found = newName(key, names) ?? newName(name, names);
      if (found !== undefined) return found;
    }
    const meant = hasSynonyms ? synonymOf(name, properties) : undefined;
    // Where it is given as well, the other word was meant for something else.
    return meant === undefined || Object.hasOwn(data, meant) ? key : meant;
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
  if (isData(value)) return renamedFields(value, schema, { tool });
  if (!Array.isArray(value) || !isData(schema.items)) return value;
  const items = value.map((item) => renamedBelow(item, schema.items, tool));
  return items.every((item, i) => item === value[i]) ? value : items;
}

// Sound: an object that is no array.
const isData = (value: unknown): value is Data =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const newName = (key: string, names: Names): string | undefined =>
  Object.hasOwn(names, key) ? names[key] : undefined;

const camelCase = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
