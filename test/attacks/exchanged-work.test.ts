import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Call } from '../../src/core/call/call.ts';
import { hashFile } from '../../src/engines/process/child/hash-file.ts';
import { executedInWords } from '../../src/gate/approvals/executed-files.ts';
import { idOfFile } from '../../src/workflows/definitions/workflow-id.ts';
import { createTestHost, type TestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

type Data = Record<string, unknown>;

function workflowFile(root: string, steps: readonly object[]): string {
  const folder = join(root, '.toolgate/workflows');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'work.yaml');
  writeFileSync(path, JSON.stringify({ name: 'work', steps }));
  return idOfFile(path);
}

const pending = ({ host }: TestHost) => host.approvals.list().filter(({ status }) => status === 'pending');

/** The card of a call, which is then allowed for the session if it may be. */
async function asked(made: TestHost, tool: string, args: Data) {
  expect(codeOf(await made.call(tool, args)), tool).toBe('APPROVAL_PENDING');
  const [question] = pending(made);
  if (!question) throw new Error('Nobody was asked');
  const answer = { verdict: 'approve', scope: 'session', by: 'test', via: 'terminal' } as const;
  made.host.approvals.decide(question.id, answer);
  return question.card;
}

inSandbox('a run that waits for its turn under a standing answer starts only as it was judged', async () => {
  const made = createTestHost();
  const marker = (name: string) => `require("node:fs").writeFileSync(${JSON.stringify(name)}, "")`;
  writeFileSync(join(made.root, 'tool.js'), marker('good'));
  const write = { command: 'node tool.js', access: ['write'], reason: 'x' };
  const args = { workflowId: workflowFile(made.root, [{ id: 's', tool: 'shell_execute', args: write }]) };
  await asked(made, 'run_workflow', args);
  for (const _ of [1, 2]) expect(await made.call('run_workflow', args)).toMatchObject({ ok: true });
  // All places are taken; the run is judged, and waits.
  const sleeps = Array.from({ length: 8 }, () => made.call('shell_execute', { command: 'sleep 3' }));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const waiting = made.call('run_workflow', args);
  await new Promise((resolve) => setTimeout(resolve, 500));
  writeFileSync(join(made.root, 'tool.js'), marker('evil'));
  expect(codeOf(await waiting)).toMatch(/^(CONFLICT|APPROVAL_PENDING)$/);
  await Promise.all(sleeps);
  expect(() => readFileSync(join(made.root, 'evil'))).toThrow('ENOENT');
});

inSandbox('code with keys is allowed once, and shown, whatever starts it', async () => {
  const made = createTestHost();
  writeFileSync(join(made.root, 'tool.js'), 'require("./lib.js")');
  writeFileSync(join(made.root, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0' }));
  const command = { command: 'node tool.js', access: ['network', 'secrets'], reason: 'deploy' };
  const workflowId = workflowFile(made.root, [{ id: 's', tool: 'shell_execute', args: command }]);
  for (const [tool, args] of [
    ['shell_execute', command],
    ['run_workflow', { workflowId }],
    ['ci_restore', {}],
    ['shell_execute', { command: 'npm install', access: ['write', 'network', 'secrets'], reason: 'x' }],
  ] as const) {
    const card = await asked(made, tool, args);
    expect(card.scopes, JSON.stringify(args)).toEqual(['once']);
    if (JSON.stringify(args).includes('tool.js') || tool === 'run_workflow')
      expect(card.details?.join('\n'), tool).toContain('require("./lib.js")');
  }
  // What needs keys for its own work, and what has none, may be allowed for longer.
  const push = { command: 'git fetch origin', access: ['network', 'secrets'], reason: 'x' };
  expect((await asked(made, 'shell_execute', push)).scopes).toContain('session');
  expect((await asked(made, 'shell_execute', { command: 'npm install left-pad' })).scopes).toContain(
    'session',
  );
});

inSandbox('a card shows the text that its answer is bound to, or none', async () => {
  const { root } = createTestHost();
  const path = join(root, 's.sh');
  writeFileSync(path, 'echo evil\n');
  const facts = { bound: [{ path, sha256: hashFile(path) }], runs: [path] };
  // Sound: nothing else of a call is looked at.
  const call = { facts, request: { caller: { roots: [root], session: 's' } } } as unknown as Call;
  const shown = (text: string) =>
    executedInWords(
      call,
      { readText: () => text, outsidePath: (one) => one },
      { get: () => undefined },
    ).words.join('\n');
  expect(shown('echo evil\n')).toContain('echo evil');
  expect(shown('echo good\n')).toMatch(/cannot be shown here/);
});
