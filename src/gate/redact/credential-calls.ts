import { matchAt } from './boundaries.ts';
import type { Literal } from './literal.ts';
import { isSecretValue } from './secret-values.ts';
import type { Finder } from './spans.ts';

/** Calls that take a name and a password, which no name stands beside. */
const NAMES = [
  'BasicAuth',
  'DigestAuth',
  'basic_auth',
  'PasswordCredential',
  'NetworkCredential',
  'PasswordAuthentication',
  '.auth',
];
export const CALL_LITERALS: readonly Literal[] = NAMES.map((text) => ({ layer: 'call', text }));

const STRING = String.raw`(["'\x60])((?:[^"'\x60\\\n]|\\.)*)`;
const CALL = new RegExp(
  String.raw`(?:${NAMES.map((name) => name.replace('.', '\\.')).join('|')})[A-Za-z]{0,12}\([ \t]{0,8}${STRING}\1,[ \t]{0,8}${STRING}\3`,
  'y',
);

export const findCallSecrets: Finder = (text, _from, { call = [] }, report) => {
  for (const { index } of call) {
    const found = matchAt(CALL, text, index);
    const password = found?.[4];
    if (found === null || password === undefined) continue;
    const end = index + found[0].length - 1;
    if (isSecretValue(password, 'password', { isQuoted: true, next: '', isLoose: false }))
      report(end - password.length, end);
  }
};
