import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A database server of a test file; the starter ends it. */
export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

const FOLDER = join(import.meta.dirname, '../servers');
const DEADLINE_MS = 60_000;

/** A real Chroma server. */
export async function startChroma(): Promise<TestServer> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'tg-chroma-'));
  const child = spawn(process.execPath, [join(FOLDER, 'chroma.cjs'), data, String(port)], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + DEADLINE_MS;
  const isUp = async (): Promise<boolean> =>
    fetch(`${url}/api/v2/heartbeat`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('The Chroma server did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, stop: () => ended(child, data) };
}

/** Postgres with pgvector: PGlite behind the protocol of Postgres. */
export async function startPostgres(): Promise<TestServer> {
  const child = spawn(process.execPath, [join(FOLDER, 'postgres.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('PGlite did not start')), DEADLINE_MS);
    child.stdout.once('data', (text: Buffer) => {
      clearTimeout(timer);
      resolve(Number(text.toString().trim()));
    });
    child.once('exit', () => reject(new Error('PGlite ended')));
  });
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => ended(child) };
}

async function ended(child: ReturnType<typeof spawn>, data?: string): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await gone;
  if (data !== undefined) rmSync(data, { recursive: true, force: true });
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
