import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { BIN, hostPid, temporaryDirectory, until } from '../support/program.ts';

const SHELL = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'shell_execute', arguments: { command: 'ls /proc/self/fd' } },
};
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'careless', version: '1' } },
};

for (const way of ['pipe', 'in-process'] as const) {
  test(`a descriptor that a client left open reaches neither host nor children (${way})`, async () => {
    const dataDir = temporaryDirectory();
    const root = temporaryDirectory();
    const flags = ['--mode', 'full_access', ...(way === 'in-process' ? ['--in-process'] : [])];
    const client = spawn(process.execPath, [BIN, 'stdio', '--data-dir', dataDir, '--root', root, ...flags], {
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    });
    onTestFinished(() => void client.kill('SIGKILL'));
    let said = '';
    client.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    for (const request of [INITIALIZE, SHELL]) client.stdin?.write(`${JSON.stringify(request)}\n`);
    const answer = await until(
      'the list',
      () => said.split('\n').find((line) => line.includes('"id":2')),
      20_000,
    );
    const { result } = JSON.parse(answer) as { result: { structuredContent: { stdout: string } } };
    // Its three streams, and the directory it reads.
    expect(result.structuredContent.stdout).toBe('0\n1\n2\n3\n');
    if (way === 'in-process') return;
    const left = client.stdio[3] as Readable; // Sound: it was asked for as a pipe.
    left.resume();
    client.stdin?.end();
    // The host is still there, and does not hold it.
    await once(left, 'close');
    expect(hostPid(dataDir)).toBeDefined();
  });
}
