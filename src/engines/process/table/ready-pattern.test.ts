import { expect, test } from 'vitest';
import { createReadyPattern } from './ready-pattern.ts';

const POLL = { timeout: 10_000, interval: 5 };

/** Hands it all lines at once, as they come in one piece; answers how long everybody else waited at most. */
async function handOver(source: string, lines: readonly string[]) {
  const isFit = createReadyPattern(source);
  const fitting: string[] = [];
  const startedAt = performance.now();
  for (const line of lines) isFit(line, () => fitting.push(line));
  let longestMs = performance.now() - startedAt;
  for (let turns = 0; turns < 2000 && fitting.length === 0; turns++) {
    const before = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    longestMs = Math.max(longestMs, performance.now() - before);
  }
  return { fitting, longestMs, wholeMs: performance.now() - startedAt };
}

test.each([
  ['slow for each line', '^(a|a)*b$', Array.from({ length: 3000 }, () => 'a'.repeat(18))],
  ['without end for one', '^(a+)+$', [`${'a'.repeat(40)}!`]],
  ['that fits none of very many', 'ready', Array.from({ length: 65_000 }, () => '')],
])('a pattern %s holds nobody up', async (_, source, lines) => {
  const { fitting, longestMs, wholeMs } = await handOver(source, lines);
  expect(fitting).toEqual([]);
  expect(longestMs).toBeLessThan(500);
  expect(wholeMs).toBeLessThan(5000);
});

test('a plain pattern finds its line behind very many others', async () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `[${at}] building module number ${at} of many`);
  const { fitting } = await handOver(String.raw`ready in \d+ ms`, [...lines, 'ready in 12 ms', 'after']);
  expect(fitting).toEqual(['ready in 12 ms']);
});

test('it goes on looking when more lines come later', async () => {
  const isFit = createReadyPattern('^Local:');
  const fitting: string[] = [];
  for (const line of ['one', 'two', 'Local: http://localhost:1']) {
    isFit(line, () => fitting.push(line));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(() => fitting, POLL).toEqual(['Local: http://localhost:1']);
});
