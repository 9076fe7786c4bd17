import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const BIN = fileURLToPath(new URL('../../bin/toolgate.js', import.meta.url));

// As after `npm link`: where the program is not installed, its messages name its whole path.
const INSTALLED = join(BIN, '../../node_modules/.cache/installed');
mkdirSync(INSTALLED, { recursive: true });
try {
  const link = join(INSTALLED, 'toolgate');
  // A copied checkout brings a link that leads to the original.
  if (existsSync(link) && realpathSync(link) !== realpathSync(BIN)) rmSync(link, { force: true });
  if (!existsSync(link)) symlinkSync(BIN, link);
} catch {
  // Another worker was first.
}
process.env.PATH = `${INSTALLED}${delimiter}${process.env.PATH ?? ''}`;

/** A directory that is gone after the test, with whatever host the test left running on it. */
export function temporaryDirectory(place = tmpdir()): string {
  const directory = mkdtempSync(join(place, 'tg-'));
  onTestFinished(() => {
    if (existsSync(directory)) endHosts(directory);
    // A host that was killed a moment ago may still be writing.
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  return directory;
}

/** The pid of the host that owns a data directory now. */
export function hostPid(dataDir: string): number | undefined {
  const path = join(dataDir, 'host.json');
  if (!existsSync(path)) return undefined;
  const { pid } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number };
  return isAlive(pid) ? pid : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie still has its pid; it runs nothing any more.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The data directory is this one or, mostly, one in it. */
function endHosts(directory: string): void {
  const inside = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const dataDir of [directory, ...inside.map(({ name }) => join(directory, name))]) {
    const pid = hostPid(dataDir);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }
}

/** Polls until `check` answers something; the test fails with `what` if it never does. */
export async function until<T>(
  what: string,
  check: () => T | undefined | false,
  limitMs = 30_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = check();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${limitMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export interface Program {
  readonly child: ChildProcess;
  readonly stderr: () => string;
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
}

/** Starts the built program; it is ended with the test. */
export function startProgram(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Program {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return { child, exit, stderr: () => said.join('') };
}
