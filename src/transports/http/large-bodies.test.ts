import { expect, test } from 'vitest';
import { createPlaces } from './large-bodies.ts';

test('no more large bodies are read than there are places; those that left the queue are passed over', () => {
  const places = createPlaces({ atOnce: 2 });
  const started: string[] = [];
  const [leaveA, , leaveC] = ['a', 'b', 'c', 'd'].map((name) => places.enter(name, () => started.push(name)));
  expect(started).toEqual(['a', 'b']);
  leaveC?.();
  leaveA?.();
  expect(started).toEqual(['a', 'b', 'd']);
  places.enter('e', () => started.push('e'));
  expect(started).toEqual(['a', 'b', 'd']);
});

test('who holds its share of the places waits for itself, and others go on', () => {
  const places = createPlaces();
  const started: string[] = [];
  const [leave] = ['greedy 1', 'greedy 2', 'other 1'].map((name) =>
    places.enter(name.slice(0, -2), () => started.push(name)),
  );
  expect(started).toEqual(['greedy 1', 'other 1']);
  leave?.();
  expect(started).toEqual(['greedy 1', 'other 1', 'greedy 2']);
});
