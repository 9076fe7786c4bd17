import { expect, test } from 'vitest';
import { someOf } from '../../../../test/support/some-of.ts';
import { MASK } from '../../../core/text/mask.ts';
import { createRedactor } from '../redactor.ts';
import { createBudget, WITHHELD } from './budget.ts';
import { LITERALS } from './find-secrets.ts';
import { redactDeep } from './redact-deep.ts';

const redact = createRedactor({});

/** What every finder begins at, and what it reads on from. */
const TRIGGERS = [
  ...new Set(LITERALS.map(({ text, next = '' }) => text + next.charAt(0))),
  ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'htpasswd -', 'curl -b a=b', 'phrase is'],
  ...['authorization=Bearer+', 'name="password","a":', 'name="password";', 'backup codes', 'password to'],
  ...['kind: Secret\ndata:\n', '"kind":"Secret","data":{', "INSERT INTO t (a, password) VALUES ('"],
  ...['HTTP Cookie File\na.b\tTRUE\t/\tTRUE\t1\t', '"kty" "d":"', 'variable "password" {\n', 'a,password\n'],
];
const SEPARATORS = [
  '',
  '=',
  ':',
  ' ',
  '"',
  '\n',
  '{',
  '\\',
  '-',
  '_',
  '.',
  ',',
  '="',
  '@',
  'A1',
  '\u001b[0m',
  '\\_',
];
/** What may follow a trigger at any length. */
const RUNS = [
  ...['b', 'A', '0', ' ', '\t', '\n', '\\', '"', "'", '=', '-', 'x ', 'aB1.', '\\n', "''\\\t", '* ', "('a',"],
  ...[
    '"a":"qX9fB2kLw",',
    '\n  a: qX9fB2kLw9',
    'a.b\tTRUE\t/\tTRUE\t1\tsid\tqX9fB2kLwq8\n',
    'a\\_',
    '\r\n',
    'key="',
  ],
];

const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

function millisecondsFor(text: string): number {
  const before = process.threadCpuUsage();
  redact(text);
  const after = process.threadCpuUsage();
  return (after.user + after.system - before.user - before.system) / 1000;
}

const SHORT = 8_000;
/** Longer than what is worth a look, also on a slow machine. */
const NOTABLE_MS = 4;

/** Whether four times the text takes far more than four times as long; with the square it would be sixteen. */
function growsTooFast(textOf: (length: number) => string): boolean {
  if (millisecondsFor(textOf(SHORT)) < NOTABLE_MS) return false;
  const least = (length: number) => Math.min(...[1, 2, 3].map(() => millisecondsFor(textOf(length))));
  // What else the machine does at that moment must not count: what is slow is slow each time.
  return [1, 2, 3].every(() => {
    const short = Math.max(least(SHORT), 1);
    return short >= NOTABLE_MS / 2 && least(4 * SHORT) > 9 * short;
  });
}

const slowOnes = (cases: readonly (readonly [name: string, textOf: (length: number) => string])[]) =>
  someOf(cases, 7)
    .filter(([, textOf]) => growsTooFast(textOf))
    .map(([name]) => name);

test('a text full of one trigger takes time by its length', { timeout: 300_000 }, () => {
  const cases = TRIGGERS.flatMap((trigger) =>
    SEPARATORS.map((separator) => {
      const piece = trigger + separator;
      return [piece, (length: number) => repeated(piece, length)] as const;
    }),
  );
  expect(slowOnes(cases)).toEqual([]);
});

test('a trigger before anything long takes time by its length', { timeout: 300_000 }, () => {
  const cases = TRIGGERS.flatMap((trigger) =>
    RUNS.map(
      (run) => [`${trigger} and ${run}`, (length: number) => trigger + repeated(run, length)] as const,
    ),
  );
  expect(slowOnes(cases)).toEqual([]);
});

test('many triggers before what each of them reads take time by their length', { timeout: 300_000 }, () => {
  const cases = TRIGGERS.flatMap((trigger) =>
    RUNS.map((run) => {
      const textOf = (length: number) => repeated(`${trigger}\n`, length / 2) + repeated(run, length / 2);
      return [`${trigger} before ${run}`, textOf] as const;
    }),
  );
  expect(slowOnes(cases)).toEqual([]);
});

test('a short text cannot be read in so many ways that there is no end', () => {
  const texts = [
    `-----BEGIN PRIVATE KEY-----${'\\\\n'.repeat(24)}x`,
    `INSERT INTO t (a, password) VALUES ('${"''\\\t".repeat(24)}`,
  ];
  expect(texts.map((text) => millisecondsFor(text) < 50)).toEqual([true, true]);
});

test('lines that are held back for the next take time by their length', () => {
  const line = `${'key'.repeat(27)}${' '.repeat(150)}"+\n`;
  const many = `variable "${'key'.repeat(500)}\n`;
  for (const piece of [line, many]) expect(millisecondsFor(repeated(piece, 140_000))).toBeLessThan(1000);
});

/** A clock that goes on by this much with each look. */
const clockBy = (stepMs: number) => {
  let now = 0;
  return () => {
    now += stepMs;
    return now;
  };
};

test('what is left of a value after its time is over is withheld, in words', () => {
  const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'}`;
  const long = `${'an ordinary line of text\n'.repeat(12_000)}${token}\n`;
  const { text, count } = redact.text(long, createBudget(clockBy(400)));
  expect(text.endsWith(WITHHELD)).toBe(true);
  expect(text.length).toBeLessThan(long.length);
  expect(long.startsWith(text.slice(0, -WITHHELD.length))).toBe(true);
  expect(count).toBe(1);
  expect(WITHHELD.startsWith(MASK)).toBe(true);
  expect(redact.text(long, createBudget(clockBy(1))).text).toBe(long.replace(token, MASK));
});

test('all texts of a value share its time, and the pieces of a stream wait for free', () => {
  const spent = createBudget(clockBy(2000));
  expect([spent.allows(20_000), spent.allows(1)]).toEqual([false, false]);
  expect(redact.value('a harmless text', spent)).toEqual({ text: WITHHELD, count: 1 });
  const idle = createBudget(clockBy(300));
  // The clock goes on between two pieces; only what passes within one counts.
  expect([1, 2].map(() => idle.during(() => idle.allows(10)))).toEqual([true, true]);
  expect([1, 2, 3].map(() => idle.during(() => idle.allows(10))).at(-1)).toBe(false);
});

test('ordinary values are never withheld, however many or long they are', { timeout: 60_000 }, () => {
  const lines = Array.from({ length: 50_000 }, (_, i) => `line ${i}: const total = items.length + ${i};`);
  expect(redactDeep({ lines, whole: lines.join('\n') }, redact)).toEqual({ lines, whole: lines.join('\n') });
});
