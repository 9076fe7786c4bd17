import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { createWorkflowHost } from '../../../test/support/workflow-host.ts';
import { callerWith } from '../../host/agent.ts';

/** A workflow behind a webhook, as GitHub knows it. */
async function onGithub(more: object = {}, inputs: object = { properties: { zen: { type: 'string' } } }) {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const workflowId = await host.create({ name: 'Deploy', inputs, steps: [{ command: 'true' }] });
  const { webhookId: id } = dataOf(
    await host.call('create_webhook', { direction: 'incoming', workflowId, auth: 'github', ...more }),
  );
  const service = await host.host.workflows();
  const webhookId = String(id);
  const { secret } = await service.people.rotate(webhookId);
  const caller = callerWith(host.host.config, 'cli', { cwd: host.root, env: {} });
  await service.people.enable(workflowId, caller, 'person');
  const deliver = (event: string, text: string, type = 'application/json') => {
    const body = Buffer.from(text);
    const signed = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { 'x-github-event': event, 'x-hub-signature-256': signed, 'content-type': type };
    return service.receive({ webhookId, token: undefined, headers, body });
  };
  const runs = async () => dataOf(await host.call('list_action_executions', { workflowId })).executions;
  return { host, workflowId, caller, deliver, runs, service, webhookId };
}

test("GitHub's ping is answered and starts nothing; its events do, as JSON and as a form", async () => {
  const { deliver, runs, service, webhookId } = await onGithub();
  expect(await deliver('ping', '{"zen":"x","hook_id":1}')).toMatchObject({ status: 200 });
  expect(await runs()).toEqual([]);
  expect(
    await service.receive({
      webhookId,
      token: undefined,
      headers: { 'x-github-event': 'ping' },
      body: Buffer.from('{}'),
    }),
  ).toMatchObject({ status: 401 });
  expect(await deliver('push', '{"zen":"y"}')).toMatchObject({ status: 202 });
  const form = `payload=${encodeURIComponent('{"zen":"a b&c"}')}`;
  expect(await deliver('push', form, 'application/x-www-form-urlencoded')).toMatchObject({ status: 202 });
  expect(await runs()).toMatchObject([{ inputs: { zen: 'a b&c' } }, { inputs: { zen: 'y' } }]);
  expect(await deliver('push', 'zen=1', 'application/x-www-form-urlencoded')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('application/json') },
  });
});

test('a sender that is too fast hears when to try again', async () => {
  const { deliver } = await onGithub({ perMinute: 1 });
  expect(await deliver('push', '{}')).toMatchObject({ status: 202 });
  const { status, headers } = await deliver('push', '{"zen":"z"}');
  expect([status, Number(headers?.['retry-after']) > 50]).toEqual([429, true]);
});

test('a delivery that could not start a run starts it when it is delivered again, and only once', async () => {
  const { host, workflowId, caller, deliver, runs, service, webhookId } = await onGithub(
    {},
    { properties: { zen: { type: 'number' } } },
  );
  const event = () => deliver('push', '{"zen":"y"}');
  expect(await event()).toMatchObject({ status: 400 });
  const inputs = { properties: { zen: { type: 'string' } } };
  dataOf(await host.call('update_workflow', { workflowId, inputs }));
  await service.people.enable(workflowId, caller, 'person');
  expect(await Promise.all([event(), event()])).toMatchObject([{ status: 202 }, { status: 409 }]);
  expect(await event()).toMatchObject({ status: 409 });
  expect(await runs()).toMatchObject([{ inputs: { zen: 'y' } }]);
  expect(service.people.deliveries(webhookId)).toMatchObject([{ status: 'started', attempt: 3 }]);
});

test('a delivery that the host took and could not note before it ended is not lost', async () => {
  const { host, workflowId, deliver, runs } = await onGithub();
  expect(await deliver('push', '{"zen":"y"}')).toMatchObject({ status: 202 });
  const noted = new DatabaseSync(join(host.dataDir, 'workflows.db'));
  noted.exec("UPDATE delivery SET status = 'received', run_id = NULL");
  expect(await deliver('push', '{"zen":"y"}')).toMatchObject({ status: 409 });
  noted.exec("UPDATE delivery SET status = 'received', run_id = NULL");
  noted.prepare('DELETE FROM run WHERE workflow_id = ?').run(workflowId);
  noted.close();
  expect(await deliver('push', '{"zen":"y"}')).toMatchObject({ status: 202 });
  expect(await runs()).toHaveLength(1);
});
