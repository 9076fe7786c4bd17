import { posix } from 'node:path';
import type { Sftp } from '../sftp/sftp.ts';

/** A write takes seconds; whatever is this old was left by a connection that broke. */
const STALE_SECONDS = 3600;
const LONGEST_NAME = 255;

/** Hidden, and recognised by its end. */
export const temporaryName = (name: string, id: string): string => {
  const end = `.toolgate-${id}.tmp`;
  return `.${Buffer.from(name)
    .subarray(0, LONGEST_NAME - end.length - 1)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}${end}`;
};

const isTemporary = (name: string): boolean => /^\..*\.toolgate-[0-9a-f]+\.(tmp|part)$/.test(name);

/** Removes what writes of ours left behind when their connection broke. */
export async function sweepLeftovers(directory: string, sftp: Sftp): Promise<void> {
  const before = Date.now() / 1000 - STALE_SECONDS;
  const found = await sftp.list(directory, (count) => count > 5000);
  const stale = found.filter(
    ({ name, attributes }) => isTemporary(name) && (attributes.mtime ?? Number.MAX_VALUE) < before,
  );
  await Promise.all(stale.map(({ name }) => sftp.remove(posix.join(directory, name))));
}
