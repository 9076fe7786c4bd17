import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../test/support/host.ts';
import { temporaryDirectory } from '../../test/support/program.ts';
import { createWorkflowHost } from '../../test/support/workflow-host.ts';
import { writeFiles } from '../../test/support/write-files.ts';
import { configSchema } from '../core/config.ts';
import { callerWith } from '../host/agent.ts';

const VALUE = 'kq7planted9secret2value';
const BACKWARDS = [...VALUE].reverse().join('');

/** A host with a stored secret. */
async function withSecret() {
  const host = createWorkflowHost();
  await host.host.secrets.set('npm-token', VALUE);
  return host;
}

test('a script that gets a secret and is another one than was shown is asked about, and gets nothing before', async () => {
  const host = await withSecret();
  writeFiles(host.root, { 'check.mjs': 'console.log("length", process.env.TOKEN.length);\n' });
  const steps = [
    { approval: 'Go on?' },
    { stepId: 'check', command: 'node check.mjs', secrets: { TOKEN: 'npm-token' } },
  ];
  const workflowId = await host.create({ name: 'Check', steps });
  const asShown = await host.start(workflowId);
  host.answer((await host.asked()).id, 'approve');
  // As it was shown, it runs with the run.
  expect(await host.ended(asShown)).toMatchObject({ steps: [{}, { text: 'length 23' }] });
  const run = await host.start(workflowId);
  const question = await host.asked();
  writeFiles(host.root, { 'check.mjs': 'console.log([...process.env.TOKEN].reverse().join(""));\n' });
  host.answer(question.id, 'approve');
  const { id, card } = await host.asked();
  expect(card).toMatchObject({
    risk: 'CRITICAL',
    scopes: ['once'],
    reasons: expect.arrayContaining(['it gets the stored secret npm-token as TOKEN']),
    details: [expect.stringContaining('reverse()')],
  });
  host.answer(id, 'deny');
  const ended = await host.ended(run);
  expect(ended).toMatchObject({ steps: [{}, { status: 'denied' }] });
  expect(JSON.stringify(ended)).not.toContain(BACKWARDS);
});

test('a value of a step before that is a program is asked about where it would get a secret', async () => {
  const host = await withSecret();
  writeFiles(host.root, { 'filter.txt': 'BEGIN { print ENVIRON["TOKEN"] }' });
  const steps = [
    { stepId: 'read', command: 'cat filter.txt', outputs: { text: { from: 'stdout' } } },
    {
      command: 'awk "$FILTER"',
      env: { FILTER: '{{steps.read.outputs.text}}' },
      secrets: { TOKEN: 'npm-token' },
    },
  ];
  await host.start(await host.create({ name: 'Filter', steps }));
  const { card } = await host.asked();
  expect(card).toMatchObject({ risk: 'CRITICAL', preview: expect.stringContaining('ENVIRON["TOKEN"]') });
});

test('what a webhook sends stands on the card of the run, with the names of what is not known yet', async () => {
  const host = createWorkflowHost();
  const made = { direction: 'outgoing', url: 'https://hooks.example.com/done' };
  expect(await host.call('create_webhook', made)).toMatchObject({ ok: false });
  host.answer((await host.asked()).id, 'approve');
  const { webhookId } = dataOf(await host.call('create_webhook', made));
  const document = {
    name: 'Tell',
    steps: [{ stepId: 'look', command: 'cat a.js', outputs: { text: { from: 'stdout' } } }],
    notify: { webhookId, payload: { done: 'for sure', more: 'It says {{steps.look.outputs.text}}' } },
  };
  const workflowId = await host.create(document);
  expect(await host.call('run_workflow', { workflowId })).toMatchObject({ ok: false });
  const { preview } = (await host.asked()).card;
  expect(preview).toContain('"done": "for sure"');
  expect(preview).toContain('"more": "It says <steps.look.outputs.text>"');
});

test('a schedule is shown with the inputs that its runs have, defaults included', async () => {
  const host = createWorkflowHost();
  const document = {
    name: 'Nightly',
    inputs: { properties: { target: { type: 'string' }, level: { type: 'number', default: 3 } } },
    steps: [{ command: 'echo {{inputs.target}}' }],
    schedule: { cron: '0 3 * * *', inputs: { target: 'production --all' } },
  };
  expect(await host.call('create_workflow', document)).toMatchObject({ ok: false });
  const { preview } = (await host.asked()).card;
  expect(preview).toMatch(/^Nightly, at 0 3 \* \* \* \(UTC\) with .*target = "production --all"/);
  expect(preview).toContain('level = 3');
});

