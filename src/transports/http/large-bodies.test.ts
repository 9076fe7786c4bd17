import { expect, test } from 'vitest';
import { createPlaces } from './large-bodies.ts';

test('no more large bodies are read than there are places; those that left the queue are passed over', () => {
  const places = createPlaces(2);
  const started: string[] = [];
  const [leaveA, , leaveC] = ['a', 'b', 'c', 'd'].map((name) => places.enter(() => started.push(name)));
  expect(started).toEqual(['a', 'b']);
  leaveC?.();
  leaveA?.();
  expect(started).toEqual(['a', 'b', 'd']);
  places.enter(() => started.push('e'));
  expect(started).toEqual(['a', 'b', 'd']);
});
