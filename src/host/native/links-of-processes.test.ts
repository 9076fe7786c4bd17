import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bash, createHooked } from '../../../test/support/hooked-host.ts';

const SECRET = 'hunter2-in-the-file';
const started = process.cwd();
afterEach(() => process.chdir(started));

/** A repository whose links lead elsewhere for each process that follows them. */
function createProject(settings = {}) {
  const hooked = createHooked(settings);
  const { root } = hooked;
  for (const path of ['sub', 'usr/bin', '.claude']) mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, '.env'), `KEY=${SECRET}\n`);
  for (const path of ['README.md', 'plain.json']) writeFileSync(join(root, path), '{}\n');
  symlinkSync('../.env', join(root, 'sub/README.md'));
  symlinkSync('../../.env', join(root, 'usr/bin/env'));
  symlinkSync('/proc/self/cwd/README.md', join(root, 'a'));
  symlinkSync('/proc/thread-self/cwd/README.md', join(root, 'b'));
  symlinkSync('/proc/self/cwd/usr/bin/env', join(root, 'c'));
  // Whatever lies above, by its letters it is one in the project.
  symlinkSync(`/proc/self/cwd/../../..${root}/sub/../README.md`, join(root, 'd'));
  symlinkSync('/proc/self/cwd', join(root, 'e'));
  const printed = (command: string) =>
    spawnSync('bash', ['-c', command], { cwd: root, encoding: 'utf8' }).stdout;
  return { ...hooked, printed };
}

test.skipIf(process.platform !== 'linux')(
  'a link through what /proc says of a process is not taken for what it is to the host',
  async () => {
    const { root, decided, printed } = createProject();
    for (const [from, command] of [
      [root, 'cd sub && cat ../a'],
      [root, 'cd sub && head -3 ../b'],
      ['/', 'cat d'],
      ['/', `cat e/../../..${root}/README.md`],
      ['/', 'cat c'],
      ['/', 'grep KEY c'],
    ] as const) {
      process.chdir(from);
      if (!/ [de]/.test(command)) expect(printed(command), command).toContain(SECRET);
      expect(await decided(...bash(command)), command).not.toBe('pass');
    }
    expect(await decided('Read', { file_path: join(root, 'c') })).not.toBe('pass');
    expect(await decided('Read', { file_path: join(root, 'README.md') })).toBe('pass');
    expect(await decided(...bash('cat README.md'))).toBe('pass');
  },
);

test.skipIf(process.platform !== 'linux')(
  'without a sandbox no command follows such a link unasked',
  async () => {
    const { root, call } = createProject({ sandbox: 'off' });
    process.chdir(root);
    expect(await call('shell_execute', { command: 'cat README.md' })).toMatchObject({ ok: true });
    expect(await call('shell_execute', { command: 'cd sub && cat ../a' })).toMatchObject({
      error: { code: 'APPROVAL_PENDING' },
    });
  },
);

test.skipIf(process.platform !== 'linux')(
  'settings that are such a link may be any file, and none is changed',
  async () => {
    const { root, decided } = createProject();
    const write = (file_path: string) => decided('Write', { file_path, content: 'x' });
    expect(await write('plain.json')).toBe('ask');
    symlinkSync('/proc/self/cwd/plain.json', join(root, '.claude/settings.json'));
    expect(await write('plain.json')).toBe('deny');
  },
);
