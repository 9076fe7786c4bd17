import { expect, test } from 'vitest';
import { watchCrowd } from './crowd.ts';
import type { ProcFacts } from './proc-files.ts';
import { sizeLimits } from './watch-size.ts';

const unasked = sizeLimits([]);
const tree = (count: number, session = (_: number) => 7): ProcFacts[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ pid: 100 + i, name: 'a', parent: 7, group: 7, session: session(i), foreground: -1 },
    ...{ threads: 1, isHeadless: false, cpuMs: 0, startTicks: 0 },
  }));

test('the largest of several runs ends, and what it had counts no more', () => {
  const [large, small] = [watchCrowd(1, unasked, 'an agent'), watchCrowd(2, unasked, 'an agent')];
  expect(large.isOver(tree(200))).toBeUndefined();
  expect(small.isOver(tree(100))).toBeUndefined();
  const why = large.isOver(tree(200));
  expect(why).toContain('had 300 processes together, and 256 is the limit');
  large.stop();
  // A look that was under way.
  large.isOver(tree(200));
  expect(watchCrowd(3, unasked, 'an agent').isOver(tree(150))).toBeUndefined();
  expect(small.isOver(tree(100))).toBeUndefined();
});

test('runs of different agents do not add up', () => {
  const [one, other] = [watchCrowd(1, unasked, 'one'), watchCrowd(2, unasked, 'other')];
  expect([one.isOver(tree(200)), other.isOver(tree(200))]).toEqual([undefined, undefined]);
});

test('the session of the sandbox and that of its program are no crowd', () => {
  const watch = watchCrowd(7, unasked, undefined);
  expect(watch.isOver(tree(10, (i) => 7 + i))).toBeUndefined();
  expect(watch.isOver(tree(11, (i) => 7 + i))).toBe('it had 9 sessions, and 8 is the limit');
});
