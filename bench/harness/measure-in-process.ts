import { openSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startNode } from './node-process.ts';
import type { Workspace } from './workspace.ts';

/** Runs a script that measures by itself and prints what it found as JSON. */
export async function measureInProcess<T>(
  { dir, env }: Workspace,
  script: string,
  args: readonly (string | number)[],
): Promise<T> {
  const log = join(dir, `${basename(script, '.ts')}.log`);
  const child = startNode([script, ...args.map(String)], {
    env: { ...env },
    stdio: ['ignore', 'pipe', openSync(log, 'a')],
  });
  if (!child.stdout) throw new Error('A piped stdout is always there');
  const printed = await text(child.stdout);
  if (printed === '') throw new Error(`${script} failed; see ${log}`);
  return JSON.parse(printed) as T;
}
