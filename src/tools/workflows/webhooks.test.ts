import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { serveLocally } from '../../../test/support/local-server.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly url: string;
}

/** A receiver that answers with one status after the other. */
async function receiver(...statuses: readonly number[]) {
  const received: Received[] = [];
  const server = await serveLocally(async (request, response) => {
    const status = statuses[received.length] ?? 200;
    received.push({ headers: request.headers, body: await text(request), url: request.url ?? '' });
    response.writeHead(status).end(`status ${status}`);
  });
  return { ...server, received };
}

test('an outgoing webhook is signed as the standard says, and values cannot break out of the body', async () => {
  const { origin, received } = await receiver();
  const { call, host } = createTestHost({
    permissionLevel: 'full_access',
    egress: { allowedOrigins: [origin] },
  });
  await host.secrets.set('deploy-hook', SECRET);
  const { answer } = await callApproved({ call, host }, 'create_webhook', {
    direction: 'outgoing',
    name: 'Deploys',
    url: `${origin}/in/{{project}}`,
    headers: { 'x-key': 'k1' },
    payload: { text: 'Deployed {{project}}', all: '{{data}}' },
    secret: 'deploy-hook',
  });
  const made = dataOf(answer);
  const project = 'a"b/../c\n';
  const sent = dataOf(
    await call('trigger_webhook', {
      webhookId: made.webhookId,
      variables: { project, data: { n: 1 } },
    }),
  );
  expect(sent).toMatchObject({ statusCode: 200, responseBody: 'status 200', retryAttempts: 0 });
  const [{ headers, body, url } = { headers: {}, body: '', url: '' }] = received;
  expect(JSON.parse(body)).toEqual({ text: `Deployed ${project}`, all: { n: 1 } });
  expect(url).toBe(`/in/${encodeURIComponent(project)}`);
  expect(headers['x-key']).toBe('k1');
  expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
  expect(dataOf(await call('get_execution_status', { executionId: sent.executionId }))).toMatchObject({
    kind: 'action',
    actionType: 'webhook',
    status: 'completed',
  });
  expect(JSON.stringify(dataOf(await call('list_webhooks', {})))).not.toContain('k1');
});

test('a person is shown the body that is sent, whichever of the three it comes from', async () => {
  const { origin, received } = await receiver();
  const { call, host } = createTestHost({ egress: { allowedOrigins: [origin] } });
  const make = async (more: object) => {
    const args = { direction: 'outgoing', url: origin, ...more };
    // What is LOW is asked about once a session.
    const answer = await call('create_webhook', args);
    return dataOf(
      answer.kind === 'result' && answer.ok
        ? answer
        : (await callApproved({ call, host }, 'create_webhook', args)).answer,
    ).webhookId;
  };
  const kept = await make({ name: 'kept', payload: { text: 'build is green' } });
  const none = await make({ name: 'none' });
  const asking = await make({ name: 'asking', method: 'GET', payload: { text: 'never sent' } });
  const variables = { leak: 'anything else' };
  const calls = [
    { webhookId: kept, payload: null, variables },
    { webhookId: kept, payload: { other: 1 }, variables },
    { webhookId: kept, payload: false },
    { webhookId: none, payload: null, variables },
    { webhookId: asking, payload: { a: 1 } },
  ];
  for (const args of calls) {
    const before = received.length;
    const { answer, card } = await callApproved({ call, host }, 'trigger_webhook', args);
    expect(answer).toMatchObject({ ok: true });
    const shown = card.preview.split('\n').slice(1).join('\n');
    const { body = '?' } = received[before] ?? {};
    expect(shown, JSON.stringify(args)).toBe(
      body === '' ? 'without a body' : JSON.stringify(JSON.parse(body), null, 2),
    );
  }
  expect(received.map(({ body }) => body)).toEqual([
    '{"text":"build is green"}',
    '{"other":1}',
    'false',
    '{"leak":"anything else"}',
    '',
  ]);
});

test('what fails is tried again with the same id; what is refused for good is not', async () => {
  const { origin, received } = await receiver(503, 200, 404);
  const { call } = createTestHost({ permissionLevel: 'full_access', egress: { allowedOrigins: [origin] } });
  const { webhookId } = dataOf(await call('create_webhook', { direction: 'outgoing', url: origin }));
  expect(dataOf(await call('trigger_webhook', { webhookId, payload: {} }))).toMatchObject({
    retryAttempts: 1,
  });
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(ids[0]).toBe(ids[1]);
  expect(await call('trigger_webhook', { webhookId, payload: {} })).toMatchObject({
    ok: false,
    error: { code: 'EXEC_FAILED', data: { statusCode: 404, retryAttempts: 0 } },
  });
  expect(received).toHaveLength(3);
});

