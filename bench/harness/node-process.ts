import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

const END_LIMIT_MS = 5000;
const running = new Set<ChildProcess>();

/** A Node process of this benchmark: it is ended by `endNode`, at the latest by `endAll`. */
export function startNode(args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, args, options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Closes its stdin, or asks it to end where there is none, and waits until it is gone. */
export async function endNode(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
  if (child.stdin) child.stdin.end();
  else child.kill('SIGTERM');
  await gone;
  clearTimeout(timer);
}

export async function endAll(): Promise<void> {
  await Promise.all([...running].map(endNode));
}
