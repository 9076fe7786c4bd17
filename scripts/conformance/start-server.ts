import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const ROOT = join(import.meta.dirname, '../..');
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 10_000;
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/mcp/;
const KEPT_LINES = 20;

export interface ServerUnderTest {
  readonly url: string;
  stop(): Promise<void>;
}

/** The built program as a user starts it, with the suite's fixtures and a data directory of its own. */
export async function startServer(): Promise<ServerUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolgate-conformance-'));
  const args = ['bin/toolgate.js', 'serve', '--pack', 'conformance', '--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = async () => {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return { url: await addressOf(child, child.stderr), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(child: ChildProcess, stderr: Readable): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const said: string[] = [];
  const fail = (what: string) => reject(new Error([`The server ${what}`, ...said].join('\n')));
  const timer = setTimeout(() => fail(`named no address within ${START_LIMIT_MS} ms`), START_LIMIT_MS);
  // Reads on after the address came: a full pipe would stop the server.
  createInterface({ input: stderr }).on('line', (line) => {
    if (said.push(line) > KEPT_LINES) said.shift();
    const [address] = ADDRESS.exec(line) ?? [];
    if (address !== undefined) resolve(address);
  });
  child.once('error', (error) => fail(`could not be started: ${error.message}`));
  child.once('close', (code) => fail(`ended with ${code}`));
  return promise.finally(() => clearTimeout(timer));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  child.kill('SIGTERM');
  await closed;
  clearTimeout(timer);
}
