import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Load } from '../servers/load.ts';
import { startNode } from './node-process.ts';
import type { Workspace } from './workspace.ts';

const SCRIPT = join(import.meta.dirname, '../servers/load.ts');

/** Runs a load in a process of its own and answers how many calls it made. */
export async function runLoad({ project, env, logFd }: Workspace, load: Load): Promise<number> {
  const child = startNode([SCRIPT, JSON.stringify(load)], {
    cwd: project,
    env: { ...env },
    stdio: ['ignore', 'pipe', logFd],
  });
  if (!child.stdout) throw new Error('A piped stdout is always there');
  const printed = await text(child.stdout);
  if (printed === '') throw new Error(`The load did not run: ${JSON.stringify(load.target)}`);
  return Number(printed);
}
