import { expect, test } from 'vitest';
import { createOutputProgress } from './output-progress.ts';

test('all of it is told in order, and nothing after the end', () => {
  const told: string[] = [];
  const progress = createOutputProgress({
    progress: (_done, _total, message) => void told.push(message ?? ''),
  });
  expect(progress.add('one\n')).toBe(true);
  expect(progress.add('two')).toBe(true);
  progress.end();
  expect(progress.add('three\n')).toBe(false);
  progress.end();
  expect(told).toEqual(['one\ntwo']);
});
