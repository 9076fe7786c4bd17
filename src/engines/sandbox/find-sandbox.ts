import { homedir } from 'node:os';
import type { Access } from '../../core/sandbox.ts';
import { environmentFor } from '../process/environment.ts';
import { startChild } from '../process/start-child.ts';
import { bwrapArguments } from './bwrap-arguments.ts';

const LIMIT_MS = 5000;

let found: Promise<boolean> | undefined;

/** Whether bubblewrap works here, tried once: a program that is installed may still lack the right to make namespaces. */
export const findSandbox = (): Promise<boolean> => (found ??= trySandboxes());

async function trySandboxes(): Promise<boolean> {
  const kinds: readonly (readonly Access[])[] = [[], ['host']];
  const tries = kinds.map(async (access) => {
    const reach = { roots: [], hidden: [], readOnly: [], home: homedir(), access };
    const env = await environmentFor({ argv: ['bwrap'], cwd: '/', needsLogin: false });
    const argv = ['bwrap', ...bwrapArguments({ reach, finds: [], cwd: '/', env }), '--', 'true'] as const;
    const child = await startChild({ argv, cwd: '/', env, isSandboxed: true });
    const timer = setTimeout(() => void child.end(0), LIMIT_MS);
    const { exitCode } = await child.ended;
    clearTimeout(timer);
    return exitCode === 0;
  });
  try {
    return (await Promise.all(tries)).every(Boolean);
  } catch {
    return false;
  }
}
