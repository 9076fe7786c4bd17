import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { processesOf } from '../../../test/support/processes-of.ts';
import { until } from '../../../test/support/program.ts';
import { inSandbox } from '../../../test/support/sandbox-place.ts';
import { createShellHost } from '../../../test/support/shell.ts';
import { callerWith } from '../../host/agent.ts';

/** A page, and what was sent to it. */
const SERVER = `require('http').createServer((asked, answer) => {
    let body = ''
    asked.on('data', (text) => { body += text }).on('end', () => answer.end('page ' + asked.method + body))
  }).listen(0, process.argv[2], function () { console.log('Local: http://localhost:' + this.address().port + '/') })`;

type Shell = Awaited<ReturnType<typeof createShellHost>>;

async function startServer({ approved, root }: Shell, address: string) {
  writeFileSync(join(root, 'server.js'), SERVER);
  const { data } = await approved.call('shell_start', {
    command: `node server.js ${address}`,
    successPattern: 'Local:',
  });
  const { processId, ports } = data as { processId: string; ports: number[] };
  return { processId, port: ports[0] ?? 0 };
}

/** Nobody answers, so a command that had to be asked about would not run. */
async function unasked({ host, caller }: Shell, command: string) {
  const answer = await host.call({ tool: 'shell_execute', args: { command, timeoutMs: 30_000 }, caller });
  expect(host.approvals.list().filter(({ status }) => status === 'pending')).toEqual([]);
  if (answer.kind !== 'result') throw new Error(`Expected a result, got ${answer.kind}`);
  if (answer.ok) return { ok: true, data: answer.data };
  const { hint, data } = answer.error;
  return { ok: false, hint, data };
}

/** A program that somebody else on this machine runs. */
async function startStranger(): Promise<number> {
  const script = `require('http').createServer((_, answer) => answer.end('theirs'))
    .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return Number(line);
}

inSandbox('the debugger of a server is not forwarded, wherever it listens', async () => {
  const shell = await createShellHost();
  writeFileSync(
    join(shell.root, 'debugged.js'),
    `require('inspector').open(0, '127.0.0.1'); console.log('Local: ' + require('inspector').url())
     require('http').createServer((_, answer) => answer.end('page')).listen(0, '127.0.0.1')`,
  );
  const { data } = await shell.approved.call('shell_start', {
    command: 'node debugged.js',
    successPattern: 'Local:',
  });
  const { ports, initialOutput } = data as { ports: number[]; initialOutput: unknown };
  const debugged = Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(JSON.stringify(initialOutput))?.[1]);
  expect(ports).toContain(debugged);
  const bare = await fetch(`http://127.0.0.1:${debugged}/json/version`);
  expect(await bare.text()).toContain('Protocol-Version');
  const answer = await unasked(shell, `curl -s http://127.0.0.1:${debugged}/json/version`);
  expect(JSON.stringify(answer.data)).not.toContain('Protocol-Version');
});

for (const address of ['127.0.0.1', '0.0.0.0', '::'])
  inSandbox(`a server the agent started on ${address} answers its commands unasked`, async () => {
    const shell = await createShellHost();
    const { port, processId } = await startServer(shell, address);
    const command = `curl -s http://127.0.0.1:${port}/; echo; curl -s http://localhost:${port}/`;
    expect(await unasked(shell, command)).toMatchObject({
      ok: true,
      data: { stdout: 'page GET\npage GET', exitCode: 0, sandbox: 'bwrap' },
    });
    await shell.approved.call('stop_background_process', { processId });
    const after = await unasked(shell, `curl http://127.0.0.1:${port}/`);
    expect(after).toMatchObject({ ok: false, data: { exitCode: 7 } });
    expect(after.hint).toContain('without network');
  });

