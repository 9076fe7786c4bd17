import { expect, test } from 'vitest';
import { killWriters } from '../support/kill-writers.ts';
import { raceWithSwaps } from '../support/swap-race.ts';

const ROUNDS = 10_000;
const KILLS = 100;

test(`${ROUNDS} reads and ${ROUNDS / 10} writes through a swapped directory leak nothing`, async () => {
  const outcomes = await raceWithSwaps(ROUNDS);
  expect(outcomes.read?.OUTSIDE_ROOT).toBeGreaterThan(0);
  expect(outcomes.write?.done).toBeGreaterThan(0);
});

test(`${KILLS} times kill -9 during a write leave the old file or the new one`, () => killWriters(KILLS));
