import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callerWith } from '../../src/host/agent.ts';
import { idOfFile } from '../../src/workflows/definitions/workflow-id.ts';
import { createTestHost, dataOf, type TestHost } from '../support/host.ts';
import { temporaryDirectory } from '../support/program.ts';
import { codeOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

type Data = Record<string, unknown>;

/** Makes a call, and a person allows it for the session: from now on a rule covers it. */
async function allowed(
  { host, call }: TestHost,
  tool: string,
  args: Data,
  scope: 'once' | 'session' | 'always' = 'session',
): Promise<void> {
  expect(codeOf(await call(tool, args)), tool).toBe('APPROVAL_PENDING');
  const asked = host.approvals.list().find(({ status }) => status === 'pending');
  host.approvals.decide(asked?.id ?? '', {
    verdict: 'approve',
    scope,
    by: 'test',
    via: 'terminal',
  });
  expect(await call(tool, args), tool).toMatchObject({ kind: 'result', ok: true });
  if (scope === 'once') return;
  // The rule is there, and stands for the same call.
  expect(await call(tool, args), tool).toMatchObject({ kind: 'result', ok: true });
}

function workflowFile(root: string, name: string, content: object): string {
  const folder = join(root, '.toolgate', 'workflows');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, JSON.stringify({ name, ...content }));
  return idOfFile(path);
}

const ECHO = { id: 'e', command: 'echo hi' };

test('an answer for one workflow covers no other one with more steps', async () => {
  const host = createTestHost();
  const one = workflowFile(host.root, 'one', { steps: [ECHO] });
  const two = workflowFile(host.root, 'two', {
    steps: [ECHO, { id: 'w', tool: 'write_file', args: { path: 'planted.ts', content: 'x' } }],
  });
  const same = workflowFile(host.root, 'same', { steps: [ECHO] });
  await allowed(host, 'run_workflow', { workflowId: one });
  for (const workflowId of [two, same])
    expect(codeOf(await host.call('run_workflow', { workflowId }))).toBe('APPROVAL_PENDING');
  expect(existsSync(join(host.root, 'planted.ts'))).toBe(false);
});

test('an answer for a workflow holds for its inputs, its text and that of the workflows it runs', async () => {
  const host = createTestHost();
  const write = { id: 'w', tool: 'write_file', args: { path: '{{inputs.p}}', content: '{{inputs.c}}' } };
  const inputs = { properties: { p: { type: 'string' }, c: { type: 'string' } } };
  const inner = (steps: object[]) => workflowFile(host.root, 'inner', { steps });
  const innerId = inner([ECHO]);
  const outer = (steps: object[]) =>
    workflowFile(host.root, 'outer', { inputs, steps: [...steps, { id: 'i', workflow: innerId }] });
  const workflowId = outer([write]);
  const args = { workflowId, inputs: { p: 'notes.txt', c: 'hello' } };
  await allowed(host, 'run_workflow', args);
  const others = [
    { workflowId, inputs: { p: 'src-evil.ts', c: 'evil' } },
    { workflowId, inputs: { p: 'notes.txt', c: 'evil' } },
  ];
  for (const other of others) expect(codeOf(await host.call('run_workflow', other))).toBe('APPROVAL_PENDING');
  outer([write, { id: 'x', tool: 'write_file', args: { path: 'changed.ts', content: 'x' } }]);
  expect(codeOf(await host.call('run_workflow', args))).toBe('APPROVAL_PENDING');
  outer([write]);
  inner([ECHO, { id: 'x', tool: 'write_file', args: { path: 'changed.ts', content: 'x' } }]);
  expect(codeOf(await host.call('run_workflow', args))).toBe('APPROVAL_PENDING');
  expect([existsSync(join(host.root, 'changed.ts')), existsSync(join(host.root, 'src-evil.ts'))]).toEqual([
    false,
    false,
  ]);
  expect(readFileSync(join(host.root, 'notes.txt'), 'utf8')).toBe('hello');
});