inSandbox("no other port is there: not a stranger's, and not that of another agent", async () => {
  const shell = await createShellHost();
  const { port } = await startServer(shell, '127.0.0.1');
  const stranger = await startStranger();
  expect(await (await fetch(`http://127.0.0.1:${stranger}/`)).text()).toBe('theirs');
  const command = `curl -s http://127.0.0.1:${stranger}/`;
  expect(await unasked(shell, command)).toMatchObject({
    ok: false,
    data: { exitCode: 7, stdout: '' },
  });

  const other = callerWith(shell.host.config, 'stdio', { cwd: shell.root });
  expect(other.session).not.toBe(shell.caller.session);
  const page = `curl -s http://127.0.0.1:${port}/`;
  expect(await unasked({ ...shell, caller: other }, page)).toMatchObject({
    ok: false,
    data: { exitCode: 7, stdout: '' },
  });
  expect(await unasked(shell, page)).toMatchObject({ ok: true, data: { stdout: 'page GET' } });
});

inSandbox('a server that sees the token of a remote does not answer who must not see it', async () => {
  const shell = await createShellHost();
  const { port } = await startServer(shell, '127.0.0.1');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: shell.root, stdio: 'pipe' });
  const page = `curl -s http://127.0.0.1:${port}/`;
  git('init', '-q');
  git('remote', 'add', 'origin', 'https://example.com/x.git');
  expect(await unasked(shell, page)).toMatchObject({ ok: true, data: { stdout: 'page GET' } });
  git('remote', 'set-url', 'origin', 'https://u:kq7planted@example.com/x.git');
  writeFileSync(
    join(shell.root, 'get.js'),
    `fetch('http://127.0.0.1:${port}').then(() => process.stdout.write('reached'), () => process.stdout.write('not there'))`,
  );
  expect(await unasked(shell, 'node get.js')).toMatchObject({ ok: true, data: { stdout: 'not there' } });
});

inSandbox('a port that changes hands while a command runs does not lead to its new owner', async () => {
  const shell = await createShellHost();
  const { port, processId } = await startServer(shell, '127.0.0.1');
  const command = `until test -e go-${port}; do sleep 0.05; done; curl -s http://127.0.0.1:${port}/; true`;
  const waiting = unasked(shell, command);
  await until('the command to run', () => processesOf(`go-${port};`).length > 0);
  await shell.approved.call('stop_background_process', { processId });
  const script = `require('http').createServer((_, answer) => answer.end('theirs')).listen(${port}, '127.0.0.1', () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('theirs');
  writeFileSync(join(shell.root, `go-${port}`), '');
  expect(await waiting).toMatchObject({ ok: true, data: { stdout: '' } });
});

/** Each ends differently, and each could not connect. */
const WITHOUT_NETWORK: readonly [string, string, Record<string, unknown>][] = [
  ['a command that fails', 'shell_execute', { command: 'curl http://127.0.0.1:9/' }],
  ['a silent one', 'shell_execute', { command: 'curl -s http://127.0.0.1:9/' }],
  ['a pipe whose last program succeeds', 'shell_execute', { command: 'curl http://127.0.0.1:9/ | head -1' }],
  ['a pipe that says nothing', 'shell_execute', { command: 'curl -s http://127.0.0.1:9/ | head -1' }],
  ['run_command', 'run_command', { command: 'curl -s http://127.0.0.1:9/' }],
  ['a background process', 'shell_start', { command: 'curl -s http://127.0.0.1:9/' }],
];

for (const [what, tool, args] of WITHOUT_NETWORK)
  inSandbox(`${what} says that there was no network, and what to ask for`, async () => {
    const { host, caller } = await createShellHost();
    const answer = await host.call({ tool, args, caller });
    if (answer.kind !== 'result') throw new Error(`Expected a result, got ${answer.kind}`);
    const said = answer.ok ? String(answer.data.lacked) : answer.error.hint;
    expect(said).toMatch(/without network.* call again with access \[.*"network".*a person is asked/);
  });

inSandbox('a command that lacked nothing says nothing of it', async () => {
  const { host, caller } = await createShellHost();
  for (const command of ['echo hello', 'true', 'echo curl | cat'])
    expect(await host.call({ tool: 'shell_execute', args: { command }, caller })).not.toHaveProperty(
      'data.lacked',
    );
});
