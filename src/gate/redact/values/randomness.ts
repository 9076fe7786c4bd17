import { isCapital, isDigit, isSmall } from '../scan/boundaries.ts';
import { isRarePair } from './letter-pairs.ts';

/** Names of formats and versions have digits in them and are no secrets. */
const FORMAT_WORDS =
  /base-?(?:16|32|36|58|62|64|85)|sha-?(?:512[-_/]?(?:224|256)|224|256|384|512)|utf-?(?:8|16|32)|o?auth-?[12]|ipv[46]|ed-?(?:25519|448)|aes-?(?:128|192|256)|secp\d{3}[rk]1|pkcs-?(?:1|7|8|11|12)|(?<![A-Za-z0-9])(?:sha-?[123]|md-?[45]|http-?[123]|x-?509|[hrep]s(?:256|384|512)|p-?(?:224|256|384|521)|i18n|l10n|a11y|k8s|ec2|s3|2fa|v\d{1,3}(?:alpha|beta)?\d{0,2}|\d{1,3}-?bits?)(?![A-Za-z0-9])/gi;
const HEX = /^(?:[0-9a-f]{32,}|[0-9A-F]{32,})$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ONE_PIECE = /^[A-Za-z0-9+/=!@#$%^&*?~]+$/;
const FEWEST_DISTINCT = 6;

interface Expectation {
  /** Fewer letters and digits than this prove nothing. */
  readonly shortest?: number;
  /** Its name already says that it is secret, so a few signs of chance are enough. */
  readonly isNamed?: boolean;
}

/** The value without the names of formats, whose digits say nothing. */
export const withoutFormatWords = (value: string): string => value.replace(FORMAT_WORDS, '-');

/** Whether a machine more likely made it than a person: many changes of character class, or letters no word has. */
export function looksRandom(value: string, expectation: Expectation = {}): boolean {
  if (!seemsRandom(value, expectation)) return false;
  const rest = withoutFormatWords(value);
  return rest === value || seemsRandom(rest, expectation);
}

function seemsRandom(value: string, { shortest = 8, isNamed = false }: Expectation): boolean {
  const { letters, digits, pairs, rare, switches, distinct, areWords } = inspect(value);
  const length = letters + digits;
  if (length < shortest || distinct < FEWEST_DISTINCT || letters === 0) return false;
  if (HEX.test(value) || UUID.test(value)) return true;
  if (areWords) return false;
  if (digits === 0) return length >= 12 && rare >= pairs * (length < 16 ? 0.35 : 0.28);
  const needed = isNamed && ONE_PIECE.test(value) ? 3 : Math.max(3, length * (isNamed ? 0.18 : 0.25));
  return switches >= needed || (pairs >= 6 && rare >= pairs * 0.28);
}

/** Whether most of it is letters in the order in which words have them. */
export const readsAsWords = (value: string): boolean => inspect(value).areWords;

/** The share of neighbouring letters that are rare in words. */
export function shareOfRarePairs(value: string): number {
  const { pairs, rare } = inspect(value);
  return pairs === 0 ? 0 : rare / pairs;
}

export const countDistinct = (value: string): number => inspect(value).distinct;

interface Characters {
  readonly letters: number;
  readonly digits: number;
  /** Neighbouring letters, and those of them that are rare in words. */
  readonly pairs: number;
  readonly rare: number;
  /** How often letters, digits and signs, and small letters and capitals, take turns. */
  readonly switches: number;
  readonly distinct: number;
  readonly areWords: boolean;
}

const SIGNS = '!@#$%^&*?~+=';
const OTHER = 0;
const SMALL = 1;
const CAPITAL = 2;
const DIGIT = 3;
const SIGN = 4;

/** When a character was last seen, in runs of `inspect`: a set that need not be cleared. */
const seenIn = new Uint32Array(128);
let run = 0;

/** The same value is asked about several times in a row. */
let last: { readonly value: string; readonly characters: Characters } | undefined;

function inspect(value: string): Characters {
  if (last?.value === value) return last.characters;
  const characters = count(value);
  last = { value, characters };
  return characters;
}

function count(value: string): Characters {
  run++;
  const counts = [0, 0, 0, 0, 0];
  let pairs = 0;
  let rare = 0;
  let switches = 0;
  let distinct = 0;
  let previous = OTHER;
  let previousLetter = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    const kind = kindOf(code);
    if (code >= 128 || seenIn[code] !== run) distinct++;
    if (code < 128) seenIn[code] = run;
    counts[kind] = (counts[kind] ?? 0) + 1;
    // "Word" is one capital and then small letters: no turn.
    if (
      kind !== previous &&
      kind !== OTHER &&
      previous !== OTHER &&
      !(previous === CAPITAL && kind === SMALL)
    )
      switches++;
    const letter = kind === SMALL ? code : kind === CAPITAL ? code + 32 : 0;
    if (letter !== 0 && previousLetter !== 0) {
      pairs++;
      if (isRarePair(previousLetter, letter)) rare++;
    }
    previous = kind;
    previousLetter = letter;
  }
  const letters = (counts[SMALL] ?? 0) + (counts[CAPITAL] ?? 0);
  const digits = counts[DIGIT] ?? 0;
  const areWords =
    pairs >= 8 && rare < pairs * 0.13 && pairs > (letters + digits) * 0.4 && switches < pairs * 0.35;
  return { letters, digits, pairs, rare, switches, distinct, areWords };
}

function kindOf(code: number): number {
  if (isSmall(code)) return SMALL;
  if (isDigit(code)) return DIGIT;
  if (isCapital(code)) return CAPITAL;
  return SIGNS.includes(String.fromCharCode(code)) ? SIGN : OTHER;
}