inSandbox('an answer for a command covers it with the same variables only', async () => {
  const host = createTestHost();
  writeFileSync(join(host.root, 'Makefile'), 'build:\n\ttouch built\n');
  const more = { access: ['write'], reason: 'it writes' };
  await allowed(host, 'shell_execute', { command: 'make build', ...more });
  const EVIL = '--eval=$(shell touch pwned)';
  const attacks: Data[] = [
    { command: 'make build', env: { GNUMAKEFLAGS: EVIL } },
    { command: `GNUMAKEFLAGS='${EVIL}' make build` },
    { command: `export GNUMAKEFLAGS='${EVIL}'; make build` },
    { command: `GNUMAKEFLAGS='${EVIL}'; export GNUMAKEFLAGS; make build` },
    { command: `set -a; GNUMAKEFLAGS='${EVIL}'; make build` },
    { command: `read -r GNUMAKEFLAGS <<< '${EVIL}'; export GNUMAKEFLAGS; make build` },
    { command: `declare -x GNUMAKEFLAGS='${EVIL}'; make build` },
    { command: `env GNUMAKEFLAGS='${EVIL}' make build` },
    { command: `bash -c "GNUMAKEFLAGS='${EVIL}' make build"` },
    { command: 'make build', env: { MADE_UP: '1' } },
  ];
  for (const attack of attacks)
    expect(codeOf(await host.call('shell_execute', { ...attack, ...more })), JSON.stringify(attack)).toBe(
      'APPROVAL_PENDING',
    );
  expect(existsSync(join(host.root, 'pwned'))).toBe(false);
  expect(await host.call('shell_execute', { command: 'LANG=C make build', ...more })).toMatchObject({
    ok: true,
  });
  const plain = createTestHost();
  writeFileSync(join(plain.root, 'Makefile'), 'build:\n\ttouch built\n');
  await allowed(plain, 'shell_execute', { command: 'make build', env: { V: '1' }, ...more });
  for (const env of [undefined, { V: '2' }, { V: '1', W: '1' }])
    expect(
      codeOf(await plain.call('shell_execute', { command: 'make build', ...(env && { env }), ...more })),
    ).toBe('APPROVAL_PENDING');
});

test('an answer holds for the principal that asked, and for no other', async () => {
  const root = temporaryDirectory();
  const host = createTestHost({ roots: [root] }, { root });
  const local = callerWith(host.host.config, 'stdio', { cwd: host.root });
  const of = (principal: string) => ({ ...local, principal, session: `http:${principal}` });
  const touch = (principal: string, name: string) =>
    host.host.call({ tool: 'write_file', args: { path: name, content: 'x' }, caller: of(principal) });
  expect(codeOf(await touch('token:a', 'one.txt'))).toBe('APPROVAL_PENDING');
  const [asked] = host.host.approvals.list('pending');
  host.host.approvals.decide(asked?.id ?? '', {
    verdict: 'approve',
    scope: 'always',
    by: 'test',
    via: 'terminal',
  });
  expect(await touch('token:a', 'one.txt')).toMatchObject({ ok: true });
  expect(await touch('token:a', 'two.txt')).toMatchObject({ ok: true });
  for (const other of ['token:b', local.principal])
    expect(codeOf(await touch(other, 'three.txt')), other).toBe('APPROVAL_PENDING');
  // What a person writes down as a rule is for everybody.
  const rule = {
    verdict: 'allow',
    tool: 'write_file',
    session: null,
    createdBy: 'me',
    expiresAt: null,
  } as const;
  host.host.rules.add({ ...rule, pattern: { paths: [host.root] } });
  expect(await touch('token:b', 'three.txt')).toMatchObject({ ok: true });
});

test('an answer for tests covers no option more where options tell the work', async () => {
  const host = createTestHost();
  writeFileSync(
    join(host.root, 'package.json'),
    JSON.stringify({ name: 'x', scripts: { test: 'node --test' } }),
  );
  writeFileSync(join(host.root, 'precious.txt'), 'precious');
  await allowed(host, 'ci_run_tests', { projectPath: host.root });
  for (const args of [
    ['--test-reporter=tap', '--test-reporter-destination=precious.txt'],
    ['--test-global-setup=./w.mjs'],
    ['--experimental-config-file=x.json'],
  ])
    expect(codeOf(await host.call('ci_run_tests', { projectPath: host.root, args }))).toBe(
      'APPROVAL_PENDING',
    );
  expect(readFileSync(join(host.root, 'precious.txt'), 'utf8')).toBe('precious');
});

