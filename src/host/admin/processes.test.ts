import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { callerWith } from '../agent.ts';
import { typeIntoProcess } from './processes.ts';
import { runAct } from './run-act.ts';

async function startEars(mode: 'execute_with_confirm' | 'full_access' = 'full_access') {
  const { host, root } = createTestHost({ permissionLevel: 'full_access' });
  const agent = callerWith(host.config, 'stdio', { cwd: root, env: {} });
  const script = `process.stdin.on('data', (text) => console.log('heard', String(text).trim()))`;
  const started = await host.call({
    tool: 'shell_start',
    args: { command: `node -e "${script}"`, cwd: root },
    caller: agent,
  });
  // Whoever is at the page has a name of their own, and may have opened another directory.
  const person = { ...agent, principal: 'page:1', session: 'http:page:1', roots: [], mode };
  const actor = { by: 'page', via: 'page', caller: person } as const;
  const processId = String(dataOf(started).processId);
  return {
    host,
    person,
    processId,
    type: (input: object) => runAct(typeIntoProcess, host, { processId, ...input }, actor),
    printed: async () =>
      (await host.processAdmin.output(processId, { tailLines: 10 })).lines.map(({ text }) => text),
  };
}

test('a person types into the process of any agent; another agent does not see it', async () => {
  const { host, person, processId, type, printed } = await startEars();
  const args = { processId, input: 'from an agent' };
  const refused = await host.call({ tool: 'shell_send_input', args, caller: person });
  expect(refused).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
  expect(await type({ input: 'hello' })).toEqual({ approvalId: null });
  await expect.poll(printed).toEqual(['heard hello']);
});

test('what is typed is asked about as it is for an agent', async () => {
  const { host, type, printed } = await startEars('execute_with_confirm');
  const { approvalId } = (await type({ input: 'rm -rf build' })) as { approvalId: string | null };
  expect(approvalId).toEqual(expect.any(String));
  expect(await printed()).toEqual([]);
  host.approvals.decide(approvalId ?? '', { verdict: 'approve', scope: 'once', by: 'page', via: 'page' });
  expect(await type({ input: 'rm -rf build' })).toEqual({ approvalId: null });
  await expect.poll(printed).toEqual(['heard rm -rf build']);
});

test('a refusal names no tool of agents to a person', async () => {
  const { type } = await startEars();
  await expect(type({ processId: 'bp_nope', input: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no process "bp_nope"',
    hint: undefined,
  });
});
