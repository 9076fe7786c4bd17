import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { indexLines } from './line-index.ts';
import { pagesOfFile, pagesOfOutputs } from './line-page.ts';

function outputs(stdout: string, stderr: string) {
  const directory = temporaryDirectory();
  const paths = { stdout: join(directory, 'stdout'), stderr: join(directory, 'stderr') };
  writeFileSync(paths.stdout, stdout);
  writeFileSync(paths.stderr, stderr);
  return paths;
}

test('a page of millions of lines costs what it shows', () => {
  const many = '\n'.repeat(2_000_000);
  const paths = outputs(`${many}last`, many);
  const before = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  const { lines, nextSeq } = pagesOfOutputs(paths)({ tailLines: 3 });
  const log = pagesOfFile(paths.stdout)({ sinceSeq: 1_999_998, tailLines: 3 });
  // A millisecond and a few kilobytes; an object for each of them is seconds and hundreds of megabytes.
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  expect(lines.map(({ seq, stream, text }) => [seq, stream, text])).toEqual(
    [3_999_998, 3_999_999, 4_000_000].map((seq) => [seq, 'stderr', '']),
  );
  expect([nextSeq, log.lines.length, log.nextSeq]).toEqual([4_000_001, 2, 2_000_000]);
  expect(
    pagesOfOutputs(paths)({ sinceSeq: 1_999_999, tailLines: 3 }).lines.map(({ seq, stream, text }) => [
      seq,
      stream,
      text,
    ]),
  ).toEqual([
    [1_999_999, 'stdout', ''],
    [2_000_000, 'stdout', 'last'],
    [2_000_001, 'stderr', ''],
  ]);
});

test('pages of both streams follow one another without holes, in colour and as a terminal leaves them', () => {
  const paths = outputs('10%\r100%\r\n\u001b[32mgreen\u001b[0m\nend', `one\n${'x'.repeat(9000)}`);
  const seen: unknown[] = [];
  for (let sinceSeq = 0; sinceSeq < 6; ) {
    const { lines, nextSeq, dropped } = pagesOfOutputs(paths)({ sinceSeq, tailLines: 2 });
    expect(dropped).toBe(0);
    seen.push(...lines.map(({ seq, stream, text, ansi }) => [seq, stream, text, ansi]));
    sinceSeq = nextSeq;
  }
  expect(seen).toEqual([
    [0, 'stdout', '100%', undefined],
    [1, 'stdout', 'green', '\u001b[32mgreen\u001b[0m'],
    [2, 'stdout', 'end', undefined],
    [3, 'stderr', 'one', undefined],
    [4, 'stderr', 'x'.repeat(8192), undefined],
    [5, 'stderr', 'x'.repeat(808), undefined],
  ]);
  expect(pagesOfOutputs(paths)({ sinceSeq: 6, tailLines: 2 })).toEqual({ lines: [], nextSeq: 6, dropped: 0 });
});

test('every part of an index is what stands there', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('', 'a', 'é')), fc.nat(3000), fc.nat(40), (words, from, length) => {
      const lines = [...Array.from({ length: 2500 }, (_, at) => String(at)), ...words];
      const index = indexLines(Buffer.from([...lines, 'no end'].join('\n')));
      expect(index.count).toBe(lines.length);
      expect(index.between(from, from + length)).toEqual(lines.slice(from, from + length));
    }),
  );
});
