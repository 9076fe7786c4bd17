import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { coverageInWords } from '../../src/core/approval/rule-words.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createTestHost } from '../support/host.ts';
import { temporaryDirectory } from '../support/program.ts';
import { codeOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

inSandbox('an answer that lasts does not reach a directory that is open to another session', async () => {
  const { root, host, call } = createTestHost();
  writeFileSync(join(root, 'Makefile'), 'all:\n\ttouch made\n');
  const build = { command: 'make all', cwd: root, access: ['write'], reason: 'it builds' };
  expect(codeOf(await call('shell_execute', build))).toBe('APPROVAL_PENDING');
  const [asked] = host.approvals.list('pending');
  const given = { verdict: 'approve', scope: 'always', by: 'test', via: 'terminal' } as const;
  host.approvals.decide(asked?.id ?? '', given);
  for (const _ of ['by the answer', 'by the rule'])
    expect(await call('shell_execute', build)).toMatchObject({ kind: 'result', ok: true });
  const roots = [root, temporaryDirectory()];
  const caller = { ...callerWith(host.config, 'stdio', { cwd: root }), session: 'wide', roots };
  expect(codeOf(await host.call({ tool: 'shell_execute', args: build, caller }))).toBe('APPROVAL_PENDING');
});

inSandbox('a question for more open directories does not read like the one that was answered', async () => {
  const { root, host } = createTestHost();
  const project = join(root, 'shop');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"name": "shop", "scripts": {"dev": "touch made"}}');
  const args = { command: 'npm run dev', cwd: project, access: ['write'], reason: 'it develops' };
  const coveredWith = async (roots: readonly string[], session: string) => {
    const caller = { ...callerWith(host.config, 'stdio', { cwd: project }), session, roots };
    expect(codeOf(await host.call({ tool: 'shell_execute', args, caller }))).toBe('APPROVAL_PENDING');
    const [asked] = host.approvals.list('pending');
    if (!asked) throw new Error('Nobody was asked');
    host.approvals.decide(asked.id, { verdict: 'approve', scope: 'always', by: 'test', via: 'terminal' });
    return coverageInWords(asked) ?? '';
  };
  const narrow = await coveredWith([project], 'narrow');
  const wide = await coveredWith([root], 'wide');
  expect(narrow).not.toContain('can be changed');
  expect(wide).toContain(`where only ${root} can be changed`);
});
