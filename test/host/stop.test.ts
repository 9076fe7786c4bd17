import { expect, test } from 'vitest';
import { readAudit } from '../support/audit-file.ts';
import { serveOn } from '../support/http-agent.ts';
import { processesOf } from '../support/processes-of.ts';
import { hostPid, isAlive, temporaryDirectory, until } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { livingHost } from '../support/signal-host.ts';
import { PACKS, sendCall, startAgent } from '../support/stdio-agent.ts';

const program = (dataDir: string, ...words: readonly string[]) =>
  runProgram([...words, '--data-dir', dataDir, '--pack', PACKS]);

test('stop ends a host in the background, in order, and says what it was doing', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent(dataDir);
  await agent.initialize();
  sendCall(agent, 'long', 60);
  await until('the call to begin', () => readAudit(dataDir).length === 1);
  const pid = livingHost(dataDir);
  const { code, stdout } = await program(dataDir, 'stop');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: [
      `The host (pid ${pid}) has ended.`,
      '1 call that ran was cancelled.',
      '1 agent was connected, and may start the next host.',
      '',
    ].join('\n'),
  });
  expect(isAlive(pid)).toBe(false);
  agent.child.kill('SIGKILL');
});

test('stop ends serve, and says so where nothing runs', async () => {
  const dataDir = temporaryDirectory();
  const served = await serveOn(dataDir);
  const pid = livingHost(dataDir);
  expect(await program(dataDir, 'stop')).toMatchObject({
    code: 0,
    stdout: `The host (pid ${pid}) has ended.\n`,
  });
  expect(hostPid(dataDir)).toBeUndefined();
  expect(await program(dataDir, 'stop')).toMatchObject({
    code: 0,
    stdout: `No host is running for ${dataDir}.\n`,
  });
  expect(processesOf(dataDir)).toEqual([]);
  await served.stop();
});

test('stop and serve name the processes that end with the host', async () => {
  const dataDir = temporaryDirectory();
  const started = async () => {
    const agent = startAgent(dataDir, { args: ['--pack', 'shell'] });
    await agent.initialize();
    const { isError, structuredContent } = await agent.call('shell_start', {
      command: 'sleep 600',
      name: 'development server',
    });
    expect({ isError, structuredContent }).toMatchObject({ structuredContent: { status: 'running' } });
    return agent;
  };
  const first = await started();
  const named = /^Ended with it: development server \(pid \d+\)\.$/m;
  expect((await program(dataDir, 'stop')).stdout).toMatch(named);
  first.child.stdin?.end();
  await first.exit;
  const second = await started();
  const served = await serveOn(dataDir);
  expect(served.stderr()).toMatch(
    /^Ended with the host that ran in the background: development server \(pid \d+\)\. /m,
  );
  second.child.stdin?.end();
  await served.stop();
});