test('an answer for the very arguments holds where it was given: elsewhere they mean other files', async () => {
  const host = createTestHost();
  const other = temporaryDirectory();
  for (const [root, value] of [
    [host.root, 'mine'],
    [other, 'planted_elsewhere'],
  ] as const)
    writeFileSync(join(root, '.env'), `A=${value}\n`);
  const there = { ...callerWith(host.host.config, 'stdio', { cwd: other }), session: 'other' };
  const calls = [
    ['read_file', { path: '.env' }],
    ['shell_execute', { command: 'cat .env' }],
  ] as const;
  for (const [tool, args] of calls) {
    await allowed(host, tool, args, 'always');
    const answer = await host.host.call({ tool, args, caller: there });
    expect(codeOf(answer), tool).toBe('APPROVAL_PENDING');
    expect(JSON.stringify(answer)).not.toContain('planted_elsewhere');
  }
});

test('an answer for a webhook holds for what is sent, and for no other content', async () => {
  const received: string[] = [];
  const server = createServer((request, answer) => {
    received.push(request.url ?? '');
    answer.end('ok');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host = createTestHost({ egress: { allowedOrigins: [origin] } });
  const made = { direction: 'outgoing', name: 'chat', url: `${origin}/in?x={{q}}` };
  await allowed(host, 'create_webhook', made, 'once');
  const [webhook] = dataOf(await host.call('list_webhooks', {})).webhooks as { webhookId: string }[];
  const args = { webhookId: webhook?.webhookId, payload: { text: 'built' }, variables: { q: '1' } };
  await allowed(host, 'trigger_webhook', args, 'always');
  expect(received).toEqual(['/in?x=1', '/in?x=1']);
  for (const other of [{ payload: { text: 'taken' } }, { variables: { q: 'taken' } }])
    expect(codeOf(await host.call('trigger_webhook', { ...args, ...other }))).toBe('APPROVAL_PENDING');
  expect(received).toHaveLength(2);
});

test('an answer for files covers no tree in which one loses a secret name or gains a risky place', async () => {
  const host = createTestHost();
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(host.root, name)), { recursive: true });
    writeFileSync(join(host.root, name), text);
  };
  write('x/.aws/config', 'planted_in_aws\n');
  write('keys/deep/server.pem', 'planted_in_pem\n');
  write('plain/workflows/ci.yml', 'on: push\n');
  write('docs/a/b.md', 'text\n');
  await allowed(host, 'write_file', { path: 'notes.txt', content: 'hi' }, 'always');
  for (const tool of ['move_path', 'copy_path'])
    for (const args of [
      { from: 'x/.aws', to: 'y/aws' },
      { from: 'x', to: 'z' },
      { from: 'keys', to: 'other' },
      { from: 'plain', to: '.github' },
    ])
      expect(codeOf(await host.call(tool, args)), `${tool} ${args.from}`).toBe('APPROVAL_PENDING');
  expect(existsSync(join(host.root, '.github'))).toBe(false);
  expect(await host.call('move_path', { from: 'docs', to: 'manual' })).toMatchObject({ ok: true });
});

test.each(['tar xf a.tar', 'patch -p1 < x.patch', 'git apply x.patch', 'rsync -a a/ b/'])(
  '%s is told by a file what to write, so no answer to it stands',
  async (command) => {
    const host = createTestHost();
    for (const name of ['a.tar', 'x.patch']) writeFileSync(join(host.root, name), 'x');
    const args = { command, access: ['write'], reason: 'it unpacks' };
    expect(codeOf(await host.call('shell_execute', args))).toBe('APPROVAL_PENDING');
    expect(host.host.approvals.list('pending')[0]?.card.scopes).toEqual(['once']);
  },
);

