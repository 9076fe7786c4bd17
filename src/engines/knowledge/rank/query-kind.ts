/** What a query looks like: the name of something in code, or words. */
export type QueryKind = 'symbol' | 'words';

const NAME = /^(?:[\w$]+(?:::|\.|->|#))*[\w$]+(?:\(\))?$/;
const IS_COMPOUND = /[a-z0-9][A-Z]|_|::|\.|\(\)|->|\$/;

export function kindOfQuery(query: string): QueryKind {
  const words = query.trim().split(/\s+/);
  const names = words.filter((word) => NAME.test(word) && IS_COMPOUND.test(word));
  return names.length > 0 && names.length * 2 >= words.length ? 'symbol' : 'words';
}

/** Identifiers in a query, as they are written. */
export const namesIn = (query: string): string[] =>
  (query.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((word) => word.length > 2);
