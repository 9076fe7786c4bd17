import type { CatalogEntry } from '../../../core/tool/registry.ts';
import { isObject } from '../front/era.ts';

type Schema = Readonly<Record<string, unknown>>;

const DEEPEST = 3;

/** `git_blame(path: string, ref?: string)`: what a model needs to call a tool, in few tokens. */
export const signatureOf = ({ name, inputSchema }: CatalogEntry): string =>
  `${name}(${fieldsOf(inputSchema, 0).join(', ')})`;

function fieldsOf({ properties, required }: Schema, depth: number): string[] {
  const needed = Array.isArray(required) ? required : [];
  const fields = isObject(properties) ? Object.entries(properties) : [];
  // What is needed comes first: it is what a model must not miss.
  return fields
    .sort(([a], [b]) => Number(needed.includes(b)) - Number(needed.includes(a)))
    .map(([key, schema]) => `${key}${needed.includes(key) ? '' : '?'}: ${typeOf(schema, depth + 1)}`);
}

function typeOf(schema: unknown, depth: number): string {
  if (!isObject(schema)) return 'any';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join('|');
  const choices = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(choices)) return [...new Set(choices.map((choice) => typeOf(choice, depth)))].join('|');
  if (schema.type === 'array') {
    const item = typeOf(schema.items, depth);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type !== 'object')
    return Array.isArray(schema.type) ? schema.type.join('|') : String(schema.type ?? 'any');
  const fields = depth > DEEPEST ? [] : fieldsOf(schema, depth);
  return fields.length === 0 ? 'object' : `{${fields.join(', ')}}`;
}
