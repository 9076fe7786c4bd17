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
const ALLOWED_TMP = '.allowed';

/** Where it is in the sandbox. */
export const ALLOWED_INSIDE = `/tmp/${ALLOWED_TMP}`;

/** On the disk it lies beside the other: what a run can write must not hold what the next one gets as its own. */
export const allowedPart = (tmp: string): string => `${tmp}${ALLOWED_TMP}`;

/** Takes away what unasked commands left there, and what allowed ones keep for themselves if it was one of them. */
export async function emptyTmp(tmp: string, { isAllowed }: { readonly isAllowed: boolean }): Promise<void> {
  // Other runs of the session are still there, and may change it meanwhile.
  const isEmpty = await emptyDirectory(tmp, [ALLOWED_TMP]);
  // What cannot be removed must not be found by the next one.
  if (!isEmpty) makeAnew(tmp);
  if (isAllowed && !(await emptyDirectory(allowedPart(tmp)))) makeAnew(allowedPart(tmp));
}

const nameOf = (session: string): string => hash('sha256', session).slice(0, 16);

/** Where a path that a sandboxed command names really is: its /tmp is one of ours. */
export function outsidePath(path: string, directory: string, session: string): string {
  const tmp = join(directory, nameOf(session));
  if (isInside(path, [ALLOWED_INSIDE])) return join(allowedPart(tmp), path.slice(ALLOWED_INSIDE.length));
  return isInside(path, ['/tmp']) ? join(tmp, path.slice('/tmp'.length)) : path;
}

export function createSessionTmp(directory: string): SessionTmp {
  const made = new Set<string>();
  return {
    of: (session) => {
      const path = join(directory, nameOf(session));
      if (!made.has(path)) partsOf(path).forEach(makePrivate);
      made.add(path);
      return path;
    },
    remove: (session) => {
      const path = join(directory, nameOf(session));
      if (made.delete(path)) partsOf(path).forEach(takeAway);
    },
    keepOnly: (sessions) => {
      const kept = new Set(
        [...sessions.map((session) => join(directory, nameOf(session))), ...made].flatMap(partsOf),
      );
      for (const path of namesIn(directory).map((name) => join(directory, name)))
        if (!kept.has(path)) takeAway(path);
    },
  };
}

const partsOf = (tmp: string): string[] => [tmp, allowedPart(tmp)];

const makePrivate = (path: string): void => void mkdirSync(path, { recursive: true, mode: 0o700 });

function makeAnew(path: string): void {
  takeAway(path);
  makePrivate(path);
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
