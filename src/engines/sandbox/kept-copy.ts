import { hash, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface KeptAs {
  readonly mode?: number;
  /** By it programs tell whether a file changed. */
  readonly mtime?: Date;
}

/**
 * A file that sandboxes show instead of another, named by what it holds. Runs that go on have it mounted, so it is never
 * written twice, and appears at once.
 */
export function keptCopy(directory: string, content: string | Buffer, as: KeptAs = {}): string {
  const { mode = 0o600, mtime } = as;
  const path = join(
    directory,
    [hash('sha256', content), mode.toString(8), mtime?.getTime()].filter(Boolean).join('-'),
  );
  if (existsSync(path)) return path;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, content, { flag: 'wx', mode: 0o600 });
  chmodSync(unfinished, mode);
  if (mtime) utimesSync(unfinished, mtime, mtime);
  renameSync(unfinished, path);
  return path;
}
