import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { openCurrentFile } from './current-file.ts';
import { openFactsCache } from './facts-cache.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { createWorkspace } from './workspace.ts';

test('files that there is no room for are counted, and a root that is closed gives its room back', async () => {
  const [root, place] = [temporaryDirectory(), temporaryDirectory()];
  const paths = Array.from({ length: 20 }, (_, at) => `file${at}.ts`);
  for (const path of paths) writeFileSync(join(root, path), `export const ${path.slice(0, -3)} = 1;\n`);
  const cache = openFactsCache(place);
  onTestFinished(() => cache.close());
  const budget = createMemoryBudget(5000);
  const parts = { root, cache, current: openCurrentFile(place, () => {}), budget };
  const workspace = createWorkspace(parts);
  workspace.sync(paths);
  await workspace.settled(10_000);
  const { read, leftOut, isReady } = workspace.progress;
  expect([read + leftOut, isReady]).toEqual([20, true]);
  expect(read).toBeGreaterThan(2);
  expect(leftOut).toBeGreaterThan(2);
  expect(budget.used).toBeLessThan(7000);
  workspace.close();
  expect(budget.used).toBe(0);
});
