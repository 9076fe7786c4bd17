import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { onDisk, shown } from '../../files/open/disk-names.ts';

const ARGUMENTS_FD = 8;
/** Bubblewrap has read them long before. */
const KEPT_MS = 3_600_000;

/** What stands before bubblewrap, and its options. */
interface Handed {
  readonly before: readonly string[];
  readonly options: readonly string[];
}

/**
 * The words of a command line are text here, and a path need not be: where one is none, bubblewrap reads its options
 * from a file, as bytes. `directory`: of ours, out of reach for what runs in the sandbox.
 */
export function byteArguments(options: readonly string[], directory: string | undefined): Handed {
  const odd = options.find((option) => !option.isWellFormed());
  if (odd === undefined) return { before: [], options };
  if (directory === undefined)
    throw new ToolError('UNAVAILABLE', `The name of ${shown(odd)} is no UTF-8, and cannot be covered`, {
      hint: 'A person can rename it.',
    });
  const bytes = Buffer.concat(options.flatMap((option) => [Buffer.from(onDisk(option)), Buffer.of(0)]));
  return {
    before: [
      '/bin/sh',
      '-c',
      `exec ${ARGUMENTS_FD}<"$0"; exec "$@"`,
      keep(bytes, join(directory, 'arguments')),
    ],
    options: ['--args', String(ARGUMENTS_FD)],
  };
}

function keep(bytes: Buffer, directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const path of readdirSync(directory).map((name) => join(directory, name))) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > KEPT_MS) rmSync(path, { force: true });
  }
  const path = join(directory, hash('sha256', bytes).slice(0, 24));
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}
