import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onDisk } from '../../files/open/disk-names.ts';
import type { Libc } from '../../process/child/libc.ts';

/** What bubblewrap reads from a descriptor instead of its command line. */
export interface Handed {
  /** For the shell before bubblewrap. */
  readonly redirection: string;
  readonly options: readonly string[];
  /** It was read. */
  release(): void;
}

const ARGUMENTS_FD = 6;

/**
 * Options, and the environment of the program: on a command line everybody on the machine could read them, and names
 * that are no text could not be said at all. `directory`: of ours, where descriptors cannot be had.
 */
export function handOver(
  words: readonly string[],
  { libc, directory = tmpdir() }: { readonly libc: Libc | undefined; readonly directory: string | undefined },
): Handed {
  const bytes = Buffer.concat(words.flatMap((word) => [Buffer.from(onDisk(word)), Buffer.of(0)]));
  const options = ['--args', String(ARGUMENTS_FD)];
  if (libc) {
    let fd: number | undefined = libc.textFile(bytes);
    const release = (): void => {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    };
    return { redirection: `exec ${ARGUMENTS_FD}</proc/${process.pid}/fd/${fd}; `, options, release };
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, `arguments-${randomUUID()}`);
  writeFileSync(file, bytes, { mode: 0o600, flag: 'wx' });
  const quoted = `'${file.replaceAll("'", `'\\''`)}'`;
  return {
    redirection: `exec ${ARGUMENTS_FD}<${quoted}; `,
    options,
    release: () => rmSync(file, { force: true }),
  };
}
