import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { readFacts } from '../read-facts.ts';
import { openFactsCache } from './facts-cache.ts';
import { leanFacts } from './lean-facts.ts';

const MOST_BYTES = 500_000;

/** Each with names of its own, so that they cannot be packed. */
async function fileOf(at: number) {
  const names = Array.from({ length: 200 }, () => `n${Math.random().toString(36).slice(2)}`);
  const read = await readFacts('a.py', names.map((name) => `def ${name}(): pass\n`).join(''), {
    withUses: true,
  });
  return { path: `a${at}.py`, stamp: '1', hash: `h${at}`, facts: read && leanFacts(read) };
}

test('the cache on disk stops growing, and makes room when it is opened again', async () => {
  const place = temporaryDirectory();
  const cache = openFactsCache(place, MOST_BYTES);
  for (let at = 0; at < 150; at++) cache.put('/root', [await fileOf(at)], []);
  cache.blame('/root/a1.py');
  const known = cache.filesOf('/root').size;
  expect(known).toBeGreaterThan(20);
  expect(known).toBeLessThan(150);
  cache.close();
  expect(statSync(join(place, 'code.db')).size).toBeLessThan(MOST_BYTES * 1.5);
  const again = openFactsCache(place, MOST_BYTES);
  onTestFinished(() => again.close());
  expect(again.blamed('/root/a1.py', '1')).toBe(1);
  again.put('/root', [await fileOf(200)], []);
  expect(again.get('h200')?.symbols).toHaveLength(200);
});
