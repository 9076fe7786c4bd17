import { expect, test } from 'vitest';
import { createRedactor } from '../redactor.ts';

const SECRET = 'p@ss "w0rd"/+<x>&';
const redact = createRedactor({ known: [SECRET] });
const bytes = Buffer.from(SECRET);

test.each([
  ['as it is', SECRET],
  ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
  ['percent-encoded', encodeURIComponent(SECRET)],
  ['in a form', new URLSearchParams({ a: SECRET }).toString().slice(2)],
  ['base64', bytes.toString('base64')],
  ['base64url', bytes.toString('base64url')],
  ['hex', bytes.toString('hex')],
  ['HEX', bytes.toString('hex').toUpperCase()],
  ['in HTML', 'p@ss &quot;w0rd&quot;/+&lt;x&gt;&amp;'],
])('a known value %s is masked', (_, form) => {
  expect(redact(`a ${form} b`)).toBe('a [REDACTED] b');
});

test.each([0, 1, 2, 3, 4, 5])(
  'a known value inside longer base64, %i bytes from its beginning, is masked',
  (length) => {
    const text = Buffer.from(`${'u'.repeat(length)}${SECRET}:rest of the text`).toString('base64');
    const masked = redact(text);
    expect(masked).toContain('[REDACTED]');
    expect(Buffer.from(masked.replace('[REDACTED]', '')).length).toBeLessThan(text.length - 16);
  },
);

test('a value that becomes known later is masked from then on, in every form and in open streams', () => {
  const later = createRedactor({ env: { MY_TOKEN: 'hunter2hunter2' } });
  const forms = [
    SECRET,
    JSON.stringify(SECRET).slice(1, -1),
    encodeURIComponent(SECRET),
    bytes.toString('base64'),
  ];
  const stream = later.stream();
  expect(later.text(forms.join('\n')).count).toBe(0);
  later.know(SECRET);
  expect(later(`${forms.join('\n')}\nhunter2hunter2`)).toBe(
    `${'[REDACTED]\n'.repeat(forms.length)}[REDACTED]`,
  );
  expect(stream.push(`a ${SECRET} b\n`)).toBe('a [REDACTED] b\n');
});

test('to make a value known is cheap, even a thousand times', () => {
  const growing = createRedactor({});
  const before = process.cpuUsage().user;
  for (let i = 0; i < 1000; i++) growing.know(`token-number-${i}-of-many`);
  expect(growing('a token-number-999-of-many b')).toBe('a [REDACTED] b');
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(1000);
});

test('words that every text has are not masked, even if somebody keeps them as secrets', () => {
  expect(
    createRedactor({ known: ['true', 'password', 'localhost', 'abc', '12345'] })('password: true 12345 abc'),
  ).toBe('password: true 12345 abc');
});

test('of two values the longer one is masked whole', () => {
  expect(createRedactor({ known: ['abcdef1', 'abcdef1-extended'] })('abcdef1-extended abcdef1')).toBe(
    '[REDACTED] [REDACTED]',
  );
});

test('a value of several lines is masked by its lines', () => {
  const lines = ['Zk9qLw2Xc8Vb4Nm6Qa1S', 'Ty7uIo3pLk5jHg9fDs2A'];
  const several = createRedactor({ known: [lines.join('\n')] });
  expect(several(`${lines[0]}\n${lines[1]}`)).toBe('[REDACTED]\n[REDACTED]');
  expect(several(JSON.stringify(lines.join('\n')))).toBe('"[REDACTED]"');
});

test('the environment gives the values that its names call secret, and passwords of its URLs', () => {
  const inherited = createRedactor({
    env: {
      MY_TOKEN: 'hunter2hunter2',
      DB_PASSWORD: 'swordfish',
      DATABASE_URL: 'postgres://app:tr0ub4dor@db/app',
      STRIPE_KEY: 'Zk9qLw2Xc8Vb4Nm6Qa1S',
    },
  });
  expect(inherited('hunter2hunter2 swordfish tr0ub4dor Zk9qLw2Xc8Vb4Nm6Qa1S')).toBe(
    '[REDACTED] [REDACTED] [REDACTED] [REDACTED]',
  );
  expect(inherited('swordfishes are fish')).toBe('swordfishes are fish');
});

test('of the environment, words, paths, addresses and flags are not secret', () => {
  const env = {
    PATH: '/usr/local/bin:/usr/bin',
    PWD: '/home/me/project',
    OLDPWD: '/home/me',
    SSH_AUTH_SOCK: '/tmp/ssh-x1/agent.12',
    GIT_ASKPASS: '/usr/bin/askpass',
    API_KEY_FILE: '/run/secrets/key',
    TOKEN_TYPE: 'bearer',
    AUTH_METHOD: 'password',
    DB_PASSWORD: 'postgres',
    USE_TOKEN: 'true',
    SECRET_NAME: 'db-credentials',
    TOKEN_URL: 'https://example.com/token',
    SORT_KEY: 'created_at',
    SESSION_SECRET: 'short',
    XDG_SESSION_TYPE: 'wayland',
  };
  const text = Object.values(env).join('\n');
  expect(createRedactor({ env }).text(text)).toEqual({ text, count: 0 });
});
