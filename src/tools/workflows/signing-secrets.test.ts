import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { serveLocally } from '../../../test/support/local-server.ts';

const VALUE = 'winter2026';

/** A host that knows a secret, and a receiver that it may send to. */
async function signingHost(settings: object = {}) {
  const received: { headers: object; body: string }[] = [];
  const { origin } = await serveLocally(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.end('ok');
  });
  const host = createTestHost({ egress: { allowedOrigins: [origin] }, ...settings });
  await host.host.secrets.set('DB_PASSWORD', VALUE);
  return { ...host, origin, received };
}

const outgoing = (url: string, more: object = {}) => ({
  direction: 'outgoing',
  name: 'status',
  url,
  ...more,
});

test('what proves who sends to an incoming webhook signs nothing else, and gets into no step', async () => {
  const { call, host, origin, received } = await signingHost({ permissionLevel: 'full_access' });
  const steps = [{ command: 'echo started' }];
  const { workflowId } = dataOf(await call('create_workflow', { name: 'Deploy', steps }));
  const hook = dataOf(await call('create_webhook', { direction: 'incoming', workflowId, auth: 'standard' }));
  const secret = `webhook/${hook.webhookId}`;
  await (await host.workflows()).people.rotate(String(hook.webhookId));
  const refused = {
    error: { code: 'VALIDATION', message: expect.stringMatching(/incoming webhook|webhooks only/) },
  };
  const { webhookId } = dataOf(await call('create_webhook', outgoing(origin)));
  const tries: [string, object][] = [
    ['create_webhook', outgoing(origin, { secret })],
    ['create_action', { name: 'a', actionType: 'webhook', config: { url: origin, secret } }],
    ['update_action', { actionId: webhookId, config: { secret } }],
    ['create_workflow', { name: 'a', steps: [{ command: 'env', secrets: { A: secret } }] }],
    ['create_workflow', { name: 'a', secrets: { A: secret }, steps: [{ command: 'env' }] }],
  ];
  for (const [tool, args] of tries)
    expect(await call(tool, args), JSON.stringify(args)).toMatchObject(refused);
  dataOf(await call('trigger_webhook', { webhookId }));
  expect(received).toMatchObject([{ headers: expect.not.objectContaining({ 'webhook-signature': '' }) }]);
});

test('who may sign with a stored secret is asked in every mode, and card and record name the secret', async () => {
  for (const permissionLevel of ['execute_with_confirm', 'full_access']) {
    const { call, host, origin, received } = await signingHost({ permissionLevel });
    const made = await callApproved(
      { call, host },
      'create_webhook',
      outgoing(origin, { secret: 'DB_PASSWORD', headers: { 'x-request-id': 'written by the agent' } }),
    );
    const reason = 'it is signed with the stored secret DB_PASSWORD';
    expect(made.card).toMatchObject({ risk: 'CRITICAL', reasons: expect.arrayContaining([reason]) });
    const { webhookId } = dataOf(made.answer);
    if (permissionLevel === 'full_access') {
      // What a person was asked about once goes out unasked where all else does.
      dataOf(await call('trigger_webhook', { webhookId }));
    } else {
      const sent = await callApproved({ call, host }, 'trigger_webhook', { webhookId, payload: { a: 1 } });
      expect(sent.answer).toMatchObject({ ok: true });
      expect(sent.card).toMatchObject({
        risk: 'HIGH',
        reasons: expect.arrayContaining([reason]),
        preview: expect.stringMatching(/x-request-id: written by the agent.*DB_PASSWORD.*"a": 1/s),
        parts: [{ headers: ['x-request-id: written by the agent'], signedWith: 'DB_PASSWORD' }],
      });
    }
    expect(received).toMatchObject([{ headers: { 'webhook-signature': expect.stringMatching(/^v1,/) } }]);
    const rows = await host.auditReader.query({ tool: 'trigger_webhook', limit: 10 });
    const intents = rows.filter(({ kind }) => kind === 'intent');
    expect(intents).toMatchObject([{ body: { secrets: ['DB_PASSWORD'] } }]);
    expect(JSON.stringify(rows)).not.toContain(VALUE);
    // Elsewhere, or with another secret, is another question.
    for (const config of [{ url: 'https://example.com/' }, { secret: 'OTHER' }])
      expect(await call('update_action', { actionId: webhookId, config })).toMatchObject({
        error: { code: 'APPROVAL_PENDING' },
      });
  }
});

test('a run that sends what a secret signs is allowed with the run', async () => {
  const { call, host, origin, received } = await signingHost();
  const hook = outgoing(origin, { secret: 'DB_PASSWORD' });
  const { webhookId } = dataOf((await callApproved({ call, host }, 'create_webhook', hook)).answer);
  const steps = [{ webhook: webhookId, payload: { a: 1 } }];
  const made = await callApproved({ call, host }, 'create_workflow', { name: 'Tell', steps });
  const { workflowId } = dataOf(made.answer);
  const run = await callApproved({ call, host }, 'run_workflow', { workflowId });
  expect(run.card.reasons).toContain('it is signed with the stored secret DB_PASSWORD');
  expect(dataOf(run.answer)).toMatchObject({ status: 'completed' });
  expect(received).toMatchObject([{ body: '{"a":1}' }]);
});
