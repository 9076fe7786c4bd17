import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { until } from './program.ts';

/** A host of another version, as a process of its own: answers every hello, and leaves when asked to or says that it stays. */
const SCRIPT = `
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
const [, , socketPath, version, seenPath, whenAsked] = process.argv;
createServer((socket) => {
  socket.on('error', () => {});
  const lines = createInterface({ input: socket });
  lines.once('line', (line) => {
    const { kind } = JSON.parse(line).toolgate;
    appendFileSync(seenPath, kind + '\\n');
    if (kind === 'leave' && whenAsked === 'stay')
      return void socket.end(JSON.stringify({ toolgate: { error: 'I stay.' } }) + '\\n');
    socket.write(JSON.stringify({ toolgate: { version, pid: process.pid, lineBytes: 65536 } }) + '\\n');
    if (kind === 'leave') return void setTimeout(() => process.exit(0), 200);
    lines.on('line', (text) => {
      const { id } = JSON.parse(text);
      if (id !== undefined) socket.write(JSON.stringify({ jsonrpc: '2.0', id, result: { from: version } }) + '\\n');
    });
  });
}).listen(socketPath, () => appendFileSync(seenPath, ''));
`;

export interface FakeHost {
  readonly child: ChildProcess;
  /** The kinds of the hellos it was sent, in order. */
  readonly greetings: () => string[];
}

/** Listens where the host of this data directory would. */
export async function startFakeHost(
  dataDir: string,
  version: string,
  whenAsked: 'leave' | 'stay' = 'leave',
): Promise<FakeHost> {
  const script = join(dataDir, 'fake-host.mjs');
  const seenPath = join(dataDir, 'fake-host.seen');
  writeFileSync(script, SCRIPT);
  const socketPath = join(dataDir, 'host.sock');
  const child = spawn(process.execPath, [script, socketPath, version, seenPath, whenAsked], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await until('the other host to listen', () => existsSync(seenPath));
  return {
    child,
    greetings: () =>
      readFileSync(seenPath, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
  };
}
