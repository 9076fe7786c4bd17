import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LineClient, modernMeta, startLineClient } from '../support/line-client.ts';
import { temporaryDirectory, until } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';

/** An agent whose project holds a secret-like file, which is MEDIUM to read. */
function startAgent(...more: string[]): LineClient {
  const root = temporaryDirectory();
  writeFileSync(join(root, '.env'), 'COLOUR=blue\n');
  return startLineClient(['stdio', '--data-dir', temporaryDirectory(), ...more], {
    cwd: root,
    env: { TOOLGATE_APPROVALS_WAIT_MS: '100' },
  });
}

const readEnv = { name: 'read_file', arguments: { path: '.env' } };
const canAsk = { _meta: modernMeta({ elicitation: { form: {} } }) };
const content = { structuredContent: { content: 'COLOUR=blue\n' } };

test('a modern client is given the question, carries it to its user, and calls again with the answer', async () => {
  const agent = startAgent();
  const asked = await agent.request('tools/call', { ...readEnv, ...canAsk });
  expect(asked.result).toMatchObject({
    resultType: 'input_required',
    inputRequests: {
      approval: {
        method: 'elicitation/create',
        params: { message: expect.stringContaining('looks like it holds secrets') },
      },
    },
  });
  const requestState = asked.result?.requestState;
  const inputResponses = { approval: { action: 'accept', content: { decision: 'once' } } };
  const answered = await agent.request('tools/call', { ...readEnv, ...canAsk, inputResponses, requestState });
  expect(answered.result).toMatchObject(content);
  const replayed = await agent.request('tools/call', { ...readEnv, ...canAsk, inputResponses, requestState });
  expect(replayed.result).not.toMatchObject(content);
});

test.each(['once', 'session', 'deny'])(
  'an older client is asked while its call is open, and "%s" counts',
  async (decision) => {
    const agent = startAgent();
    await agent.initialize('2025-06-18', { elicitation: {} });
    const reading = agent.request('tools/call', readEnv);
    const question = await until('the question', () =>
      agent.received.find(({ method }) => method === 'elicitation/create'),
    );
    agent.send({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { decision } } });
    const { result } = await reading;
    if (decision === 'deny')
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('PERMISSION_DENIED') }],
      });
    else expect(result).toMatchObject(content);
  },
);

test('a client that cannot ask gets an id and the way to answer', async () => {
  const agent = startAgent();
  await agent.initialize();
  const { result } = await agent.request('tools/call', readEnv);
  expect(result).toMatchObject({
    isError: true,
    content: [
      { text: expect.stringMatching(/^APPROVAL_PENDING: .*toolgate --data-dir \S+ approvals approve/s) },
    ],
  });
});

test('full_access reads it unasked, and read_only asks all the same', async () => {
  const free = startAgent('--mode', 'full_access');
  await free.initialize();
  expect((await free.request('tools/call', readEnv)).result).toMatchObject(content);
  const careful = startAgent('--mode', 'read_only');
  await careful.initialize();
  expect((await careful.request('tools/call', readEnv)).result).toMatchObject({ isError: true });
});

const removeAll = { name: 'shell_execute', arguments: { command: 'rm -rf .' } };

test('a call that the client may not settle says at once where a person can decide', async () => {
  const agent = startAgent();
  const meta = { ...modernMeta({ elicitation: { form: {} } }), progressToken: 'p' };
  const answer = agent.request('tools/call', { ...removeAll, _meta: meta });
  const told = await until('the message', () =>
    agent.received.find(({ method }) => method === 'notifications/progress'),
  );
  expect(told).toMatchObject({
    params: {
      progressToken: 'p',
      message: expect.stringMatching(
        /CRITICAL and waits for a person\. .*toolgate --data-dir \S+ approvals show \w{8}/,
      ),
    },
  });
  expect((await answer).result).toMatchObject({ isError: true });
});

test('the question in the client has one field, which every form can send', async () => {
  const agent = startAgent();
  const asked = await agent.request('tools/call', { ...readEnv, ...canAsk });
  expect(asked.result).toMatchObject({
    inputRequests: {
      approval: { params: { requestedSchema: { properties: { decision: expect.any(Object) } } } },
    },
  });
  expect(JSON.stringify(asked.result)).not.toContain('feedback');
});

test('a command that a person allowed and that fails shows an agent what it printed', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent('--data-dir', dataDir);
  await agent.initialize('2025-06-18');
  const command = 'mkdir -p built && echo no such test >&2 && exit 3';
  const asked = await agent.request('tools/call', { name: 'shell_execute', arguments: { command } });
  expect(asked.result).toMatchObject({ isError: true });
  const [approvalId = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(JSON.stringify(asked.result)) ?? [];
  await runProgram(['approvals', 'approve', approvalId, '--data-dir', dataDir]);
  const waited = await agent.request('tools/call', { name: 'wait_for_approval', arguments: { approvalId } });
  expect(waited.result).toMatchObject({
    isError: true,
    content: [
      { text: expect.stringContaining('EXEC_FAILED') },
      { text: expect.stringContaining('no such test') },
    ],
    structuredContent: { status: 'done', result: { exitCode: 3 } },
  });
});
