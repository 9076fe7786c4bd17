import { isDigit } from '../scan/boundaries.ts';
import { FRAME } from '../scan/frames.ts';
import type { Literal } from '../scan/literal.ts';
import type { Finder, Report } from '../scan/spans.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { isSecretField } from '../values/secret-values.ts';

/** ~/.pgpass: host:port:database:user:password. */
const PGPASS = new RegExp(
  String.raw`^${FRAME} ?(?:[A-Za-z0-9*](?:[A-Za-z0-9.-]{0,100}[A-Za-z0-9])?|\*):(?:\d{4,5}|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:([^\s:]{6,128})[ \t\r]*$`,
  'gm',
);
const DIGITS = '0123456789';
export const FILE_LITERALS: readonly Literal[] = [
  ...[...DIGITS].map(
    (digit): Literal => ({ layer: 'port', text: `:${digit}`, next: DIGITS, isMeant: isPort }),
  ),
  { layer: 'port', text: ':*:' },
  { layer: 'webKey', text: 'kty' },
];
/** The private members of a JSON Web Key. */
const JWK_MEMBER = /\\?"(?:d|p|q|dp|dq|qi|k)\\?"[ \t]*:[ \t]*\\?"([A-Za-z0-9_-]{20,2048})\\?"/g;
/** A file name with a line number looks like a host with a port. */
const SOURCE_FILE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|c|h|cc|cpp|cs|php|sh|md|ya?ml|json|txt|log|css|html?):/;

const COLON = 58;

/** Four or five digits between colons. */
function isPort(text: string, index: number): boolean {
  if (!isDigit(text.charCodeAt(index + 3)) || !isDigit(text.charCodeAt(index + 4))) return false;
  const fifth = text.charCodeAt(index + 5);
  return fifth === COLON || (isDigit(fifth) && text.charCodeAt(index + 6) === COLON);
}

/** Files that hold secrets by position instead of by name. */
export const findFileSecrets: Finder = (text, from, { port, webKey }, report) => {
  if (port) maskPgpass(text, from, report);
  if (webKey) maskJwkMembers(text, from, report);
};

function maskPgpass(text: string, from: number, report: Report): void {
  PGPASS.lastIndex = from;
  for (let found = PGPASS.exec(text); found !== null; found = PGPASS.exec(text)) {
    const [line, password = ''] = found;
    const isPassword = isSecretField('password', password);
    const start = found.index + line.lastIndexOf(password);
    if (isPassword && !SOURCE_FILE.test(line)) report(start, start + password.length);
  }
}

function maskJwkMembers(text: string, from: number, report: Report): void {
  JWK_MEMBER.lastIndex = from;
  for (let found = JWK_MEMBER.exec(text); found !== null; found = JWK_MEMBER.exec(text)) {
    const [member, value = ''] = found;
    const start = found.index + member.lastIndexOf(value);
    if (isOnLineWith(text, found.index, 'kty') && !isPlaceholder(value)) report(start, start + value.length);
  }
}

function isOnLineWith(text: string, at: number, word: string): boolean {
  const near = text.slice(Math.max(0, at - 4096), at + 4096);
  const middle = Math.min(at, 4096);
  const lineStart = near.lastIndexOf('\n', middle) + 1;
  const lineEnd = near.indexOf('\n', middle);
  return near.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).includes(word);
}
