import type { Where } from '../../../core/knowledge/where.ts';

export type ChromaWhere = Readonly<Record<string, unknown>>;

/** A filter as Chroma writes it. Its lists need at least two parts, and one key is all an object may have. */
export function chromaWhere(where: Where): ChromaWhere {
  if ('all' in where) return joined('$and', where.all.map(chromaWhere));
  if ('any' in where) return joined('$or', where.any.map(chromaWhere));
  return { [where.field]: { [where.is]: 'values' in where ? where.values : where.value } };
}

const joined = (operator: '$and' | '$or', parts: readonly ChromaWhere[]): ChromaWhere =>
  parts.length <= 1 ? (parts[0] ?? {}) : { [operator]: parts };
