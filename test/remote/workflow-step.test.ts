import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { account } from '../support/ssh/accounts.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';
import { createWorkflowHost } from '../support/workflow-host.ts';

const sshd = await sharedSshd();

/** The hosts of ssh_config are their user's own: a workflow reaches them where the configuration says so. */
const remoteHost = ({ sshConfigUsers = ['*'], ...settings }: Record<string, unknown> = {}) =>
  createWorkflowHost({
    ...settings,
    remote: { sshConfig: writeSshConfig(sshd, { box: {} }).file, sshConfigUsers },
  });

/** A file that the account over there can write. */
function fileOverThere(): string {
  const path = join(account().home, `workflow-${randomUUID()}`);
  onTestFinished(() => rmSync(path, { force: true }));
  return path;
}

test('a step runs over there, with its place, variables and inputs, and its output reaches the next one', async () => {
  const host = remoteHost();
  const workflowId = await host.create({
    name: 'Remote',
    inputs: { properties: { word: { type: 'string' } }, required: ['word'] },
    steps: [
      {
        stepId: 'there',
        remote: { host: 'box', command: 'echo "$WORD in $PWD by $(id -un)"' },
        cwd: '/usr',
        env: { WORD: '{{inputs.word}}' },
        outputs: { said: { pattern: '(.* in /usr by .*)' } },
      },
      { stepId: 'here', command: 'echo "$SAID" > said.txt', env: { SAID: '{{steps.there.outputs.said}}' } },
    ],
  });
  const word = "it's; $(touch /tmp/never) {{x}}";
  const run = await host.ended(await host.start(workflowId, { word }));
  expect(run).toMatchObject({
    status: 'completed',
    steps: [{ stepId: 'there', status: 'completed', exitCode: 0 }, { stepId: 'here' }],
  });
  expect(readFileSync(join(host.root, 'said.txt'), 'utf8')).toBe(`${word} in /usr by ${account().name}\n`);
  expect(existsSync('/tmp/never')).toBe(false);
}, 60_000);

test('a command that fails over there fails its step with its exit code, after its retries', async () => {
  const host = remoteHost();
  const tries = fileOverThere();
  const workflowId = await host.create({
    name: 'Remote failure',
    steps: [
      {
        stepId: 'there',
        remote: { command: `echo x >> '${tries}'; exit 7` },
        retry: { attempts: 2, backoffMs: 10 },
      },
      { stepId: 'after', command: 'echo never > after.txt' },
    ],
  });
  const run = await host.ended(await host.start(workflowId));
  expect(run).toMatchObject({
    status: 'failed',
    steps: [
      { stepId: 'there', status: 'failed', exitCode: 7, attempts: 2 },
      { stepId: 'after', status: 'skipped' },
    ],
  });
  expect(readFileSync(tries, 'utf8')).toBe('x\nx\n');
  expect(existsSync(join(host.root, 'after.txt'))).toBe(false);
}, 60_000);

test('a workflow reaches no host that it was not given, and none with a blocked tool', async () => {
  const mark = fileOverThere();
  const document = {
    name: 'Touch',
    steps: [{ stepId: 'there', remote: { host: 'box', command: `touch '${mark}'` } }],
  };
  const ungiven = remoteHost({ sshConfigUsers: [] });
  const run = await ungiven.ended(await ungiven.start(await ungiven.create(document)));
  expect(run).toMatchObject({
    status: 'failed',
    steps: [{ status: 'failed', error: { code: 'NOT_FOUND' } }],
  });
  expect(String(run.error)).toContain('Host "box" is not configured');

  const blocked = remoteHost({ toolPermissions: { acp_remote_execute_command: 'blocked' } });
  await expect(blocked.create(document)).rejects.toThrow('BLOCKED_BY_POLICY');
  expect(existsSync(mark)).toBe(false);

  const open = remoteHost();
  expect(await open.ended(await open.start(await open.create(document)))).toMatchObject({
    status: 'completed',
  });
  expect(existsSync(mark)).toBe(true);
}, 60_000);
