import { expect, test } from 'vitest';
import { TOKEN_FORMATS } from '../finders/token-formats.ts';
import { expandExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';
import { redactDeep } from './redact-deep.ts';

const redact = createRedactor({});
const TOKEN = expandExample('ghp_<36>', seeded(1));

test('the span is replaced, and each is counted', () => {
  expect(redact.text(`a ${TOKEN} b password=Xk29fLqz! c`)).toEqual({
    text: 'a [REDACTED] b password=[REDACTED] c',
    count: 2,
  });
  expect(redact.text('nothing here')).toEqual({ text: 'nothing here', count: 0 });
});

test('what is masked stays as it is when it is redacted again', () => {
  const once = redact(
    `password=Xk29fLqz! Authorization: Bearer ${TOKEN} https://a:Xk29fLqz@h/ {"token":"${TOKEN}"}`,
  );
  expect(once).not.toContain('Xk29');
  expect(redact.text(once)).toEqual({ text: once, count: 0 });
});

test('a secret that is known by its name only is masked in structured data too', () => {
  const value = {
    user: 'ann',
    password: 'Xk29fLqz!',
    nested: [{ apiKey: 'Zk9qLw2Xc8Vb4Nm6Qa1S', tokens: 12 }],
    note: `use ${TOKEN}`,
    type: 'password',
  };
  expect(redactDeep(value, redact)).toEqual({
    user: 'ann',
    password: '[REDACTED]',
    nested: [{ apiKey: '[REDACTED]', tokens: 12 }],
    note: 'use [REDACTED]',
    type: 'password',
  });
});

test.each([
  [`\u001b[32m${TOKEN}\u001b[0m`, '\u001b[32m[REDACTED]\u001b[0m'],
  [`${TOKEN.slice(0, 9)}\u001b[1m${TOKEN.slice(9)}`, '[REDACTED]'],
  [`INFO\u001b[0m${TOKEN}`, 'INFO\u001b[0m[REDACTED]'],
  [`\\u001b[32m${TOKEN}\\u001b[0m`, '\\u001b[32m[REDACTED]\\u001b[0m'],
  [
    `\u001b[1mpassword\u001b[0m: \u001b[33mXk29fLqz!\u001b[0m`,
    '\u001b[1mpassword\u001b[0m: \u001b[33m[REDACTED]\u001b[0m',
  ],
  [
    '\u001b]8;;https://a:Xk29fLqz@h/\u0007link\u001b]8;;\u0007',
    '\u001b]8;;https://a:[REDACTED]@h/\u0007link\u001b]8;;\u0007',
  ],
])('escape sequences hide nothing: %j', (text, masked) => {
  expect(redact(text)).toBe(masked);
});

/** Beginnings of everything that is searched, over and over: where a search goes back, time grows with the square. */
const PROBES = [
  ...TOKEN_FORMATS.flatMap(({ prefixes }) => [
    ...prefixes,
    prefixes.map((prefix) => `${prefix}a1B2`).join(''),
    prefixes.map((prefix) => `${prefix} `).join(''),
  ]).filter((piece) => piece !== ''),
  ...['password', 'token', 'key', 'auth', 'cookie', 'Authorization', 'x-api-key'].flatMap((name) =>
    [
      '',
      '=',
      '=a',
      '="',
      "='",
      '=\\"',
      ': ',
      ':\n',
      '=$',
      '=[',
      ' ',
      '\t',
      '(',
      ', "',
      '>',
      '=a,',
      '=a;',
      '=x;y=',
      '=Bearer ',
      '|',
    ].map((sign) => name + sign),
  ),
  ...[
    'http://',
    'http://a:',
    'http://a:b@',
    'a://b:c/',
    '@',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----END RSA PRIVATE KEY-----',
  ],
  ...[
    '-----BEGIN RSA PRIVATE KEY-----\n',
    `${'Ab1+'.repeat(16)}\n`,
    'MIIEpAIBAAKCAQEA',
    'LS0tLS1CRUdJTi ',
    'cGFzc3dvcm',
    'cGFzc3dvcmQ ',
    'mnemonic: a ',
    'variable "password" {\n',
    '\\n',
    '.',
    '*',
    'x',
    'A',
  ],
  ...[
    '\u001b',
    '\u001b[0m',
    '\u001b]',
    '\\u001b[0m',
    'm\u001b[0m',
    'Cookie: a=b; ',
    'curl ',
    'curl -u a:',
    'mysql -p',
    'echo "',
  ],
  ...[
    '<password>',
    '<password ',
    '{"name":"password","value":',
    'name: password\n',
    'a:1234:b:c:',
    '"kty" "d":"',
    ' ',
    '\n',
    '\r',
  ],
];

function millisecondsFor(piece: string, length: number): number {
  const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const before = process.cpuUsage().user;
  redact(text);
  return (process.cpuUsage().user - before) / 1000;
}

/**
 * A search reads 64 KB at once. What takes 120 ms for them by the square takes 1.7 ms for 8 KB, three times as long
 * as most probes, and sixteen times that for 32 KB.
 */
function grows(piece: string, usual: number): boolean {
  const short = millisecondsFor(piece, 8_000);
  if (short < 2 * usual) return false;
  return short > 20 * usual || millisecondsFor(piece, 32_000) > 8 * short;
}

test('time grows with the length and not with its square, whatever the text', { timeout: 300_000 }, () => {
  const times = PROBES.map((piece) => millisecondsFor(piece, 8_000));
  const usual = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  // Lines are held and cut in ways that only a long text shows.
  const suspects = PROBES.filter(
    (piece, i) => /[\r\n]/.test(piece) || ((times[i] ?? 0) > 2 * usual && grows(piece, usual)),
  );
  expect(suspects.filter((piece) => millisecondsFor(piece, 200_000) > 400)).toEqual([]);
});

test('a log of ten megabytes takes seconds, not minutes', { timeout: 120_000 }, () => {
  const line = (i: number) =>
    `2026-11-02T12:00:07.${i % 1000}Z INFO [worker-${i % 17}] request ${i.toString(16)} GET /api/v1/items/${i} status=200 cache hit for key item:${i}\n`;
  const log = Array.from({ length: 75_000 }, (_, i) => line(i)).join('');
  const before = process.cpuUsage().user;
  const { count } = redact.text(log);
  const seconds = (process.cpuUsage().user - before) / 1e6;
  expect({ count, isFast: log.length / 1e6 / seconds > 2 }).toEqual({ count: 0, isFast: true });
});
