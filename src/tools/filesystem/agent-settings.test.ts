import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../test/support/host.ts';
import { codeOf } from '../../../test/support/repository.ts';

test.each([
  '.factory/settings.json',
  '.factory/settings.local.json',
  '.factory/hooks/start.sh',
  '.cursor/worktrees.json',
  '.cursor/environment.json',
  '.pi/settings.json',
  '.pi/extensions/a.ts',
  '.omp/hooks/pre/a.ts',
  '.augment/settings.json',
  '.amp/plugins/a.ts',
  '.kiro/agents/a.json',
  'conductor.json',
  '.superset/config.json',
])('no tool writes %s, from which an agent takes commands', async (path) => {
  const { call, root } = createTestHost({ toolPermissions: { write_file: 'allowed' } });
  expect(codeOf(await call('write_file', { path, content: '{}' }))).toBe('PROTECTED_PATH');
  expect(codeOf(await call('write_file', { path: `sub/${path}`, content: '{}' }))).toBe('PROTECTED_PATH');
  expect(existsSync(join(root, path))).toBe(false);
});
