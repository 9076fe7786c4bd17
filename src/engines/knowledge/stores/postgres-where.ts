import type { Where } from '../../../core/knowledge/where.ts';

/** Adds a value to the statement and answers its place, such as `$3`. */
export type Bind = (value: unknown) => string;

/** A filter as a condition on `document.metadata`; JSON values are compared, so that 1 is not true and not "1". */
export function postgresWhere(where: Where, bind: Bind): string {
  if ('all' in where) return joined(where.all, ' AND ', bind);
  if ('any' in where) return joined(where.any, ' OR ', bind);
  const field = `metadata -> ${bind(where.field)}::text`;
  if ('values' in where) {
    const any = where.values.map((value) => `${field} = ${json(value, bind)}`).join(' OR ');
    return where.is === '$in' ? `coalesce(${any}, false)` : `NOT coalesce(${any}, false)`;
  }
  if (where.is === '$eq') return `coalesce(${field} = ${json(where.value, bind)}, false)`;
  if (where.is === '$ne') return `NOT coalesce(${field} = ${json(where.value, bind)}, false)`;
  const value = `${bind(String(where.value))}::text::numeric`;
  return `coalesce(CASE WHEN jsonb_typeof(${field}) = 'number' THEN (${field})::text::numeric ${SIGNS[where.is]} ${value} END, false)`;
}

const SIGNS = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

const json = (value: unknown, bind: Bind): string => `${bind(JSON.stringify(value))}::text::jsonb`;

function joined(parts: readonly Where[], operator: ' AND ' | ' OR ', bind: Bind): string {
  if (parts.length === 0) return operator === ' AND ' ? 'true' : 'false';
  return `(${parts.map((part) => postgresWhere(part, bind)).join(operator)})`;
}
