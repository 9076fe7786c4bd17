import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { SECRET_FOLDERS } from '../../../core/path/secret-names.ts';
import { isProtected } from '../../../core/path/sensitive-paths.ts';
import { entriesIn, isGone, onDisk, realPath } from '../../files/open/disk-names.ts';
import type { WorkspaceFinds } from './workspace-index.ts';

/** Below the place of any protected name. */
const DEEPEST = 3;
/** Where a link makes a part of the project of what is not looked into otherwise. */
const DEEPEST_IN_DEPENDENCIES = 30;
/** Of one link, and of all of an open directory. */
const MOST_ENTRIES = 5000;
const MOST_IN_ALL = 20_000;

/** How much may still be looked at behind links. */
export interface LinkBudget {
  left: number;
}

export const linkBudget = (): LinkBudget => ({ left: MOST_IN_ALL });

/** Programs fill these with other people's files; a build may make thousands of them. */
export const NOT_LOOKED_INTO: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  'venv',
  'site-packages',
  '__pycache__',
  '.tox',
  '.gradle',
  '.cache',
]);

/** Where other systems than git keep what files held before, and passwords. */
export const OTHER_HISTORIES: Readonly<Record<string, readonly string[]>> = {
  '.hg': ['store', 'hgrc'],
  '.svn': ['pristine'],
};

/** What of that starts programs, or names another repository that does. */
export const SETTINGS_IN_HISTORIES: Readonly<Record<string, readonly string[]>> = {
  '.hg': ['hgrc', 'hgrc-not-shared', 'sharedpath'],
};

/** What a walk through an open directory goes past; it is looked at by other means, or by its name alone. */
export const isWalked = (name: string): boolean =>
  name !== '.git' &&
  !NOT_LOOKED_INTO.has(name) &&
  !SECRET_FOLDERS.includes(name) &&
  !Object.hasOwn(OTHER_HISTORIES, name);

/** Whether what lies below a link of this name, in the root, could be protected under that name. */
export const mayHoldSettings = (path: string, root: string): boolean =>
  /\/(\.[^/]|(documents|cline|etc|code|code - insiders|user|library)$)/i.test(path.slice(root.length));

/**
 * Protected names that a directory has only by a link: `.zed` may lead to `data`, where `settings.json` is a file like
 * any other. `src` may lead into `node_modules`, where nobody looks otherwise. What the link leads to can change while the
 * link stays, so this is looked at every time.
 */
export function throughLink(
  link: string,
  root: string,
  all: LinkBudget,
): Pick<WorkspaceFinds, 'protected' | 'unseen'> {
  const found: string[] = [];
  const isDeep = leadsPastTheWalk(link, root);
  if (!isDeep && !mayHoldSettings(link, root)) return { protected: [], unseen: [] };
  const deepest = isDeep ? DEEPEST_IN_DEPENDENCIES : DEEPEST;
  const budget = { left: Math.min(MOST_ENTRIES, all.left) };
  all.left -= budget.left;
  try {
    const isWhole =
      --budget.left >= 0 && lookThrough(link, deepest, { found, budget, isWalkedBelow: !isDeep });
    // What lies outside cannot be given another name; the link can.
    const names = found.length === 0 || isInside(realPath(link), [root]) ? found : [link];
    return { protected: names, unseen: isWhole ? [] : [link] };
  } catch (error) {
    const leadsNowhere = isGone(error) || (error as NodeJS.ErrnoException).code === 'ELOOP';
    return { protected: found, unseen: leadsNowhere ? [] : [link] };
  } finally {
    all.left += Math.max(0, budget.left);
  }
}

function leadsPastTheWalk(link: string, root: string): boolean {
  try {
    const place = realPath(link);
    const names = isInside(place, [root]) ? place.slice(root.length) : place;
    return !names.split('/').every(isWalked);
  } catch {
    return false;
  }
}

interface Look {
  readonly found: string[];
  readonly budget: LinkBudget;
  /** What lies deeper is looked at under its own name, so that no more than the names of settings are of interest. */
  readonly isWalkedBelow: boolean;
}

/** False where there is more than could be looked at. `above`: the directories that lead here. */
function lookThrough(directory: string, levels: number, look: Look, above: readonly string[] = []): boolean {
  const stats = statSync(onDisk(directory), { throwIfNoEntry: false, bigint: true });
  if (!stats?.isDirectory()) return true;
  if (levels < 0) return look.isWalkedBelow;
  const identity = `${stats.dev} ${stats.ino}`;
  // A link back to where it lies shows nothing new after the longest name of settings.
  if (above.filter((one) => one === identity).length > DEEPEST) return true;
  return entriesIn(directory).every((entry) => {
    if (--look.budget.left < 0) return false;
    const place = join(directory, entry.name);
    if (isProtected(place)) return look.found.push(place) > 0;
    if (NOT_LOOKED_INTO.has(entry.name)) return true;
    return entry.isDirectory() || entry.isSymbolicLink()
      ? lookThrough(place, levels - 1, look, [...above, identity])
      : true;
  });
}
