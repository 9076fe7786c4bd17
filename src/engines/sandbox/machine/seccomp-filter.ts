import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reach } from '../../process/process.ts';
import { seccompProgram } from './seccomp-program.ts';

/** Bubblewrap reads the filter from a descriptor, and a shell is the simplest way to hand it one. */
const FILTER_FD = 9;

/** What a shell does before bubblewrap, and its options, so that system calls no build needs are refused inside. */
export interface SeccompFilter {
  /** With the file of the filter as `$0`. */
  readonly script: string;
  readonly file: string;
  readonly options: readonly string[];
}

/** `directory`: of ours, out of reach for what runs in the sandbox. */
export function seccompFilter(
  { access, ownPorts }: Pick<Reach, 'access' | 'ownPorts'>,
  directory: string | undefined,
): SeccompFilter | undefined {
  const mayChange = access.includes('write') || access.includes('host');
  // On the machine's own network, programs outside listen at abstract ones, which are no files: a display server that takes
  // keys for the user's terminal, a bus.
  const isApart = !access.includes('network') || access.includes('host');
  const program = seccompProgram({
    hasPowers: mayChange,
    hasPackets: isApart,
    // Agents with keys are reached through one, and so is the relay of own ports.
    hasUnixSockets: (mayChange && isApart) || access.includes('secrets') || ownPorts !== undefined,
  });
  if (program === undefined || directory === undefined) return undefined;
  return {
    script: `exec ${FILTER_FD}<"$0"; `,
    file: keep(program, directory),
    options: ['--seccomp', String(FILTER_FD)],
  };
}

const kept = new Set<string>();

/** Written once by each host, so that it holds what this program means. */
function keep(program: Buffer, directory: string): string {
  const path = join(directory, `system-calls-${hash('sha256', program).slice(0, 16)}`);
  if (kept.has(path)) return path;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(path, program, { mode: 0o600 });
  kept.add(path);
  return path;
}
