import type { Where } from '../../core/knowledge/where.ts';

export interface SqlPart {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const NOTHING: SqlPart = { sql: '0', values: [] };

/** A filter as a condition on `document.metadata`. */
export function whereSql(where: Where): SqlPart {
  if ('all' in where) return joined(where.all.map(whereSql), ' AND ');
  if ('any' in where) return joined(where.any.map(whereSql), ' OR ');
  const { field } = where;
  if ('values' in where) {
    const any = joined(
      where.values.map((value) => equals(field, value)),
      ' OR ',
    );
    return where.is === '$in' ? any : negated(any);
  }
  if (where.is === '$eq') return equals(field, where.value);
  if (where.is === '$ne') return negated(equals(field, where.value));
  if (typeof where.value !== 'number') return NOTHING;
  const path = pathOf(field);
  return {
    sql: `(json_type(metadata, ?) IN ('integer', 'real') AND json_extract(metadata, ?) ${SIGNS[where.is]} ?)`,
    values: [path, path, where.value],
  };
}

const SIGNS = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

/** The type counts too: SQLite takes true for 1. */
function equals(field: string, value: string | number | boolean): SqlPart {
  const path = pathOf(field);
  if (typeof value === 'boolean')
    return { sql: `(json_type(metadata, ?) IS ?)`, values: [path, value ? 'true' : 'false'] };
  const types = typeof value === 'string' ? `'text'` : `'integer', 'real'`;
  return {
    sql: `(coalesce(json_type(metadata, ?), '') IN (${types}) AND json_extract(metadata, ?) = ?)`,
    values: [path, path, value],
  };
}

const negated = ({ sql, values }: SqlPart): SqlPart => ({ sql: `NOT ${sql}`, values });

function joined(parts: readonly SqlPart[], operator: string): SqlPart {
  if (parts.length === 0) return { sql: operator === ' AND ' ? '1' : '0', values: [] };
  return {
    sql: `(${parts.map(({ sql }) => sql).join(operator)})`,
    values: parts.flatMap(({ values }) => values),
  };
}

const pathOf = (field: string): string => `$.${JSON.stringify(field)}`;
