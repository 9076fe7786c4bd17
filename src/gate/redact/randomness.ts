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
const COMMON_PAIRS = new Set(
  Object.entries(FOLLOWERS).flatMap(([first, followers]) => [...followers].map((next) => first + next)),
);

/** Names of formats and versions have digits in them and are no secrets. */
const FORMAT_WORDS =
  /base-?(?:16|32|36|58|62|64|85)|sha-?(?:512[-_/]?(?:224|256)|224|256|384|512)|utf-?(?:8|16|32)|o?auth-?[12]|ipv[46]|ed-?(?:25519|448)|aes-?(?:128|192|256)|secp\d{3}[rk]1|pkcs-?(?:1|7|8|11|12)|(?<![A-Za-z0-9])(?:sha-?[123]|md-?[45]|http-?[123]|x-?509|[hrep]s(?:256|384|512)|p-?(?:224|256|384|521)|i18n|l10n|a11y|k8s|ec2|s3|2fa|v\d{1,3}(?:alpha|beta)?\d{0,2}|\d{1,3}-?bits?)(?![A-Za-z0-9])/gi;

const LETTER_RUN = /[A-Za-z]+/g;
const HEX = /^(?:[0-9a-f]{32,}|[0-9A-F]{32,})$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

interface Expectation {
  /** Fewer letters and digits than this prove nothing. */
  readonly shortest?: number;
  /** Its name already says that it is secret, so a few signs of chance are enough. */
  readonly isNamed?: boolean;
}

/** Whether a machine more likely made it than a person: many changes of character class, or letters no word has. */
export function looksRandom(value: string, { shortest = 8, isNamed = false }: Expectation = {}): boolean {
  if (HEX.test(value) || UUID.test(value)) return countDistinct(value) >= 6;
  const rest = value.replace(FORMAT_WORDS, '-');
  if (!/[A-Za-z]/.test(rest)) return false;
  const length = countAlphanumerics(rest);
  if (length < shortest || countDistinct(rest) < 6 || readsAsWords(rest)) return false;
  const { pairs, rare } = readLetters(rest);
  if (!/\d/.test(rest)) return length >= 12 && rare >= pairs * (length < 16 ? 0.35 : 0.28);
  const isOnePiece = isNamed && ONE_PIECE.test(rest);
  if (countSwitches(rest) >= (isOnePiece ? 3 : Math.max(3, length * 0.25))) return true;
  return pairs >= 6 && rare >= pairs * 0.28;
}

const ONE_PIECE = /^[A-Za-z0-9+/=!@#$%^&*?~]+$/;

/** Whether most of it is letters in the order in which words have them. */
export function readsAsWords(value: string): boolean {
  const { pairs, rare } = readLetters(value);
  const areWords = pairs >= 8 && rare < pairs * 0.13 && pairs > countAlphanumerics(value) * 0.5;
  return areWords && countSwitches(value) < pairs * 0.35;
}

const countAlphanumerics = (value: string): number => value.replace(/[^A-Za-z0-9]+/g, '').length;

/** The share of neighbouring letters that are rare in words. */
export function shareOfRarePairs(value: string): number {
  const { pairs, rare } = readLetters(value);
  return pairs === 0 ? 0 : rare / pairs;
}

/** Pairs of neighbouring letters, and how many of them are rare in words. */
function readLetters(value: string): { pairs: number; rare: number } {
  let pairs = 0;
  let rare = 0;
  for (const [run] of value.matchAll(LETTER_RUN)) {
    const lower = run.toLowerCase();
    for (let i = 1; i < lower.length; i++) {
      pairs++;
      if (!COMMON_PAIRS.has(lower.slice(i - 1, i + 1))) rare++;
    }
  }
  return { pairs, rare };
}

/** How often letters, digits and signs, and small letters and capitals, take turns. */
function countSwitches(value: string): number {
  let switches = 0;
  let previous = '';
  for (const character of value) {
    const current = kindOf(character);
    const isTurn = previous !== '' && current !== '' && previous !== current;
    // "Word" is one capital and then small letters: no turn.
    if (isTurn && !(previous === 'capital' && current === 'small')) switches++;
    previous = current;
  }
  return switches;
}

function kindOf(character: string): string {
  if (character >= '0' && character <= '9') return 'digit';
  if (character >= 'a' && character <= 'z') return 'small';
  if (character >= 'A' && character <= 'Z') return 'capital';
  return '!@#$%^&*?~+='.includes(character) ? 'sign' : '';
}

const countDistinct = (value: string): number => new Set(value).size;
