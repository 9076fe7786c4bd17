import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';
import type { Workspace } from './workspace.ts';

/** Delays of an event loop in milliseconds. */
export interface LoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The same without the time in which another process had the core. */
  readonly ownP50: number;
  readonly ownP99: number;
}

/** Loads the probe into a server that is started with this environment. */
export const probeEnv = ({ dir, server }: Workspace): Record<string, string> => ({
  NODE_OPTIONS: `--import ${server('loop-probe')}`,
  BENCH_LOOP_DIR: dir,
});

/** What the probe in a process saw since it was asked last. */
export async function readProbe({ dir }: Workspace, pid: number): Promise<LoopDelay> {
  const file = join(dir, `loop-${pid}.json`);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  await until('the probe to answer', () => (existsSync(file) ? true : undefined));
  return JSON.parse(readFileSync(file, 'utf8')) as LoopDelay;
}
