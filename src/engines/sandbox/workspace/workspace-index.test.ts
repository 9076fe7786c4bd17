import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { inSandbox } from '../../../../test/support/sandbox-place.ts';
import { findInWorkspace } from './workspace-index.ts';

inSandbox('others get their turn while a directory of very many files is read', async () => {
  const root = mkdtempSync('/dev/shm/tg-');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (let i = 0; i < 60_000; i++) writeFileSync(join(root, `file-${i}`), '');
  let turns = 0;
  let isOver = false;
  const found = findInWorkspace(root).finally(() => (isOver = true));
  while (!isOver) {
    await nextTurn();
    turns++;
  }
  expect((await found).isComplete).toBe(true);
  expect(turns).toBeGreaterThan(5);
});
