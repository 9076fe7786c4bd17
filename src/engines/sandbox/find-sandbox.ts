import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Access } from '../../core/process/sandbox.ts';
import { environmentFor } from '../process/child/environment.ts';
import { loadLibc } from '../process/child/libc.ts';
import { startChild } from '../process/child/start-child.ts';
import { ownProgram, SYSTEM_PATH } from '../system/own-program.ts';
import { bwrapArguments } from './bwrap-arguments.ts';
import { createEntry } from './entry/entry.ts';
import { seccompFilter } from './machine/seccomp-filter.ts';
import { tryMacosSandbox } from './macos/try-macos.ts';
import { throughShell } from './sandboxed.ts';
import { unseenPlaces } from './workspace/unseen-places.ts';

const LIMIT_MS = 5000;

let found: Promise<boolean> | undefined;

/** Whether bubblewrap, or the sandbox of macOS, works here, tried once: a program that is installed may still lack the right to make namespaces. */
export const findSandbox = (): Promise<boolean> => (found ??= trySandboxes());

async function trySandboxes(): Promise<boolean> {
  const scratch = await mkdtemp(join(tmpdir(), 'tg-sandbox-'));
  try {
    return await (process.platform === 'darwin' ? tryMacosSandbox(scratch) : tryBubblewrap(scratch));
  } catch {
    return false;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function tryBubblewrap(scratch: string): Promise<boolean> {
  const kinds: readonly (readonly Access[])[] = [[], ['host']];
  const tries = kinds.map(async (access) => {
    const reach = { roots: [], hidden: [], readOnly: [], home: homedir(), access };
    const env = await environmentFor({ argv: ['bwrap'], cwd: '/', needsLogin: false });
    const filter = seccompFilter({ access }, scratch);
    const unseen = await unseenPlaces(reach, []);
    const options = await bwrapArguments({ reach, finds: [], unseen, cwd: '/', env });
    const entry = createEntry({
      libc: await loadLibc(),
      ...{ options, env, scratch, changing: [], isOpen: access.includes('host'), isReader: false },
    });
    const bwrap = [ownProgram('bwrap'), ...(filter?.options ?? []), ...entry.options, '--'];
    const [first = '/bin/sh', ...rest] = [...throughShell(filter, entry), ...bwrap, 'true'];
    const outer = { PATH: SYSTEM_PATH };
    const child = await startChild({
      argv: [first, ...rest],
      cwd: '/',
      env: outer,
      isSandboxed: true,
      entry,
    });
    const timer = setTimeout(() => void child.end(0), LIMIT_MS);
    const { exitCode } = await child.ended;
    clearTimeout(timer);
    return exitCode === 0;
  });
  return (await Promise.all(tries)).every(Boolean);
}
