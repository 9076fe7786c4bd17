import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import type { Directory } from '../open/directory.ts';

/** No write takes this long: what is older was left by a program that was killed. */
export const LEFT_BEHIND_MS = 60_000;

const NAME = /^\.toolgate-[0-9a-f]{16}\.tmp$/;
const MOST_KNOWN = 1000;

/** When each directory was last looked through. */
const lookedAt = new Map<string, number>();

/** Removes what killed writers left in a directory; it is looked through now and then, not for every write. */
export function clearLeftBehind(directory: Directory): void {
  const now = Date.now();
  if (now - (lookedAt.get(directory.realPath) ?? 0) < LEFT_BEHIND_MS) return;
  if (lookedAt.size >= MOST_KNOWN) lookedAt.clear();
  lookedAt.set(directory.realPath, now);
  try {
    for (const name of readdirSync(directory.at('.')).filter((one) => NAME.test(one))) {
      const stats = lstatSync(directory.at(name), { throwIfNoEntry: false });
      if (stats?.isFile() && now - stats.mtimeMs > LEFT_BEHIND_MS) unlinkSync(directory.at(name));
    }
  } catch {
    // Not ours to read or to clear; what was to be written has been.
  }
}
