import { looksRandom, shareOfRarePairs } from './randomness.ts';

/** Values that have digits and signs in them and are plainly something else. */
const SHAPES: readonly RegExp[] = [
  // numbers, sizes, durations
  /^[-+~]?\d[\d_,.]*(?:e[-+]?\d+)?\s?(?:[kmgtp]?i?b|[munp]?s|min|[mhdwy]|px|r?em|%|x|rpm|[kmgt]?hz|bits?|bytes?|chars?|tokens?)?$/i,
  /^0x[0-9a-f]{1,8}$/i,
  // dates, times, time spans
  /^\d{4}-\d\d-\d\d(?:[T ][\d:.,Z+-]*)?$/,
  /^\d{1,2}:\d\d(?::\d\d)?/,
  /^(?:\d+[dhms]){1,4}$/,
  // versions, ranges
  /^[v^~<>=]{0,2}\d+\.[\dx*]+(?:\.[\dx*]+)?(?:[-+.][\w.-]*)?$/i,
  // addresses
  /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\d+)?$/,
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$|^[a-z]+@[a-z]+$/i,
  /^(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|local|internal|cloud|app|svc|test|example|invalid|edu|gov|co|ai|sh)(?::\d+)?(?:\/.*)?$/i,
  /^[a-z][a-z0-9+.-]*:\/\//i,
  /^[a-z][a-z0-9.-]*:\d{2,5}$/i,
  // files
  /^[\w./\\~ -]+\.(?:pem|key|crt|cer|csr|jsonc?|ya?ml|txt|env|[cm]?[jt]sx?|py|rb|go|rs|java|md|conf|cnf|ini|toml|xml|html?|css|scss|png|jpe?g|gif|svg|ico|sh|log|gpg|asc|p12|pfx|jks|lock|map|sql|csv|php|vue|zip|gz|tar|exe|dll|so|pub|kdbx|7z|rar|t?[bgx]z2?|bak|db|dat|bin|pdf|docx?|xlsx?|iso|img|jar|war|deb|rpm|apk)$/i,
  // checksums, names of resources and of places where a secret is kept
  /^sha(?:1|256|384|512)[-:]/i,
  /^(?:arn|urn|projects|vault|secret|ssm|secretsmanager|ref\+|op|env|file|kms|keychain|keyring|doppler|infisical|ENC|AQICA|gcp-secret|azurekeyvault|@Microsoft|pass)[:[(/]/i,
  /^![A-Za-z]+$/,
  // characters by their codes, alphabets
  /\\x[0-9a-f]{2}|\\U[0-9a-f]{8}/i,
  /abcdefghijklmnop.*ABCDEFGHIJKLMNOP|ABCDEFGHIJKLMNOP.*abcdefghijklmnop/,
  // algorithms, colours, patterns
  /^(?:aes|rsa|sha|hmac|tls|pbkdf2|argon2|chacha20|ecdsa|ecdhe)[-_]?\d[\w-]{0,20}$|^[ehrp]s(?:256|384|512)k?$/i,
  /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i,
  /^\^.*[$*+\])]$|^\^[[(\\]|^\/.*\/[a-z]{0,3}$|\\[dwsb]|\[[a-z]-[a-z]/i,
];
const ANY_SHAPE = new RegExp(SHAPES.map(({ source }) => source).join('|'), 'i');
const PATH = /^(?:~|\.{1,2})?[/\\]|^[A-Za-z]:[\\/]|^[\w.@-]+(?:\/[\w.@-]+)+\/?$/;

/** Base64 of the lengths that keys have, with a digit and both kinds of letters. */
const ENCODED =
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?:[A-Za-z0-9+/]{40}|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/;

/** Numbers, dates, versions, addresses, files, checksums, patterns. */
export function hasOrdinaryShape(value: string): boolean {
  return ANY_SHAPE.test(value) || RULES.test(value) || isPath(value);
}

/** What a field must fulfil: `required|string|min:8`. */
const RULES = /^[a-z_]+(?::[\w,./-]+)?(?:\|[a-z_]+(?::[\w,./-]+)?)+$/;

/** Base64 has slashes too: a path is made of words. */
function isPath(value: string): boolean {
  if (!PATH.test(value) || isEncodedKey(value) || isEncodedSecret(value)) return false;
  return !value.split(/[/\\]/).some((part) => looksRandom(part, { shortest: 12 }));
}

/** The same for other lengths, which prove less: no part may be a word. */
const isEncodedSecret = (value: string): boolean =>
  /^(?=.*\d.*\d)[A-Za-z0-9+/]{24,100}={0,2}$/.test(value) &&
  !/[a-z]{4}/.test(value) &&
  looksRandom(value.replaceAll('/', ''), { shortest: 20 });

/** Calls, generics, indexes, template strings, objects, operators. */
const EXPRESSION =
  /^[\w$.:>?!-]*[A-Za-z_$\])][([<{`]|^[*&!~-]*\(|^[([{<`|\\;,)\]}]|=>|&&|\|\||\?\?|^\+\+|\+\+$|::|->|\?\.|^\/\/|^--/;
/** A literal with more code behind it, and a choice between the members of objects. */
const LITERAL_OR_CHOICE =
  /^(?:null|undefined|true|false|void)[,;)]|^[A-Za-z_$][\w$]*\.[\w$.]+\?[\w$.+-]+:[\w$.]/;
/** Variables of shells and templates. */
const VARIABLE = /^\$[A-Za-z_{(:]|^%[A-Za-z_]\w*%?$/;
/** Dereferences, negations, decorators, comments, names: unless the letters are no word. */
const REFERENCE = /^[*&!~@#-]+[A-Za-z_$][\w$.]*$|^[@#][A-Za-z_ ]/;
const MEMBERS = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+;?$/;
const PLAIN_IDENTIFIER = /^[A-Za-z_$][A-Za-z_$]*\d{0,2}$/;

/** Whether this is the base64 of a key: its slashes make no path and no comment of it. */
const isEncodedKey = (value: string): boolean =>
  ENCODED.test(value) && looksRandom(value.replaceAll(/[+/]/g, ''), { shortest: 28 });

/** A password may have a point in it; the members of an object are words. */
function isRandomWithDots(value: string): boolean {
  const joined = value.replaceAll('.', '');
  const isMixed =
    /\d/.test(joined) && looksRandom(joined, { isNamed: true }) && shareOfRarePairs(joined) >= 0.35;
  return isMixed || value.split('.').some((part) => looksRandom(part, { shortest: 12 }));
}

/** Whether an unquoted value reads as an expression of a program. */
export function looksLikeCode(value: string, next: string): boolean {
  if (next === '(' || next === '[' || next === '{' || next === '`') return true;
  if (isEncodedKey(value)) return false;
  if (EXPRESSION.test(value) || LITERAL_OR_CHOICE.test(value) || VARIABLE.test(value)) return true;
  if (MEMBERS.test(value)) return !isRandomWithDots(value);
  const isIdentifier = (next === ';' || next === ')' || next === ',') && PLAIN_IDENTIFIER.test(value);
  return (isIdentifier || REFERENCE.test(value)) && !looksRandom(value, { isNamed: true });
}