test('what starts by itself is what was judged, though a script changed while it was stored', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  writeFiles(host.root, { 'job.mjs': 'console.log("nothing");\n' });
  const long = Array.from({ length: 30 }, (_, i) => ({ command: `echo ${'word '.repeat(200)}${i}` }));
  const steps = [...long, { command: 'node job.mjs' }];
  const schedule = { cron: '0 3 * * *' };
  const storing = host.call('create_workflow', { name: 'Job', steps, schedule });
  const stored = async () =>
    (
      dataOf(await host.call('list_workflows', {})).workflows as { workflowId: string; isEnabled: boolean }[]
    )[0];
  await expect.poll(stored, { interval: 1 }).toBeDefined();
  writeFiles(host.root, { 'job.mjs': 'console.log("what no card showed");\n' });
  expect(await storing).toMatchObject({
    error: { code: 'CONFLICT', hint: expect.stringContaining('enable') },
  });
  expect(await stored()).toMatchObject({ isEnabled: false });
});

test('a "no" at a question stops what comes after it, whatever else the step says', async () => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  const steps = [
    { stepId: 'ask', approval: 'Publish it?', continueOnError: true },
    { stepId: 'publish', needs: ['ask'], command: 'touch published' },
  ];
  const run = await host.start(await host.create({ name: 'Publish', steps }));
  host.answer((await host.asked()).id, 'deny');
  expect(await host.ended(run)).toMatchObject({ steps: [{ status: 'denied' }, { status: 'skipped' }] });
  expect(existsSync(join(host.root, 'published'))).toBe(false);
});

test('a run stops with the agent that started it, by whichever name a person stops that', async () => {
  for (const name of ['principal', 'session'] as const) {
    const host = createWorkflowHost({ permissionLevel: 'full_access' });
    const steps = [{ stepId: 'wait', wait: { event: 'go' } }, { command: 'touch done' }];
    const run = await host.start(await host.create({ name: 'Later', steps }));
    const [agent] = host.host.agents.list().filter(({ session }) => !session.startsWith('run:'));
    host.host.agents.set(agent?.[name] ?? '', 'stopped', 'person');
    const { people } = await host.host.workflows();
    await people.signal(run, 'go', null);
    await expect.poll(() => people.execution(run).status, { timeout: 10_000 }).toMatch(/failed|denied/);
    expect(existsSync(join(host.root, 'done'))).toBe(false);
  }
});

test('a run of a token ends with the token', async () => {
  const root = temporaryDirectory();
  const settings = { permissionLevel: 'full_access', roots: [root], approvals: { waitMs: 0 } };
  const config = configSchema.parse(settings);
  const { host } = createWorkflowHost(settings);
  const caller = {
    ...callerWith(config, 'stdio', { cwd: root, env: {} }),
    principal: 'token:ci',
    roots: [root],
  };
  const call = async (tool: string, args: object) =>
    host.call({ tool, args: args as Record<string, unknown>, caller });
  host.tokens.create({ name: 'ci', scopes: ['tools:call'] });
  const made = await call('create_workflow', { name: 'Token', steps: [{ command: 'touch done' }] });
  const { workflowId } = dataOf(made);
  expect(await call('run_workflow', { workflowId })).toMatchObject({ data: { status: 'completed' } });
  host.tokens.revoke('ci');
  expect(JSON.stringify(await call('run_workflow', { workflowId }))).toContain('was revoked');
});

test('words of a workflow stand on one line of its card, quoted, and its names hold no line breaks', async () => {
  const host = createWorkflowHost();
  const forged = 'Checks.\n1. test: shell_execute SAFE\n     npm test';
  const workflowId = await host.create({
    name: 'Release',
    description: forged,
    steps: [
      { name: 'ask', approval: forged },
      { name: 'ship', command: 'touch shipped' },
    ],
  });
  await host.call('run_workflow', { workflowId });
  const { preview } = (await host.asked()).card;
  const lines = preview?.split('\n') ?? [];
  expect(lines.slice(0, 2)).toEqual([
    `Release: the workflow says: ${JSON.stringify(forged)}`,
    `1. ask: ask a person: ${JSON.stringify(forged)}`,
  ]);
  expect(lines.filter((line) => /^\s*1\. /.test(line))).toHaveLength(1);
  for (const document of [
    { name: 'A\nB', steps: [] },
    { name: 'A', steps: [{ name: 'x\u2028y', command: 'true' }] },
  ])
    expect(await host.call('create_workflow', document)).toMatchObject({
      error: { code: 'VALIDATION', message: expect.stringContaining('a name is one line') },
    });
});
