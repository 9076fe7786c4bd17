import { withoutEnd } from '../../../core/text/trim-end.ts';
import { remember } from '../../../core/timing/remember.ts';
import { classifyName, type NameKind } from '../finders/secret-names.ts';
import { isChosen, isChosenAsSaid } from './chosen-passwords.ts';
import { hasOrdinaryShape, looksLikeCode } from './ordinary-values.ts';
import { isPlaceholder } from './placeholders.ts';
import { looksRandom, readsAsWords, shareOfRarePairs } from './randomness.ts';

/** How a value stands in the text. */
export interface ValueForm {
  readonly isQuoted: boolean;
  /** The character after an unquoted value. */
  readonly next: string;
  /** The value's place is only a hint (a list, a call, prose): it must look random, whatever the name says. */
  readonly isLoose: boolean;
  /** A sentence says so: "the password is". */
  readonly isSaid?: boolean;
}

/** Enough to judge by; a longer value is judged by its beginning, so that the cost stays bounded. */
const JUDGED = 200;
const SHORTEST = 6;
const IDENTIFIER = /^[A-Za-z][A-Za-z]*(?:[-_. :/][A-Za-z]+)*$/;
/** `arg1`, `value2`: names that programs number, and formats that are named with a number. */
const CODE_NOUN =
  /^(?:args?|argv|params?|val|value|var|str|string|text|line|data|input|output|field|buf|buffer|bytes|result|res|ret|item|elem|node|name|user|column|col|row|option|opt|temp|num|int|idx|index|obj|object|type|test|case|step|part|group|level|layer|phase|class|model|stage|page|version|method|number|sample|key|oauth|sha|md|utf|base|aes|rsa|hs|rs|es|gpt|python|java|ipv|http)_?\d+$/i;
/** Types that say how many bits they have. */
const NUMERIC_TYPE = /^(?:big)?u?(?:int|float)\d{1,3}(?:_t|clamped)?(?:array)?$/i;
/** Beyond the Latin letters with their accents: prose that has no spaces. */
const FOREIGN_SCRIPT = /[\u0300-\uffff]/;
/** In a header the place says enough; only words are left. */
const MIXED_TOKEN = /^(?=.{12})(?=.*[A-Za-z])(?=.*\d.*\d.*\d)[\w.~+/-]+={0,2}$/;
/** The lengths that keys of services have, with both kinds of letters and some digits. */
const API_KEY =
  /^(?=(?:\D*\d){3})(?=.*[a-z])(?=.*[A-Z])(?:[A-Za-z0-9]{32}|[A-Za-z0-9]{40}|[A-Za-z0-9]{48}|[A-Za-z0-9]{64})$/;
const INNER_SIGN = /[A-Za-z0-9][@!#%^?~+][A-Za-z0-9]/;
const HEX = /^[0-9a-f]*$/i;
/** Hex or a UUID. */
const UNBROKEN = /^[0-9a-f]{32,}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WORD = /^[A-Za-z]+\d{0,3}$/;

/** Whether a value beside a name of this kind is a secret and not a type, a variable, a placeholder or prose. */
export function isSecretValue(value: string, kind: NameKind, form: ValueForm): boolean {
  if (kind === 'none' || kind === 'cookie') return false;
  const judged = value.slice(0, JUDGED);
  if (form.isQuoted && isNoise(judged)) return true;
  // What most values fail comes first.
  if (judged.length < SHORTEST || !isConvincing(judged, kind, form) || isPlaceholder(judged)) return false;
  if (/\s|%20/.test(judged)) return false;
  if (hasOrdinaryShape(judged) && !(kind === 'password' && !form.isLoose && isNumber(judged, form)))
    return false;
  return form.isQuoted || !looksLikeCode(judged, form.next);
}

/** Letters, digits and signs of all kinds without order, as generators of salts make them: no template has so many. */
const isNoise = (value: string): boolean =>
  value.length >= 40 &&
  new Set(value.replace(/[\w\s.,:;/-]/g, '')).size >= 8 &&
  /\d[^\d]+\d/.test(value) &&
  !/[a-z]{5}|\\|[^\x20-\x7e]/.test(value);

/** The same for a value that stands alone under its name, as in structured data. */
export const isSecretField = (name: string, value: string): boolean =>
  isSecretValue(value, kindOf(name), { isQuoted: true, next: '', isLoose: false });

// A tool's answers have the same names every time.
const kindOf = remember(classifyName);

function isConvincing(value: string, kind: NameKind, form: ValueForm): boolean {
  const { isLoose } = form;
  switch (kind) {
    case 'password':
      return isLoose ? isPasswordByItself(value, form) : looksLikePassword(value) || isNumber(value, form);
    case 'secret':
      return looksRandom(value, { isNamed: !isLoose }) || isChosen(value) || isBasicCredential(value);
    case 'authorization':
      return looksRandom(value, { isNamed: true }) || isBasicCredential(value) || MIXED_TOKEN.test(value);
    case 'signature':
      return looksRandom(value, { shortest: 20 });
    case 'doubtful':
      return (looksRandom(value, { shortest: 20 }) && !isComposed(value)) || isBasicCredential(value);
    case 'setting':
      return !isLoose && looksRandom(value, { shortest: 16 }) && (UNBROKEN.test(value) || !isComposed(value));
    case 'vague':
      return API_KEY.test(value) && looksRandom(value);
    case 'cookie':
    case 'none':
      return false;
  }
}

/** A place that proves little needs a value that nobody writes for anything else. */
const isPasswordByItself = (value: string, { isSaid = false }: ValueForm): boolean =>
  looksRandom(value, { isNamed: true }) || (isSaid ? isChosenAsSaid(value) : isChosen(value));

/** Digits alone: without quotes they count something. */
const isNumber = (value: string, { isQuoted }: ValueForm): boolean => isQuoted && /^\d{6,12}$/.test(value);

/** Words, numbers and hex joined by signs: checksums, identifiers and names made of them, such as those of caches. */
const isComposed = (value: string): boolean =>
  value.split(/[-_.:/]/).every((part) => HEX.test(part) || (WORD.test(part) && !looksRandom(part)));

/** A person's password: a word would do for a person, but not for us, so it needs a digit or a sign inside. */
function looksLikePassword(value: string): boolean {
  if (IDENTIFIER.test(value)) return looksRandom(value, { shortest: 12 }) || looksTyped(value);
  if (CODE_NOUN.test(value) || NUMERIC_TYPE.test(value) || FOREIGN_SCRIPT.test(value)) return false;
  if (/^\d+$/.test(value)) return false;
  if (/\d/.test(value)) return /[^\d.,:/-]/.test(value);
  return !readsAsWords(value) && (INNER_SIGN.test(value) || looksRandom(value));
}

/** Letters alone: capitals and small letters mixed as no name mixes them, or in an order that no word has. */
function looksTyped(value: string): boolean {
  if (!/^(?=.*[a-z])(?=.+[A-Z])[A-Za-z]{8,}$/.test(value)) return false;
  const humps = value.split(/(?<=[a-z])(?=[A-Z])/).length;
  return (humps >= 3 && value.length / humps < 3.4) || shareOfRarePairs(value) >= 0.4;
}

/** The base64 of "user:password". */
export function isBasicCredential(value: string): boolean {
  if (value.length < 8 || value.length > JUDGED || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return false;
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e]{1,80}:[\x20-\x7e]{1,120}$/.test(decoded) && withoutEnd(value, '=').length % 4 !== 1;
}
