import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHooked } from '../../../test/support/hooked-host.ts';

function createProject() {
  const hooked = createHooked();
  const { root, ask } = hooked;
  mkdirSync(join(root, "it's sub"));
  writeFileSync(join(root, 'k'), 'plain\n');
  writeFileSync(join(root, '.env'), 'KEY=1\n');
  symlinkSync('../.env', join(root, "it's sub", 'k'));
  const sub = join(root, "it's sub");
  /** What Codex tells of a command: neither where it runs nor in which shell. */
  const judged = (command: string, cwd = root) => ask('Bash', { command }, { client: 'codex', cwd });
  const run = (shell: string, line: string, cwd: string) =>
    spawnSync(shell, ['-c', line], { cwd, encoding: 'utf8' });
  return { ...hooked, sub, judged, run };
}

test('a command of Codex runs in no other directory than the one that it was judged for', async () => {
  const { root, sub, judged, run } = createProject();
  expect(run('bash', 'rev k', sub).stdout).toBe('1=YEK\n');
  const { decision, command = '' } = await judged('rev k');
  expect(decision).toBe('pass');
  for (const shell of ['bash', 'dash', 'zsh']) {
    expect(run(shell, command, root)).toMatchObject({ stdout: 'nialp\n', stderr: '', status: 0 });
    expect(run(shell, command, sub)).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('write cd DIR && COMMAND'),
      status: 97,
    });
  }
  // A directory with a quote in its name, and one that is named through a link.
  const there = await judged('ls', sub);
  expect(run('dash', there.command ?? '', sub)).toMatchObject({ stdout: 'k\n', status: 0 });
  symlinkSync(root, join(root, 'again'));
  expect(run('bash', command, join(root, 'again')).status).toBe(0);
});

test('that the agent may choose sh counts for Codex, whatever its user logs in with', async () => {
  const { judged } = createProject();
  expect((await judged('[[ a = b || ./k ]]')).decision).toBe('deny');
  expect((await judged('[ a = b ] || echo no')).decision).toBe('pass');
});

test('a patch in a command of Codex changes the files that were shown', async () => {
  const { root, ask, host } = createProject();
  const patch = "apply_patch <<'E'\n*** Begin Patch\n*** Add File: new.ts\n+x\n*** End Patch\nE\n";
  const allowed = async (command: string) => {
    await ask('Bash', { command }, { client: 'codex' });
    for (const { id } of host.approvals.list('pending'))
      host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'tester', via: 'terminal' });
    return ask('Bash', { command }, { client: 'codex' });
  };
  expect(await allowed(patch)).toMatchObject({ decision: 'allow', command: `cd '${root}' && ${patch}` });
  expect(await allowed(`cd src && ${patch}`)).toMatchObject({ command: `cd '${root}/src' && ${patch}` });
});
