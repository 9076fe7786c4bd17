import { expect, test } from 'vitest';
import { inSharedTurns } from './shared-turns.ts';

function* busy(name: string, count: number, done: string[]): Generator<void> {
  for (let at = 0; at < count; at++) {
    const until = performance.now() + 4;
    while (performance.now() < until);
    done.push(name);
    yield;
  }
}

test('much work of many lets the others have their turn, and goes on side by side', async () => {
  const done: string[] = [];
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  const works = [...'abcdefgh'].map((name) => inSharedTurns(busy(name, 10, done)));
  await Promise.all(works);
  clearInterval(other);
  // Work for 320 ms, of which no turn is longer than 14 ms.
  expect(turns).toBeGreaterThan(20);
  expect(done.slice(0, 8).join('')).toBe('abcdefgh');
  expect(done).toHaveLength(80);
});

test('work that fails tells who waits for it, and stops nobody else', async () => {
  const done: string[] = [];
  const failing = inSharedTurns(
    (function* () {
      yield;
      throw new Error('broken');
    })(),
  );
  const other = inSharedTurns(busy('a', 3, done));
  await expect(failing).rejects.toThrow('broken');
  await other;
  expect(done).toEqual(['a', 'a', 'a']);
});
