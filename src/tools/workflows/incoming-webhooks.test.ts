import { createHmac, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createTestHost, dataOf, type TestHost } from '../../../test/support/host.ts';

type Headers = Record<string, string>;

async function open(auth: string, more: object = {}) {
  const host = createTestHost({ permissionLevel: 'full_access' });
  const { workflowId } = dataOf(
    await host.call('create_workflow', {
      name: 'Deploy',
      inputs: { properties: { ref: { type: 'string' }, who: { type: 'string' } }, required: ['ref'] },
      steps: [{ stepId: 'say', command: 'echo {{inputs.ref}}', outputs: { said: {} } }],
    }),
  );
  const made = dataOf(
    await host.call('create_webhook', { direction: 'incoming', workflowId, auth, ...more }),
  );
  const webhookId = String(made.webhookId);
  const service = await host.host.workflows();
  const { secret } = await service.people.rotate(webhookId);
  const deliver = (body: string, headers: Headers = {}, token?: string) =>
    service.receive({ webhookId, token, headers, body: Buffer.from(body) });
  return { ...host, made, workflowId, webhookId, service, secret, deliver };
}

const said = async ({ call }: Pick<TestHost, 'call'>, executionId: unknown): Promise<unknown> => {
  for (let tries = 0; tries < 500; tries++) {
    const run = dataOf(await call('get_execution_status', { executionId }));
    if (run.endedAt !== undefined) return run;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('It never ended');
};

test('a token starts the workflow with inputs from the body; the agent that made it never sees the token', async () => {
  const at = await open('token', { inputMap: { ref: 'push.ref', who: 'sender.login' } });
  expect(at.made).toMatchObject({ isReady: false, hint: expect.stringContaining('webhooks rotate') });
  const body = JSON.stringify({ push: { ref: "v1'; ls" }, sender: { login: 'me' }, more: 1 });
  const receipt = await at.deliver(body, { authorization: `Bearer ${at.secret}` });
  expect(receipt).toMatchObject({ status: 202, body: { executionId: expect.stringMatching(/^exec_/) } });
  expect(await said(at, receipt.body.executionId)).toMatchObject({
    status: 'completed',
    trigger: 'webhook',
    client: 'webhook:Deploy',
    startedBy: expect.stringMatching(/^local:/),
    inputs: { ref: "v1'; ls", who: 'me' },
    steps: [{ outputs: { said: "v1'; ls" } }],
  });
  for (const [headers, token] of [[{}], [{ authorization: 'Bearer wrong' }], [{}, 'wrong']] as const)
    expect(await at.deliver(body, headers, token)).toMatchObject({ status: 401 });
  expect(await at.deliver(body, {}, at.secret)).toMatchObject({ status: 202 });
  expect(await at.deliver('[1]', {}, at.secret)).toMatchObject({ status: 400 });
  expect(await at.deliver('{}', {}, at.secret)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('ref') },
  });
});

test('a rotated token is worth nothing at once', async () => {
  const at = await open('token');
  const { secret } = await at.service.people.rotate(at.webhookId);
  const body = '{"ref":"a"}';
  expect(await at.deliver(body, {}, at.secret)).toMatchObject({ status: 401 });
  expect(await at.deliver(body, {}, secret)).toMatchObject({ status: 202 });
});

test('Standard Webhooks: a signature of the library is accepted once; tampered, old and replayed ones are not', async () => {
  const at = await open('standard');
  const body = '{"ref":"a"}';
  const signed = (id: string, time: Date, text = body): Headers => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(at.secret).sign(id, time, text),
  });
  const first = signed('msg_1', new Date());
  expect(await at.deliver('{"ref":"b"}', first)).toMatchObject({ status: 401 });
  expect(await at.deliver(body, { ...first, 'webhook-id': 'msg_2' })).toMatchObject({ status: 401 });
  expect(await at.deliver(body, signed('msg_3', new Date(Date.now() - 600_000)))).toMatchObject({
    status: 401,
    body: { error: expect.stringContaining('300 s') },
  });
  // Signed with the secret, and at no time.
  const timeless = signed('msg_4', new Date(Number.NaN));
  expect(await at.deliver(body, timeless)).toMatchObject({
    status: 401,
    body: { error: expect.stringContaining('300 s') },
  });
  expect(await at.deliver(body, first)).toMatchObject({ status: 202 });
  expect(await at.deliver(body, first)).toMatchObject({ status: 409 });
  const runs = dataOf(await at.call('list_action_executions', { workflowId: at.workflowId }));
  expect(runs).toMatchObject({ total: 1 });
});

test('GitHub: the signature counts, and the same body under another delivery id is a replay', async () => {
  const at = await open('github');
  const body = '{"ref":"refs/heads/main"}';
  const signature = `sha256=${createHmac('sha256', at.secret).update(body).digest('hex')}`;
  const headers = () => ({ 'x-hub-signature-256': signature, 'x-github-delivery': randomUUID() });
  expect(await at.deliver(`${body} `, headers())).toMatchObject({ status: 401 });
  expect(await at.deliver(body, headers())).toMatchObject({ status: 202 });
  expect(await at.deliver(body, headers())).toMatchObject({ status: 409 });
});

test('a changed workflow is not started until it is allowed again, and a burst is refused', async () => {
  const at = await open('token', { perMinute: 3 });
  const body = '{"ref":"a"}';
  // Changed behind the gate, as a file would be.
  at.service.people.disable(String(at.workflowId));
  expect(await at.deliver(body, {}, at.secret)).toMatchObject({ status: 403 });
  const changed = await at.call('update_workflow', {
    workflowId: at.workflowId,
    description: 'allowed again',
  });
  expect(dataOf(changed)).toMatchObject({ isEnabled: true });
  expect(await at.deliver(body, {}, at.secret)).toMatchObject({ status: 202 });
  expect(await at.deliver(body, {}, at.secret)).toMatchObject({ status: 202 });
  expect(await at.deliver(body, {}, at.secret)).toMatchObject({ status: 429 });
});

test('a webhook that fills an input which the workflow does not have is refused', async () => {
  await expect(open('token', { inputMap: { reff: 'push.ref' } })).rejects.toThrow('It takes ref, who.');
});

test('what comes with a delivery stays plain text, in whatever quotes the command has it', async () => {
  const at = createTestHost({ permissionLevel: 'full_access' });
  const { workflowId } = dataOf(
    await at.call('create_workflow', {
      name: 'Build',
      inputs: { properties: { tag: { type: 'string' } }, required: ['tag'] },
      steps: [
        {
          stepId: 'say',
          command: `printf '%s|' "{{inputs.tag}}" '{{inputs.tag}}' {{inputs.tag}}`,
          outputs: { said: {} },
        },
      ],
    }),
  );
  const { webhookId } = dataOf(
    await at.call('create_webhook', { direction: 'incoming', workflowId, auth: 'token' }),
  );
  const service = await at.host.workflows();
  const { secret } = await service.people.rotate(String(webhookId));
  for (const tag of ['v1', '$(touch made)', '`touch made`', '"; touch made; "', "'; touch made; '"]) {
    const body = Buffer.from(JSON.stringify({ tag }));
    const receipt = await service.receive({ webhookId: String(webhookId), token: secret, headers: {}, body });
    expect(await said(at, receipt.body.executionId)).toMatchObject({
      status: 'completed',
      steps: [{ outputs: { said: `${tag}|${tag}|${tag}|` } }],
    });
  }
  expect(existsSync(join(at.root, 'made'))).toBe(false);
});
