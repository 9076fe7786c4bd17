import { basename } from 'node:path';

interface Penalty {
  readonly where: RegExp;
  readonly weight: number;
  /** A query that names it wants it. */
  readonly unless: RegExp;
}

const PENALTIES: readonly Penalty[] = [
  {
    where:
      /(^|\/)(tests?|__tests__|specs?|testing|e2e|fixtures?|mocks?|__mocks__|testdata)(\/|$)|[._-](test|spec|tests|mock)\.\w+$|(^|\/)test_[^/]*$/i,
    weight: 0.6,
    unless: /\b(tests?|specs?|fixtures?|mock(s|ed|ing)?|unit|e2e|benchmark)\b/i,
  },
  {
    where: /(^|\/)(examples?|samples?|demos?|docs?_src|tutorials?|playground|bench(marks?)?)(\/|$)/i,
    weight: 0.75,
    unless: /\b(examples?|samples?|demos?|tutorials?|benchmarks?)\b/i,
  },
  {
    where:
      /(^|\/)(legacy|deprecated|compat|vendor|third_party|generated|migrations?)(\/|$)|[._-](old|legacy|gen|generated|pb)\.\w+$/i,
    weight: 0.75,
    unless: /\b(legacy|deprecated|compat(ibility)?|vendor|generated|migrations?)\b/i,
  },
  { where: /\.d\.[cm]?ts$|\.pyi$/i, weight: 0.75, unless: /\b(types?|declarations?|typings?)\b/i },
  {
    where: /(^|\/)(changelog|changes|history|license|authors|contributors)[^/]*$/i,
    weight: 0.6,
    unless: /\b(change ?log|changes|history|release|licen[sc]e|authors?)\b/i,
  },
];

/** How much a hit in this file counts: tests and examples speak of a thing, and are seldom the thing itself. */
export const pathWeight = (path: string, query: string): number =>
  PENALTIES.reduce(
    (weight, penalty) =>
      penalty.where.test(path) && !penalty.unless.test(query) ? weight * penalty.weight : weight,
    isBarrel(path) ? 0.85 : 1,
  );

/** Files that only pass on what others define. */
const isBarrel = (path: string): boolean =>
  /^(index\.[cm]?[jt]sx?|__init__\.py|mod\.rs)$/.test(basename(path));
