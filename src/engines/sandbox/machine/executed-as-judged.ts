import { hash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import type { BoundFile } from '../../../core/call/call.ts';
import { isInside } from '../../../core/path/paths.ts';
import { openInside } from '../../files/open/open-inside.ts';
import { insideOf } from '../../files/open/reach.ts';
import { checkRegular, readAll } from '../../files/read/read-whole.ts';
import { changedSinceApproved } from '../../process/child/hash-file.ts';
import type { Reach } from '../../process/process.ts';
import { keptCopy } from '../kept-copy.ts';

/** A file that was judged: the bytes that were, and its mode; anything else is not run. */
export function judgedBytes(
  { path, sha256 }: BoundFile,
  roots: readonly string[],
): { readonly bytes: Buffer; readonly mode: number; readonly realPath: string } {
  const { fd, stats, realPath } = openInside(path, insideOf(roots));
  try {
    checkRegular(path, stats);
    const bytes = readAll(fd, stats.size);
    if (hash('sha256', bytes) === sha256) return { bytes, mode: stats.mode & 0o777, realPath };
    throw changedSinceApproved(path);
  } finally {
    closeSync(fd);
  }
}

/** What an installation writes, and no program runs line by line. */
const MANIFEST = /\.(json|toml|lock|mod|ya?ml|xml)$/i;

/**
 * A shell reads a script while it runs it. Where a run may see keys, connect, or has the whole machine, other runs that
 * may only write must not change it meanwhile: over each file lies a copy with the bytes that were judged. Runs that may
 * only write themselves get none, since nothing could be checked out over it.
 */
export function mountsAsJudged(
  files: readonly BoundFile[],
  { access, roots, scratch }: Pick<Reach, 'access' | 'roots' | 'scratch'>,
): string[] {
  if (scratch === undefined || access.every((one) => one === 'write')) return [];
  const isInstallation = !access.some((one) => one === 'secrets' || one === 'host');
  const directory = join(scratch, 'executed');
  return files
    .filter(({ path, sha256 }) => sha256 !== undefined && isInside(path, roots))
    .filter(({ path }) => !(isInstallation && MANIFEST.test(path)))
    .flatMap((file) => {
      const { bytes, mode, realPath } = judgedBytes(file, roots);
      return ['--ro-bind', keptCopy(directory, bytes, { mode }), realPath];
    });
}
