import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { type TrackedSecrets, trackedSecrets } from '../../git/repository/committed-secrets.ts';
import { keptCopy } from '../kept-copy.ts';
import type { RepositoryStore } from './repository-stores.ts';

/**
 * Where files that look like secrets are tracked, the index says that they did not change, or git would call the hidden
 * ones modified.
 */
export const indexMounts = (
  repositories: readonly RepositoryStore[],
  scratch: string | undefined,
  visible: readonly string[],
): Promise<string[]> =>
  inTurns(repositories, ({ index }) => {
    const found = trackedSecrets(index);
    if (found === undefined || scratch === undefined || !isInside(realpathSync(index), visible)) return [];
    const copy = unchangedCopy(index, found, scratch);
    return copy === undefined ? [] : ['--ro-bind', copy, realpathSync(index)];
  });

/** Git's own mark for "take it as unchanged". */
const ASSUME_VALID = 0x80;

function unchangedCopy(
  index: string,
  { bytes, secrets, hashSize }: TrackedSecrets,
  scratch: string,
): string | undefined {
  if (secrets === undefined) return undefined;
  const marked = Buffer.from(bytes);
  for (const { flagsAt } of secrets) marked[flagsAt] = (marked[flagsAt] ?? 0) | ASSUME_VALID;
  const end = marked.length - hashSize;
  // All zeros: this git does not check it.
  if (marked.subarray(end).some((byte) => byte !== 0))
    createHash(hashSize === 32 ? 'sha256' : 'sha1')
      .update(marked.subarray(0, end))
      .digest()
      .copy(marked, end);
  // By its time git tells which files may have changed since within the same second.
  return keptCopy(join(scratch, 'git-index'), marked, { mtime: statSync(index).mtime });
}
