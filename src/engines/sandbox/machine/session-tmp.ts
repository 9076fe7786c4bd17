import { hash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { emptyDirectory, removeTree } from '../../files/tree/remove-tree.ts';

/** The /tmp of each agent: its commands find there what earlier ones left, and nobody else's. */
export interface SessionTmp {
  of(session: string): string;
  remove(session: string): void;
  /** Removes those of all other sessions: an earlier host left them. */
  keepOnly(sessions: readonly string[]): void;
}

/**
 * In it, what runs that somebody allowed keep for themselves. Others do not find it: a cache of compiled code that they had
 * prepared would be run with more access than they have, and what is kept there may come from a secret.
 */
export const ALLOWED_TMP = '.allowed';

/** Takes away what unasked commands left there, and what allowed ones keep for themselves if it was one of them. */
export async function emptyTmp(tmp: string, { isAllowed }: { readonly isAllowed: boolean }): Promise<void> {
  // Other runs of the session are still there, and may change it meanwhile.
  const isEmpty = await emptyDirectory(tmp, [ALLOWED_TMP]);
  const areBoth = !isAllowed || (await emptyDirectory(join(tmp, ALLOWED_TMP)));
  if (isEmpty && areBoth) return;
  // What cannot be removed must not be found by the next one.
  takeAway(tmp);
  mkdirSync(join(tmp, ALLOWED_TMP), { recursive: true, mode: 0o700 });
}

const nameOf = (session: string): string => hash('sha256', session).slice(0, 16);

/** Where a path that a sandboxed command names really is: its /tmp is one of ours. */
export const outsidePath = (path: string, directory: string, session: string): string =>
  isInside(path, ['/tmp']) ? join(directory, nameOf(session), path.slice('/tmp'.length)) : path;

export function createSessionTmp(directory: string): SessionTmp {
  const made = new Set<string>();
  return {
    of: (session) => {
      const path = join(directory, nameOf(session));
      if (!made.has(path)) mkdirSync(join(path, ALLOWED_TMP), { recursive: true, mode: 0o700 });
      made.add(path);
      return path;
    },
    remove: (session) => {
      const path = join(directory, nameOf(session));
      if (!made.delete(path)) return;
      takeAway(path);
    },
    keepOnly: (sessions) => {
      const names = new Set(sessions.map(nameOf));
      for (const name of namesIn(directory))
        if (!names.has(name) && !made.has(join(directory, name))) takeAway(join(directory, name));
    },
  };
}

/** Under another name at once: its session may come back while it is emptied. */
function takeAway(path: string): void {
  const gone = `${path}.${randomUUID()}`;
  if (existsSync(path)) renameSync(path, gone);
  void removeTree(gone);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Nothing was ever put there.
    return [];
  }
}
