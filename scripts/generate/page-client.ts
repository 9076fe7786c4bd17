import * as z from 'zod';
import { type Act, methodOf } from '../../src/host/admin/act.ts';
import { ACTS } from '../../src/host/admin/index.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The acts as types for the page, from the same schemas that check them. */
export const pageClient = (): string => `// Written by npm run generate from the acts in src/host/admin.

/** What each act takes and answers. */
export interface Acts {
${[...ACTS].sort(byName).map(actType).join('\n')}
}

/** Acts that only look: they are asked for with GET. */
export const READS: ReadonlySet<string> = new Set([
${[...ACTS]
  .sort(byName)
  .filter((act) => methodOf(act) === 'GET')
  .map(({ name }) => `  '${name}',`)
  .join('\n')}
]);
`;

/** A field that may be left out may also be sent as undefined; an answer never holds that. */
const OPTIONAL = ' /* optional */';

const byName = (a: Act, b: Act): number => (a.name < b.name ? -1 : 1);

const actType = ({ name, about, input, output }: Act): string =>
  `  /** ${about} */
  '${name}': {
    input: ${typeOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), 2).replaceAll(OPTIONAL, ' | undefined')};
    output: ${typeOf(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }), 2).replaceAll(OPTIONAL, '')};
  };`;

function typeOf(schema: Schema, depth: number): string {
  const { type, enum: choices, const: constant, anyOf, oneOf, allOf } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(choices)) return choices.map((one) => literal(one)).join(' | ');
  const either = (anyOf ?? oneOf) as Schema[] | undefined;
  if (either) return [...new Set(either.map((one) => typeOf(one, depth)))].join(' | ');
  if (Array.isArray(allOf)) return (allOf as Schema[]).map((one) => typeOf(one, depth)).join(' & ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, depth)).join(' | ');
  if (type === 'array') return arrayType(schema, depth);
  if (type === 'object') return objectType(schema, depth);
  return NAMES[String(type)] ?? 'unknown';
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

function arrayType({ items }: Schema, depth: number): string {
  const item = typeOf((items ?? {}) as Schema, depth);
  return /^\w+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
}

function objectType(schema: Schema, depth: number): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const entries = Object.entries(properties as Record<string, Schema>);
  if (entries.length === 0 && typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties as Schema, depth)}>>`;
  if (entries.length === 0)
    return additionalProperties === false
      ? 'Readonly<Record<string, never>>'
      : 'Readonly<Record<string, unknown>>';
  const indent = '  '.repeat(depth + 1);
  const fields = entries.map(([name, field]) => {
    const mark = (required as string[]).includes(name) ? '' : '?';
    const end = mark === '' ? '' : OPTIONAL;
    return `${indent}readonly ${/^\w+$/.test(name) ? name : `'${name}'`}${mark}: ${typeOf(field, depth + 1)}${end};`;
  });
  return `{\n${fields.join('\n')}\n${'  '.repeat(depth)}}`;
}
