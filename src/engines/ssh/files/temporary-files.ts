import { posix } from 'node:path';
import { withoutEnd } from '../../../core/text/trim-end.ts';
import type { Sftp } from '../sftp/sftp.ts';

/** A write takes seconds; whatever is this old was left by a connection that broke. A transfer may be gone on with. */
const STALE_SECONDS: Readonly<Record<string, number>> = { tmp: 3600, part: 7 * 86_400 };
const LONGEST_NAME = 255;

/** Hidden, and recognised by its end. */
export const temporaryName = (name: string, id: string): string => {
  const end = `.toolgate-${id}.tmp`;
  const start = Buffer.from(name).subarray(0, LONGEST_NAME - end.length - 1);
  return `.${withoutEnd(start.toString('utf8'), '\uFFFD')}${end}`;
};

/** How old a file of ours may become; undefined for any other. */
const mostSeconds = (name: string): number | undefined =>
  STALE_SECONDS[/^\..*\.toolgate-[0-9a-f]+\.(tmp|part)$/.exec(name)?.[1] ?? ''];

const swept = new WeakMap<Sftp, Set<string>>();

/** Removes what writes of ours left behind when their connection broke; once per connection and directory. */
export async function sweepLeftovers(directory: string, sftp: Sftp): Promise<void> {
  const done = swept.get(sftp) ?? new Set();
  swept.set(sftp, done);
  if (done.has(directory)) return;
  done.add(directory);
  const now = Date.now() / 1000;
  const stale = (await sftp.list(directory)).filter(({ name, attributes: { mtime = now } }) => {
    const most = mostSeconds(name);
    return most !== undefined && now - mtime > most;
  });
  await Promise.all(stale.map(({ name }) => sftp.remove(posix.join(directory, name))));
}
