import { statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { createLineLog } from './line-log.ts';
import { type OutputLine, pagesOfFile, pagesOfOutputs } from './line-page.ts';

const texts = (lines: readonly OutputLine[]): string[] => lines.map(({ text }) => text);

test('lines are the same whatever pieces they came in, characters included', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })),
      fc.integer({ min: 1, max: 9 }),
      (words, size) => {
        const lines = words.map((word) => word.replaceAll(/[\p{Cc}]/gu, '.'));
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const log = createLineLog();
        for (let at = 0; at < bytes.length; at += size) log.add('stdout', bytes.subarray(at, at + size));
        expect(texts(log.page({ tailLines: 1000 }).lines)).toEqual(lines);
      },
    ),
  );
});

test('terminal codes, progress bars and prompts are shown as a terminal leaves them', () => {
  const log = createLineLog();
  log.add('stdout', Buffer.from('\u001b[32mgreen\u001b[0m\r\n10%\r50%\r100%\nName: '));
  expect(texts(log.page({ tailLines: 9 }).lines)).toEqual(['green', '100%']);
  expect(log.prompt()).toBe('Name: ');
  log.end();
  expect(texts(log.page({ tailLines: 9 }).lines)).toEqual(['green', '100%', 'Name: ']);
});

test('a line takes time by its length, whatever fills it', () => {
  const startedAt = performance.now();
  const log = createLineLog();
  log.add('stdout', Buffer.from(`${'\r'.repeat(100_000)}x\r\r\n`));
  expect(texts(log.page({ tailLines: 9 }).lines)).toEqual(['x']);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

test('colours are kept beside the text, and nothing else that moves a terminal', () => {
  const log = createLineLog();
  const title = '\u001b]0;owned\u0007';
  log.add('stdout', Buffer.from(`${title}\u001b[1;31mred\u001b[0m\u001b[2J end\nplain\n\u001b[H\n`));
  const shown = log.page({ tailLines: 9 }).lines.map(({ text, ansi }) => [text, ansi]);
  expect(shown).toEqual([
    ['red end', '\u001b[1;31mred\u001b[0m end'],
    ['plain', undefined],
    ['', undefined],
  ]);
});

test('pages follow one another without holes, from memory and from the file', async () => {
  const path = join(temporaryDirectory(), 'a.log');
  const log = createLineLog({ path });
  const count = 20_000;
  for (let i = 0; i < count; i++) log.add(i % 2 ? 'stderr' : 'stdout', Buffer.from(`line ${i}\n`));
  log.end();
  await expect.poll(() => pagesOfFile(path)({ tailLines: 1 }).nextSeq).toBe(count);
  const seen: string[] = [];
  for (let sinceSeq = 0; sinceSeq < count; ) {
    const { lines, nextSeq, dropped } = log.page({ sinceSeq, tailLines: 3000 });
    expect(dropped).toBe(0);
    seen.push(...texts(lines));
    sinceSeq = nextSeq;
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, i) => `line ${i}`));
  expect(log.page({ sinceSeq: count, tailLines: 5 })).toEqual({ lines: [], nextSeq: count, dropped: 0 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('what is gone from memory is counted where nothing was written down', () => {
  const log = createLineLog();
  for (let i = 0; i < 20_000; i++) log.add('stdout', Buffer.from(`line ${i} ${'x'.repeat(100)}\n`));
  const { lines, dropped } = log.page({ sinceSeq: 0, tailLines: 5 });
  expect(dropped).toBeGreaterThan(1000);
  expect(lines[0]?.seq).toBe(dropped);
});

test('a line without an end is cut, never inside a character', () => {
  const log = createLineLog();
  log.add('stdout', Buffer.from('𝄞'.repeat(10_000)));
  log.end();
  const lines = texts(log.page({ tailLines: 100 }).lines);
  expect(lines.join('')).toBe('𝄞'.repeat(10_000));
  expect(lines.every((line) => line.isWellFormed())).toBe(true);
});

test('a waiting reader hears of the next line, or of the end of its time', async () => {
  const log = createLineLog();
  const waiting = log.more(5000);
  log.add('stdout', Buffer.from('x\n'));
  await waiting;
  await log.more(10);
  expect(pagesOfOutputs({ stdout: '/nowhere', stderr: '/nowhere' })({ tailLines: 1 }).lines).toEqual([]);
});
