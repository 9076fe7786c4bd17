import { ToolError } from '../errors.ts';

type Scalar = string | number | boolean;

const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const;
const LISTS = ['$in', '$nin'] as const;

type Comparison = (typeof COMPARISONS)[number];
type ListOperator = (typeof LISTS)[number];

/** A filter on metadata, taken apart. A field that is not there fits `$ne` and `$nin` and nothing else. */
export type Where =
  | { readonly all: readonly Where[] }
  | { readonly any: readonly Where[] }
  | { readonly field: string; readonly is: Comparison; readonly value: Scalar }
  | { readonly field: string; readonly is: ListOperator; readonly values: readonly Scalar[] };

const OPERATORS = [...COMPARISONS, ...LISTS, '$and', '$or'].join(' ');
const MOST_DEPTH = 20;

/** Reads a filter as people write it: `{ lang: "ts", size: { $gt: 3 } }`; several keys mean all of them. */
export function parseWhere(filter: Readonly<Record<string, unknown>>): Where | undefined {
  const parts = partsOf(filter, 0);
  if (parts.length === 0) return undefined;
  return parts.length === 1 ? parts[0] : { all: parts };
}

function partsOf(filter: Readonly<Record<string, unknown>>, depth: number): Where[] {
  if (depth > MOST_DEPTH) throw refuse(`The filter is nested deeper than ${MOST_DEPTH} levels`);
  return Object.entries(filter).flatMap(([key, value]): Where[] => {
    if (key === '$and' || key === '$or') return [combined(key, value, depth)];
    if (key.startsWith('$')) throw refuse(`Unknown operator "${key}" in the filter`);
    if (isScalar(value)) return [{ field: key, is: '$eq', value }];
    if (!isRecord(value) || Object.keys(value).length === 0)
      throw refuse(`The filter compares "${key}" with ${JSON.stringify(value)}, which is not a single value`);
    return Object.entries(value).map(([operator, operand]) => compared(key, operator, operand));
  });
}

function combined(key: '$and' | '$or', value: unknown, depth: number): Where {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord))
    throw refuse(`"${key}" in the filter takes a list of at least one filter`);
  const parts = value.map((part): Where => ({ all: partsOf(part, depth + 1) }));
  return key === '$and' ? { all: parts } : { any: parts };
}

function compared(field: string, operator: string, operand: unknown): Where {
  if (isOneOf(LISTS, operator)) {
    if (!Array.isArray(operand) || operand.length === 0 || !operand.every(isScalar))
      throw refuse(`"${operator}" on "${field}" takes a list of strings, numbers or booleans`);
    return { field, is: operator, values: operand };
  }
  if (!isOneOf(COMPARISONS, operator)) throw refuse(`Unknown operator "${operator}" on "${field}"`);
  if (!isScalar(operand)) throw refuse(`"${operator}" on "${field}" takes a string, a number or a boolean`);
  if (operator !== '$eq' && operator !== '$ne' && typeof operand !== 'number')
    throw refuse(
      `"${operator}" on "${field}" compares numbers, and ${JSON.stringify(operand)} is not a number`,
    );
  return { field, is: operator, value: operand };
}

const refuse = (message: string): ToolError =>
  new ToolError('VALIDATION', message, {
    hint: `Filters are { field: value } or { field: { operator: value } }; operators: ${OPERATORS}.`,
  });

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T =>
  (list as readonly string[]).includes(text);

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
