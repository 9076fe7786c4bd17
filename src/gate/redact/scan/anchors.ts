import type { Literal } from './literal.ts';

/** Three neighbouring bytes of a literal as one number, and where in the literal they end. */
export interface Anchor {
  readonly bytes: number;
  readonly end: number;
}

const LENGTH = 3;
/** A long literal is found by its beginning, so that hits come almost in order. */
const SEARCHED = 32;

/** The rarest three characters of a literal, in every spelling that it allows. */
export function anchorsOf({ text, next, ignoresCase = false }: Literal): Anchor[] {
  const starts = text.length < LENGTH ? [...(next ?? '')].map((following) => text + following) : [text];
  if (starts.some((start) => start.length < LENGTH) || starts.length === 0)
    throw new Error(`A literal to search for needs three characters: ${text}`);
  const anchors = starts.flatMap((start) => {
    const end = endOfRarest(start);
    const anchor = start.slice(end - LENGTH, end);
    const spelt = ignoresCase ? spellings(anchor) : [anchor];
    return spelt.map((characters) => ({ bytes: toNumber(characters), end }));
  });
  // Characters beyond Latin-1 may share the half of themselves that is compared.
  return [...new Map(anchors.map((anchor) => [`${anchor.bytes} ${anchor.end}`, anchor])).values()];
}

const toNumber = (text: string, start = 0): number =>
  ((text.charCodeAt(start) & 255) << 16) |
  ((text.charCodeAt(start + 1) & 255) << 8) |
  (text.charCodeAt(start + 2) & 255);

/** Characters of source text, the most frequent first; whatever is not here is rarer. */
const FREQUENT = ' etnaoirsl\ncdpmu,.fg(h)\'";:=yb/v-kwx_01TSCEAI{}2qRjNLPDOMz';
const COMMONNESS = new Uint8Array(256);
for (let rank = 0; rank < FREQUENT.length; rank++)
  COMMONNESS[FREQUENT.charCodeAt(rank)] = FREQUENT.length - rank;

/** Words that source text is full of: their letters in a row prove nothing. */
const FREQUENT_WORDS =
  'const function return import export default from string number boolean interface readonly async await throw error ' +
  'type extends static public private undefined false require module object array content context connect container ' +
  'component application request response result message version description package name value index length option ' +
  'config expect describe file path process child parent node test settings this that with create redirect password ' +
  'user login register registry work word compose composer post https://www. model account modify command identifier code messages hashes integrity funding control class ' +
  'block socket mock buffer current execute complete compute compare shared required join( button( path = let get set ';
const FREQUENT_RUNS = new Set<number>();
for (let at = 0; at + LENGTH <= FREQUENT_WORDS.length; at++) FREQUENT_RUNS.add(toNumber(FREQUENT_WORDS, at));

function endOfRarest(literal: string): number {
  let rarest = LENGTH;
  let least = Number.POSITIVE_INFINITY;
  for (let end = LENGTH; end <= Math.min(literal.length, SEARCHED); end++) {
    let common = FREQUENT_RUNS.has(toNumber(literal, end - LENGTH)) ? 255 : 0;
    for (let i = end - LENGTH; i < end; i++) common += COMMONNESS[literal.charCodeAt(i) & 255] ?? 0;
    if (common >= least) continue;
    least = common;
    rarest = end;
  }
  return rarest;
}

function spellings(text: string): string[] {
  if (text === '') return [''];
  const ends = spellings(text.slice(1));
  const [small, capital] = [text.charAt(0), text.charAt(0).toUpperCase()];
  return (small === capital ? [small] : [small, capital]).flatMap((first) => ends.map((end) => first + end));
}
