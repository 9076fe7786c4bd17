import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../../test/support/host.ts';
import { createTarget, touch, writeProgram } from '../../../../test/support/hostile-repositories.ts';
import { until } from '../../../../test/support/program.ts';

/** A repository whose configuration has been looked through and kept. */
async function scanned(config: Readonly<Record<string, string>> = {}) {
  const { call, root } = createTestHost();
  const repository = createTarget(join(root, 'repository'));
  repository.write('.git/info/attributes', '* filter=evil\n');
  for (const [key, value] of Object.entries(config)) repository.git('config', key, value);
  const marker = join(root, 'marker');
  const program = writeProgram(root, marker);
  const status = async () => dataOf(await call('get_git_status', { projectPath: repository.path }));
  // Only what has not changed for a moment is kept.
  const startedAt = Date.now();
  await until('a moment to pass', () => Date.now() - startedAt > 60);
  await status();
  return { repository, program, marker, status };
}

const filter = (program: string): string => `[filter "evil"]\n\tclean = ${program}\n`;

test('a program that appears in the configuration between two calls does not run', async () => {
  const { repository, program, marker, status } = await scanned();
  repository.git('config', 'filter.evil.clean', program);
  touch(repository);
  expect(await status()).toMatchObject({ modified: ['b.txt'] });
  expect(existsSync(marker)).toBe(false);
});

test('nor in a file that is included, appears later, or takes the place of another with its size and time', async () => {
  const { repository, program, marker, status } = await scanned({ 'include.path': 'later' });
  const later = join(repository.path, '.git/later');
  writeFileSync(later, filter(program.replace(/./g, ' ')));
  await status();
  writeFileSync(`${later}.new`, filter(program));
  renameSync(`${later}.new`, later);
  touch(repository);
  await status();
  expect(existsSync(marker)).toBe(false);
});

test('nor when a branch is switched and an include for it comes into force', async () => {
  const { repository, program, marker, status } = await scanned({ 'includeIf.onbranch:other.path': 'other' });
  writeFileSync(join(repository.path, '.git/other'), filter(program));
  await status();
  repository.git('symbolic-ref', 'HEAD', 'refs/heads/other');
  touch(repository);
  await status();
  expect(existsSync(marker)).toBe(false);
});

test('configuration that git itself cannot read is an error in its words', async () => {
  const { call, root } = createTestHost();
  const repository = createTarget(join(root, 'repository'));
  writeFileSync(join(repository.path, '.git/config'), '[core\n');
  expect(await call('get_git_status', { projectPath: repository.path })).toMatchObject({
    error: { code: 'EXEC_FAILED', message: expect.stringContaining('bad config line 1') },
  });
});
