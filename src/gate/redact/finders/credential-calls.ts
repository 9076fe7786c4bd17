import { matchAt } from '../scan/boundaries.ts';
import type { Literal } from '../scan/literal.ts';
import type { Finder } from '../scan/spans.ts';
import { isSecretValue } from '../values/secret-values.ts';

/** Calls that take a name and a password, which no name stands beside. */
const AFTER_USER = [
  ...[
    'BasicAuth',
    'DigestAuth',
    'basic_auth',
    'PasswordCredential',
    'NetworkCredential',
    'PasswordAuthentication',
  ],
  ...['.auth', 'WiFi.begin', 'username_pw_set', 'setCredentials'],
];
/** Calls that sign with a key, behind what they sign or the name of the way. */
const SIGNS = ['createHmac', 'jwt.sign', 'jwt.encode', 'jwt.verify', 'jwt.decode'];
/** Calls that take something else before the name. */
const AFTER_TWO = ['.PlainAuth', 'DBI->connect'];
export const CALL_LITERALS: readonly Literal[] = [...AFTER_USER, ...AFTER_TWO, ...SIGNS].map((text) => ({
  layer: 'call',
  text,
}));

const STRING = String.raw`(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60[^\x60\n]*\x60)`;
const oneOf = (names: readonly string[]): string => names.map((name) => name.replace('.', '\\.')).join('|');
const CALL = new RegExp(
  String.raw`(?:(?:${oneOf(AFTER_USER)})[A-Za-z]{0,12}\([ \t]{0,8}|(?:${oneOf(AFTER_TWO)})\([ \t]{0,8}${STRING},[ \t]{0,8})${STRING},[ \t]{0,8}(?<secret>${STRING})`,
  'dy',
);

const SIGNING = new RegExp(
  String.raw`(?:${oneOf(SIGNS)})\([ \t]{0,8}(?:${STRING}|\{[^{}\n]{0,200}\}|[\w.]{1,60}),[ \t]{0,8}b?(?<secret>${STRING})`,
  'dy',
);

/** What is written out there, and is not the name of a password or of a key. */
const CALLS = [
  [CALL, 'password'],
  [SIGNING, 'secret'],
] as const;

export const findCallSecrets: Finder = (text, _from, { call = [] }, report) => {
  for (const { index } of call) {
    for (const [pattern, kind] of CALLS) {
      const span = matchAt(pattern, text, index)?.indices?.groups?.secret;
      if (span === undefined) continue;
      const [start, end] = [span[0] + 1, span[1] - 1];
      if (isSecretValue(text.slice(start, end), kind, { isQuoted: true, next: '', isLoose: false }))
        report(start, end);
    }
  }
};
