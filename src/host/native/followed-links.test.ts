import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash } from '../../../test/support/hooked-host.ts';
import { createProject, SECRET } from '../../../test/support/searched-project.ts';

function createLinked() {
  const project = createProject({ isSecret: false });
  project.put('.keys/server.pem', `KEY=${SECRET}\n`);
  project.put('build/in/deep/server.pem', `KEY=${SECRET}\n`);
  mkdirSync(join(project.root, 'docs'));
  const link = (to: string, name: string) => symlinkSync(to, join(project.root, name));
  return { ...project, link };
}

test('a search that follows links looks where they lead inside of the tree, too', async () => {
  const { judge, link, printed } = createLinked();
  for (const command of ['rg -L KEY .', "rg -L -g 'docs/**' KEY .", 'rg -L -d 3 KEY .'])
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'pass' });
  link('../.keys', 'docs/keys');
  link('../build/in/deep', 'docs/deep');
  for (const command of [
    'rg -L KEY .',
    'rg --follow KEY docs',
    'rg -L -d 3 KEY .',
    "rg -L -g 'docs/**' KEY .",
    "rg -L -g 'docs/deep/*' KEY .",
  ]) {
    expect(printed(command), command).toContain(SECRET);
    expect(await judge(...bash(command)), command).not.toMatchObject({ decision: 'pass' });
  }
  for (const include of ['docs/keys/*', 'docs/**', 'docs/deep/server.*'])
    expect(await judge('read_many_files', { include: [include] }), include).not.toMatchObject({
      decision: 'pass',
    });
  // Without the option, ripgrep goes into none of them.
  expect(printed('rg KEY src docs')).not.toContain(SECRET);
  expect(await judge(...bash('rg KEY src docs'))).toMatchObject({ decision: 'pass' });
});

test('links in circles, and to what holds no secret, keep no search from passing', async () => {
  const { judge, link, put } = createLinked();
  put('a/x.ts', 'KEY\n');
  put('b/y.ts', 'KEY\n');
  link('../b', 'a/to-b');
  link('../a', 'b/to-a');
  link('.', 'a/itself');
  link('..', 'b/above');
  link('../src', 'docs/src');
  for (const command of ['rg -L KEY .', "rg -L -g '*.ts' KEY ."])
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'pass' });
});