test('a receiver that says when to try again is not asked before', async () => {
  const asked: number[] = [];
  const { origin } = await serveLocally((_request, response) => {
    asked.push(performance.now());
    if (asked.length === 1) response.writeHead(429, { 'retry-after': '2' });
    response.end();
  });
  const { call } = createTestHost({ permissionLevel: 'full_access', egress: { allowedOrigins: [origin] } });
  const { webhookId } = dataOf(await call('create_webhook', { direction: 'outgoing', url: origin }));
  const { retryAttempts } = dataOf(await call('trigger_webhook', { webhookId, payload: {} }));
  const [first = 0, second = 0] = asked;
  expect([retryAttempts, asked.length, second - first > 1900]).toEqual([1, 2, true]);
});

test('a webhook whose secret is missing is not ready, and one that takes too long has timed out', async () => {
  const { origin } = await serveLocally((_request, response) => {
    setTimeout(() => response.end(), 3000).unref();
  });
  const { call, host } = createTestHost({
    permissionLevel: 'full_access',
    egress: { allowedOrigins: [origin] },
  });
  const config = { direction: 'outgoing', url: origin, timeoutMs: 1000, retryCount: 0 };
  const made = await callApproved({ call, host }, 'create_webhook', { ...config, secret: 'signing' });
  expect(dataOf(made.answer)).toMatchObject({
    isReady: false,
    hint: expect.stringContaining('toolgate secrets set signing'),
  });
  await host.secrets.set('signing', SECRET);
  const [listed] = dataOf(await call('list_webhooks')).webhooks as Record<string, unknown>[];
  expect(listed).toMatchObject({ isReady: true });
  const { webhookId } = listed ?? {};
  expect(await call('trigger_webhook', { webhookId })).toMatchObject({ error: { code: 'TIMEOUT' } });
  expect(dataOf(await call('list_action_executions')).executions).toMatchObject([{ status: 'timed_out' }]);
});

test('a webhook to a private address, with a missing secret or a placeholder without a value sends nothing', async () => {
  const { origin, received } = await receiver();
  const { call, host } = createTestHost({ permissionLevel: 'full_access' });
  const config = { direction: 'outgoing', url: origin, retryCount: 0 };
  const create = async (more: object) =>
    dataOf(await call('create_webhook', { ...config, ...more })).webhookId;
  const webhookId = await create({});
  const refused = await call('trigger_webhook', { webhookId, payload: {} });
  expect(refused).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/127\.0\.0\.1|private|public/i) },
  });
  const made = await callApproved({ call, host }, 'create_webhook', { ...config, secret: 'none' });
  const { webhookId: unsigned } = dataOf(made.answer);
  expect(await call('trigger_webhook', { webhookId: unsigned, payload: {} })).toMatchObject({
    error: { code: 'NOT_FOUND', message: expect.stringContaining('no secret "none"') },
  });
  const open = await create({ payload: { a: '{{missing}}' } });
  expect(await call('trigger_webhook', { webhookId: open })).toMatchObject({
    error: { code: 'VALIDATION', message: expect.stringContaining('{{missing}}') },
  });
  // Addresses as browsers read them: slashes may be missing, or lean the other way.
  for (const url of [
    'https://{{host}}/',
    'https:{{host}}/',
    'https:/{{host}}/',
    'https:hooks.example{{host}}/done',
    'https:\\\\hooks.example{{host}}/done',
    'https:/\t/hooks.example{{host}}/done',
    ' https://hooks.example{{host}}/done',
    'https://hooks.example{{host}}',
  ])
    expect(await call('create_webhook', { direction: 'outgoing', url }), url).toMatchObject({
      error: { code: 'VALIDATION', message: expect.stringContaining('must name its host') },
    });
  for (const url of ['https://hooks.example/{{path}}?q={{more}}', 'HTTPS://hooks.example:8443?q={{more}}'])
    expect(await call('create_webhook', { direction: 'outgoing', url }), url).toMatchObject({ ok: true });
  expect(received).toHaveLength(0);
  expect(dataOf(await call('list_action_executions', { status: 'failed' }))).toMatchObject({ total: 2 });
});

