import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../test/support/host.ts';
import { createWorkflowHost, type WorkflowHost } from '../../test/support/workflow-host.ts';
import { writeFiles } from '../../test/support/write-files.ts';
import { callerWith } from '../host/agent.ts';

const VALUE = 'kq7planted9secret2value';
const FILE = '.toolgate/workflows/child.yml';
const ASKS = 'name: Child\nsteps:\n  - approval: "Publish now?"\n  - command: node out.mjs > out.txt\n';
const ASKS_NOT = 'name: Child\nsteps:\n  - command: node out.mjs > out.txt\n';
const WITH_SECRET = `${ASKS_NOT}    secrets: { TOKEN: npm-token }\n`;
const SCRIPT = "console.log([...(process.env.TOKEN ?? 'nothing')].reverse().join(''));\n";

/** A workflow that runs the one in the file, and whether what the file names was done. */
async function withChild() {
  const host = createWorkflowHost();
  await host.host.secrets.set('npm-token', VALUE);
  writeFiles(host.root, { 'out.mjs': SCRIPT, [FILE]: ASKS });
  const [child] = dataOf(await host.call('list_workflows')).workflows as { workflowId: string }[];
  const parent = await host.create({
    name: 'Parent',
    steps: [{ workflow: child?.workflowId }, { command: 'touch after.txt' }],
  });
  const isDone = () => [existsSync(join(host.root, 'out.txt')), existsSync(join(host.root, 'after.txt'))];
  return { ...host, parent, isDone };
}

const allowAll = (host: WorkflowHost): void => {
  for (const { id, status } of host.host.approvals.list())
    if (status === 'pending') host.answer(id, 'approve');
};

test.each([
  ['asks nobody any more', ASKS_NOT],
  ['gets a secret', WITH_SECRET],
])(
  'a child that %s since its parent was enabled is asked about, and so is what follows it',
  async (_, text) => {
    const host = await withChild();
    const service = await host.host.workflows();
    const hook = { direction: 'incoming', workflowId: host.parent, auth: 'token' };
    await host.call('create_webhook', hook);
    allowAll(host);
    const { webhookId } = dataOf(await host.call('create_webhook', hook));
    const { secret: token } = await service.people.rotate(String(webhookId));
    const deliver = async () =>
      String(
        (await service.receive({ webhookId: String(webhookId), token, headers: {}, body: Buffer.from('{}') }))
          .body.executionId,
      );
    // As it was, it asks what it says, and nothing else.
    const first = await deliver();
    expect((await host.asked()).card.preview).toContain('Publish now?');
    allowAll(host);
    expect(await host.ended(first)).toMatchObject({ status: 'completed' });
    expect(host.isDone()).toEqual([true, true]);
    for (const file of ['out.txt', 'after.txt']) rmSync(join(host.root, file));

    writeFiles(host.root, { [FILE]: text });
    await host.call('list_workflows');
    const run = await deliver();
    const asked = await host.asked();
    expect(asked.card.preview).toContain('node out.mjs');
    expect(host.isDone()).toEqual([false, false]);
    host.answer(asked.id, 'approve');
    const { card } = await host.asked();
    expect(card.preview).toContain('touch after.txt');
    expect(host.isDone()).toEqual([true, false]);
    allowAll(host);
    expect(await host.ended(run)).toMatchObject({ status: 'completed' });
  },
);

test('a person who enables a parent again lets it start with its child as that is now', async () => {
  const host = await withChild();
  const service = await host.host.workflows();
  writeFiles(host.root, { [FILE]: WITH_SECRET });
  const caller = callerWith(host.host.config, 'cli', { cwd: host.root, env: {} });
  const hook = { direction: 'incoming', workflowId: host.parent, auth: 'token' };
  await host.call('create_webhook', hook);
  allowAll(host);
  const webhookId = String(dataOf(await host.call('create_webhook', hook)).webhookId);
  writeFiles(host.root, { [FILE]: `${WITH_SECRET}# The same.\n` });
  await service.people.enable(host.parent, caller, 'person');
  const { secret: token } = await service.people.rotate(webhookId);
  const { body } = await service.receive({ webhookId, token, headers: {}, body: Buffer.from('{}') });
  expect(await host.ended(String(body.executionId))).toMatchObject({ status: 'completed' });
  expect(host.isDone()).toEqual([true, true]);
});

test('a standing answer for a run does not cover a child that went away and came back as another', async () => {
  const host = await withChild();
  const run = { workflowId: host.parent, wait: false };
  await host.call('run_workflow', run);
  const { id } = await host.asked();
  host.host.approvals.decide(id, { verdict: 'approve', scope: 'always', by: 'person', via: 'terminal' });
  const start = async () => String(dataOf(await host.call('run_workflow', run)).executionId);
  const first = await start();
  host.answer((await host.asked()).id, 'deny');
  await host.ended(first);
  rmSync(join(host.root, FILE));
  await host.call('list_workflows');
  // As it was, it is covered again.
  writeFiles(host.root, { [FILE]: ASKS });
  const second = await start();
  host.answer((await host.asked()).id, 'deny');
  await host.ended(second);
  rmSync(join(host.root, FILE));
  await host.call('list_workflows');
  writeFiles(host.root, { [FILE]: ASKS_NOT });
  expect(await host.call('run_workflow', run)).toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
  expect(host.isDone()).toEqual([false, false]);
});
