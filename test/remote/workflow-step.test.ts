import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { configSchema } from '../../src/core/config.ts';
import { callerWith } from '../../src/host/agent.ts';
import { account } from '../support/ssh/accounts.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';
import { createWorkflowHost, resultOf } from '../support/workflow-host.ts';

const sshd = await sharedSshd();

const remoteHost = (settings: Record<string, unknown> = {}) =>
  createWorkflowHost({
    ...settings,
    remote: { sshConfig: writeSshConfig(sshd, { box: {}, '*': {} }).file },
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

test('a run reaches the hosts of who started it, those that a person added included, and no others', async () => {
  const mark = fileOverThere();
  const test = remoteHost({ permissionLevel: 'full_access' });
  const { identity: identityFile, port } = sshd;
  for (const name of ['alice', 'bob']) test.host.tokens.create({ name, scopes: ['tools:call'] });
  const spec = { hostname: '127.0.0.1', port, user: account().name, identityFile, users: [] };
  await (await test.host.remoteHosts()).add('token:alice', 'alices', spec);
  const own = callerWith(configSchema.parse({ permissionLevel: 'full_access' }), 'stdio', { cwd: test.root });
  // Workflows belong to who made them.
  const runAs = async (principal: string, name: 'box' | 'alices') => {
    const caller = { ...own, principal, session: principal };
    const steps = [{ stepId: 'there', remote: { host: name, command: `echo ${name} >> '${mark}'` } }];
    const made = await test.host.call({ tool: 'create_workflow', args: { name, steps }, caller });
    const args = { workflowId: resultOf(made).workflowId, wait: false };
    const answer = await test.host.call({ tool: 'run_workflow', args, caller });
    return test.ended(String(resultOf(answer).executionId));
  };
  for (const [principal, name] of [
    ['token:bob', 'box'],
    ['token:bob', 'alices'],
    ['token:alice', 'box'],
    [own.principal, 'alices'],
  ] as const) {
    const run = await runAs(principal, name);
    expect(run).toMatchObject({ status: 'failed', steps: [{ error: { code: 'NOT_FOUND' } }] });
    expect(String(run.error)).toContain(`Host "${name}" is not configured`);
  }
  expect(existsSync(mark)).toBe(false);
  expect(await runAs(own.principal, 'box')).toMatchObject({ status: 'completed' });
  expect(await runAs('token:alice', 'alices')).toMatchObject({ status: 'completed' });
  expect(readFileSync(mark, 'utf8')).toBe('box\nalices\n');
}, 60_000);

test('a blocked tool is blocked in a step as well', async () => {
  const blocked = remoteHost({ toolPermissions: { acp_remote_execute_command: 'blocked' } });
  await expect(
    blocked.create({
      name: 'Blocked',
      steps: [{ stepId: 'there', remote: { host: 'box', command: 'true' } }],
    }),
  ).rejects.toThrow('BLOCKED_BY_POLICY');
}, 60_000);
