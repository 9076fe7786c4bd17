import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';

test('an answer for git holds for no repository that names programs', async () => {
  const host = createTestHost();
  const { root, call } = host;
  const git = (at: string, ...args: string[]) => execFileSync('git', args, { cwd: at });
  const nested = join(root, 'node_modules', 'x');
  mkdirSync(nested, { recursive: true });
  for (const at of [root, nested]) {
    git(at, 'init', '--quiet', '--initial-branch=main');
    git(at, 'remote', 'add', 'origin', join(root, 'bare.git'));
  }
  git(root, 'init', '--quiet', '--bare', 'bare.git');
  const fetching = { command: 'git fetch origin' };
  expect(codeOf(await call('shell_execute', fetching))).toBe('APPROVAL_PENDING');
  const [asked] = host.host.approvals.list();
  const given = { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' } as const;
  host.host.approvals.decide(asked?.id ?? '', given);
  expect(await call('shell_execute', fetching)).toMatchObject({ kind: 'result', ok: true });
  const there = { ...fetching, cwd: nested };
  expect(await call('shell_execute', there)).toMatchObject({ kind: 'result', ok: true });
  git(nested, 'config', 'core.sshCommand', 'touch ran');
  expect(codeOf(await call('shell_execute', there))).toBe('APPROVAL_PENDING');
  const inLine = { command: `cd ${nested} && git fetch origin` };
  expect(codeOf(await call('shell_execute', inLine))).toBe('APPROVAL_PENDING');
});
