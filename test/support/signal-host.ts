import { hostPid } from './program.ts';

/** The pid of the host there must be; 0 in its place would signal the test's own process group. */
export function livingHost(dataDir: string): number {
  const pid = hostPid(dataDir);
  if (pid === undefined) throw new Error(`No host runs on ${dataDir}`);
  return pid;
}

/** Sends a signal to the host of a data directory and answers which process that was. */
export function signalHost(dataDir: string, signal: NodeJS.Signals): number {
  const pid = livingHost(dataDir);
  process.kill(pid, signal);
  return pid;
}
