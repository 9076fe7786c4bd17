import { isAlphanumeric, matchAt } from '../scan/boundaries.ts';
import type { Literal } from '../scan/literal.ts';
import type { Finder } from '../scan/spans.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { looksRandom } from '../values/randomness.ts';

export const AUTHORITY_LITERALS: readonly Literal[] = [
  { layer: 'authority', text: '://', isMeant: followsScheme },
  { layer: 'authority', text: ':\\/\\/', isMeant: followsScheme },
];

function followsScheme(text: string, index: number): boolean {
  return isAlphanumeric(text.charCodeAt(index - 1));
}

const USER = /[^\s/?#@:"'`<>\\|]{0,256}/y;
const PASSWORD_AREA = /[^\s"'`<>\\]{1,512}/y;
const LONGEST = 512;
/** A port, or a path after one: what follows an @ there is a scope or an address. */
const PORT = /^\d{1,5}(?:$|[^\w!$%^*~+=-])/;
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?(?:[/?#,;)]|$)/i;
const DIGEST = /^sha(?:256|512):/;

/** `scheme://user:password@host`, and a token in place of the user. */
export const findUrlCredentials: Finder = (text, _from, { authority = [] }, report) => {
  let nextAt = -1;
  for (const { index, text: sign } of authority) {
    const userStart = index + sign.length;
    if (nextAt < userStart) nextAt = indexOrEnd(text.indexOf('@', userStart));
    if (nextAt - userStart > LONGEST) continue;
    // Not a user, but an address of IPv6.
    if (text[userStart] === '[') continue;
    const user = matchAt(USER, text, userStart)?.[0] ?? '';
    const userEnd = userStart + user.length;
    if (text[userEnd] === '@') {
      if (looksRandom(user, { shortest: 16 }) && !isPlaceholder(user)) report(userStart, userEnd);
      continue;
    }
    if (text[userEnd] !== ':') continue;
    const area = matchAt(PASSWORD_AREA, text, userEnd + 1)?.[0] ?? '';
    const length = passwordLength(area);
    if (length === 0 || !isPassword(area.slice(0, length), user)) continue;
    report(userEnd + 1, userEnd + 1 + length);
    if (looksRandom(user, { shortest: 20 })) report(userStart, userEnd);
  }
};

const indexOrEnd = (index: number): number => (index === -1 ? Number.POSITIVE_INFINITY : index);

/** Up to the last @ before the path; or, for a password with a slash in it, up to the first @ before a host. */
function passwordLength(area: string): number {
  const authorityEnd = area.search(/[/?#]/);
  const authority = authorityEnd === -1 ? area : area.slice(0, authorityEnd);
  const at = authority.lastIndexOf('@');
  if (at > 0 && !DIGEST.test(area.slice(at + 1)) && !PORT.test(area.slice(0, at))) return at;
  if (at !== -1 || PORT.test(area)) return 0;
  const later = area.indexOf('@');
  return later > 0 && later < 128 && HOST.test(area.slice(later + 1)) ? later : 0;
}

/** Too short, or the name of a method as CVS has it. */
const NO_PASSWORD = /^(?:(?:pserver|ext):.*|.{1,3}|[a-z]{1,4}|p4ss|1234\d{0,2})$/i;

function isPassword(password: string, user: string): boolean {
  if (NO_PASSWORD.test(password) || password.toLowerCase() === user.toLowerCase()) return false;
  return !isPlaceholder(decodeSafely(password));
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
