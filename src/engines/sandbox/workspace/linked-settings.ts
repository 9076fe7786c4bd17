import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { isProtected } from '../../../core/path/sensitive-paths.ts';
import { entriesIn, isGone, onDisk, realPath } from '../../files/open/disk-names.ts';
import type { WorkspaceFinds } from './workspace-index.ts';

/** Below the place of any protected name. */
const DEEPEST = 3;
/** Of one link, and of all of an open directory. */
const MOST_ENTRIES = 2000;
const MOST_IN_ALL = 10_000;

/** How much may still be looked at behind links. */
export interface LinkBudget {
  left: number;
}

export const linkBudget = (): LinkBudget => ({ left: MOST_IN_ALL });

/** Whether what lies below a link of this name, in the root, could be protected under that name. */
export const mayHoldSettings = (path: string, root: string): boolean =>
  /\/(\.[^/]|(documents|cline|etc|code|code - insiders|user|library)$)/i.test(path.slice(root.length));

/**
 * Protected names that a directory has only by a link: `.zed` may lead to `data`, where `settings.json` is a file like
 * any other. What the link leads to can change while the link stays, so this is looked at every time.
 */
export function throughLink(
  link: string,
  root: string,
  all: LinkBudget,
): Pick<WorkspaceFinds, 'protected' | 'unseen'> {
  const found: string[] = [];
  const budget = { left: Math.min(MOST_ENTRIES, all.left) };
  all.left -= budget.left;
  try {
    const isWhole = --budget.left >= 0 && lookThrough(link, 0, found, budget);
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

/** False where there is more than could be looked at. */
function lookThrough(directory: string, depth: number, found: string[], budget: LinkBudget): boolean {
  if (!statSync(onDisk(directory), { throwIfNoEntry: false })?.isDirectory()) return true;
  if (depth > DEEPEST) return true;
  return entriesIn(directory).every((entry) => {
    if (--budget.left < 0) return false;
    const place = join(directory, entry.name);
    if (isProtected(place)) return found.push(place) > 0;
    return entry.isDirectory() || entry.isSymbolicLink()
      ? lookThrough(place, depth + 1, found, budget)
      : true;
  });
}
