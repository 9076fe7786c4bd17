import type { Access } from '../../../core/process/sandbox.ts';
import { UNASKED_TMP } from './watch-size.ts';

const MIB = 1_048_576;
/** An agent may have 20 of them, each with two files that it prints into, and no host need be there to keep those short. */
const UNASKED_KEPT_BYTES = 48 * MIB;
/** More than a server writes into one file, and a length that everybody can count. */
const KEPT_BYTES = 16_384 * MIB;

/** What no file that a run writes may grow beyond, its output among them if it is kept; the kernel sees to it. */
export function mostFileBytes(access: readonly Access[], isKept: boolean): number | undefined {
  if (isKept && access.length === 0) return UNASKED_KEPT_BYTES;
  const mayChange = access.includes('write') || access.includes('host');
  // Nor may it fill the disk, or the memory, which a file may lie in.
  if (!mayChange) return UNASKED_TMP.bytes;
  return isKept ? KEPT_BYTES : undefined;
}

/** Shells count in blocks of 512 bytes. */
export const limitInShell = (bytes: number | undefined): string =>
  bytes === undefined ? '' : `ulimit -f ${bytes / 512}; `;

const SIGXFSZ = 25;

interface End {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The kernel ends a program that goes on writing beyond the limit; a shell passes that on as a code. */
export const isFileTooLarge = ({ exitCode, signal }: End): boolean =>
  (signal as string | null) === 'SIGXFSZ' || exitCode === 128 + SIGXFSZ;

/** For those who read what it printed. */
export const fileTooLarge = (bytes: number): string =>
  `\n[... it was ended: a file it wrote, or what it printed, was longer than ${bytes / MIB} MB, which is the limit ...]\n`;