test('sending is asked about with address and body: HIGH where the host is not allow-listed, else MEDIUM', async () => {
  const { origin, received } = await receiver();
  for (const [allowedOrigins, risk] of [
    [[origin], 'MEDIUM'],
    [[], 'HIGH'],
  ] as const) {
    const host = createTestHost({ egress: { allowedOrigins } });
    const made = await callApproved(host, 'create_webhook', {
      direction: 'outgoing',
      url: origin,
      retryCount: 0,
    });
    const { webhookId } = dataOf(made.answer) as { webhookId: string };
    const { card } = await callApproved(host, 'trigger_webhook', { webhookId, payload: { a: 'shown' } });
    expect(card).toMatchObject({ risk, preview: expect.stringContaining('shown') });
  }
  expect(received).toHaveLength(1);
});

test('the webhook of a workflow is sent after runs that ended as it says', async () => {
  const { origin, received } = await receiver();
  const { call } = createTestHost({ permissionLevel: 'full_access', egress: { allowedOrigins: [origin] } });
  const { webhookId } = dataOf(await call('create_webhook', { direction: 'outgoing', url: origin }));
  const run = async (trigger: string, command: string) => {
    const notify = { webhookId, trigger };
    const made = await call('create_workflow', { name: `W "${trigger}"`, steps: [{ command }], notify });
    await call('run_workflow', { workflowId: dataOf(made).workflowId });
  };
  await run('onSuccess', 'false');
  await run('onFailure', 'true');
  expect(received).toHaveLength(0);
  await run('onSuccess', 'true');
  await run('onFailure', 'false');
  await run('always', 'true');
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { workflow: 'W "onSuccess"', status: 'completed' },
    { workflow: 'W "onFailure"', status: 'failed', error: expect.stringContaining('exited with 1') },
    { status: 'completed' },
  ]);
});

test('runs that start while a webhook is being sent leave it alone, and a workflow knows when it last ran', async () => {
  const arrived = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { origin } = await serveLocally(async (_request, response) => {
    arrived.resolve();
    await goOn.promise;
    response.end('late');
  });
  const { call } = createTestHost({ permissionLevel: 'full_access', egress: { allowedOrigins: [origin] } });
  const { webhookId } = dataOf(await call('create_webhook', { direction: 'outgoing', url: origin }));
  const steps = [{ tool: 'list_directory', args: { path: '.' } }];
  const { workflowId } = dataOf(await call('create_workflow', { name: 'Beside', steps }));
  const sending = call('trigger_webhook', { webhookId });
  await arrived.promise;
  expect(dataOf(await call('run_workflow', { workflowId }))).toMatchObject({ status: 'completed' });
  goOn.resolve();
  const { executionId } = dataOf(await sending);
  const sent = dataOf(await call('get_execution_status', { executionId }));
  expect(sent).toMatchObject({ status: 'completed' });
  const { lastRunAt } = dataOf(await call('get_workflow', { workflowId }));
  expect(Date.parse(String(lastRunAt))).toBeGreaterThan(Date.parse(String(sent.createdAt)));
});

test('a kept webhook is shown in words with all that would be sent, and is not ready where it will be refused', async () => {
  const host = createTestHost({ egress: { allowedOrigins: ['http://127.0.0.1:9'] } });
  const config = { direction: 'outgoing', url: 'http://169.254.169.254/x', headers: { 'X-Key': 'in-clear' } };
  const { answer, card } = await callApproved(host, 'create_webhook', { ...config, name: 'Meta' });
  expect(card.preview).toBe(
    [
      'Keeps the webhook "Meta". Nothing is sent now; trigger_webhook would send:',
      'POST http://169.254.169.254/x',
      '  X-Key: in-clear',
      'without a body',
    ].join('\n'),
  );
  expect(card.parts).toEqual([
    { kind: 'text', text: expect.stringContaining('Nothing is sent now') },
    {
      kind: 'request',
      method: 'POST',
      url: 'http://169.254.169.254/x',
      headers: ['X-Key: in-clear'],
      body: '',
    },
  ]);
  expect(dataOf(answer)).toMatchObject({
    isReady: false,
    hint: expect.stringContaining('169.254.169.254 is not on the public internet'),
  });
  const allowed = await callApproved(host, 'create_webhook', {
    direction: 'outgoing',
    url: 'http://127.0.0.1:9/',
  });
  expect(dataOf(allowed.answer)).toMatchObject({ isReady: true });
});