inSandbox(
  'an answer for a console covers no script, and one for the first task of a build no other task',
  async () => {
    const host = createTestHost();
    writeFileSync(join(host.root, 'evil.py'), "open('planted', 'w').write('x')");
    writeFileSync(join(host.root, 'Makefile'), 'all:\n\t@touch built\nother:\n\t@touch planted\n');
    await allowed(host, 'shell_start', { command: 'python3 -i', pty: true });
    await allowed(host, 'shell_start', { command: 'python3', pty: true });
    await allowed(host, 'shell_execute', { command: 'make' });
    // Asked about, or in the closed sandbox, as if nobody had been asked anything.
    for (const command of ['python3 -i evil.py', 'python3 evil.py', 'make other'])
      await host.call('shell_execute', { command });
    expect(existsSync(join(host.root, 'built'))).toBe(true);
    expect(existsSync(join(host.root, 'planted'))).toBe(false);
  },
);

inSandbox('an answer for a line that is typed into a console is for that line', async () => {
  const host = createTestHost();
  const start = { command: 'bash --norc', access: ['write'] };
  await allowed(host, 'shell_start', start, 'once');
  const [process] = host.host.approvals.list().length > 0 ? await runningIn(host) : [];
  const type = (input: string) => ({ processId: process, input });
  await allowed(host, 'shell_send_input', type('ls -la'));
  for (const input of ['touch planted', 'rev .env', 'ls'])
    expect(codeOf(await host.call('shell_send_input', type(input))), input).toBe('APPROVAL_PENDING');
  expect(existsSync(join(host.root, 'planted'))).toBe(false);
});

const runningIn = async ({ call }: TestHost): Promise<unknown[]> => {
  const { processes } = dataOf(await call('list_background_processes', {})) as { processes: Data[] };
  return processes.map(({ processId }) => processId);
};

inSandbox(
  'an answer for a script that may connect does not hold while another command could change it',
  async () => {
    const host = createTestHost();
    writeFileSync(join(host.root, 'package.json'), JSON.stringify({ scripts: { deploy: 'echo deploying' } }));
    const deploy = { command: 'npm run deploy', access: ['network'] };
    await allowed(host, 'shell_execute', deploy);
    const watch = { command: 'sleep 60', access: ['write'] };
    await allowed(host, 'shell_start', watch, 'once');
    expect(codeOf(await host.call('shell_execute', deploy))).toBe('APPROVAL_PENDING');
    const asked = host.host.approvals.list().find(({ status }) => status === 'pending');
    expect(asked?.card.details).toContain('While it runs, this can change what it runs: "sleep 60"');
    for (const processId of await runningIn(host)) await host.call('stop_background_process', { processId });
    expect(await host.call('shell_execute', deploy)).toMatchObject({ kind: 'result', ok: true });
  },
);

inSandbox(
  'an answer for a script that may connect is for its text, and one with keys is for once',
  async () => {
    const host = createTestHost();
    const script = join(host.root, 'deploy.sh');
    writeFileSync(script, 'echo ok\n');
    const deploy = { command: 'bash deploy.sh', access: ['network'] };
    await allowed(host, 'shell_execute', deploy);
    writeFileSync(script, 'echo evil\n');
    expect(codeOf(await host.call('shell_execute', deploy))).toBe('APPROVAL_PENDING');
    writeFileSync(script, 'echo ok\n');
    expect(await host.call('shell_execute', deploy)).toMatchObject({ kind: 'result', ok: true });
    // One that may only write is worked on all day.
    const write = { command: 'bash deploy.sh', access: ['write'] };
    await allowed(host, 'shell_execute', write);
    writeFileSync(script, 'echo more\n');
    expect(await host.call('shell_execute', write)).toMatchObject({ kind: 'result', ok: true });
    const keys = { command: 'bash deploy.sh', access: ['secrets'] };
    expect(codeOf(await host.call('shell_execute', keys))).toBe('APPROVAL_PENDING');
    const asked = host.host.approvals.list().find(({ status }) => status === 'pending');
    expect(asked?.card.scopes).toEqual(['once']);
  },
);
