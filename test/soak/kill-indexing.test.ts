import { test } from 'vitest';
import { killWhileIndexing } from '../support/kill-indexing.ts';

test('a host that is killed ten times while it indexes goes on each time', { timeout: 240_000 }, () =>
  killWhileIndexing(10),
);
