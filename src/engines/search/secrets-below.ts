import { homedir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { isInside } from '../../core/path/paths.ts';
import type { SearchedTree, SeenSecrets } from '../../core/path/searched-tree.ts';
import { isSecretFile, isSecretPlace } from '../../core/path/sensitive-paths.ts';
import { realPathOf } from '../files/open/real-path.ts';
import { parseIgnoreFile } from './ignore-rules.ts';
import {
  isLeftAlone,
  isTakenBackIn,
  type KnownFolder,
  knownFolder,
  type Rules,
  rulesAbove,
} from './known-folders.ts';
import { GIT } from './scope.ts';

/** Other calls wait no longer than this while a tree is looked at. */
const WORK_MS = 8;
export interface LookLimits {
  /** A call that waits for an answer waits no longer; what is left is looked at for the next one. */
  readonly patienceMs: number;
  /** So many are looked at in any case: what is asked about must not depend on how busy the machine is. */
  readonly leastFolders: number;
  readonly mostFolders: number;
}

const LIMITS: LookLimits = { patienceMs: 1500, leastFolders: 2000, mostFolders: 20_000 };
const MOST_NAMED = 5;

/**
 * The files with secrets that these searches would open. Nobody hides them from a search that an agent makes itself, so
 * they are looked for by name before it runs: from the top down, and no longer than an agent may be kept waiting.
 */
export async function secretsBelow(
  trees: readonly SearchedTree[],
  roots: readonly string[],
  limits = LIMITS,
): Promise<SeenSecrets> {
  const deadline = performance.now() + limits.patienceMs;
  const found: string[] = [];
  let cutAfter: number | undefined;
  asked += 1;
  try {
    for (const tree of trees) {
      const walk = startWalk(tree, limits);
      const isDone = await goOn(walk, () => performance.now() > deadline);
      found.push(...walk.found);
      if (isDone || found.length > 0) continue;
      cutAfter = (cutAfter ?? 0) + walk.looked;
      if (isInside(tree.path, roots)) lookOn(walk);
    }
  } finally {
    asked -= 1;
  }
  return { paths: found.slice(0, MOST_NAMED), ...(cutAfter !== undefined && { cutAfter }) };
}

interface Waiting {
  readonly path: string;
  readonly rules: Rules;
  readonly depth: number;
  /** Where the links on the way lead. */
  readonly through: readonly string[];
}

interface Walk {
  readonly tree: SearchedTree;
  readonly limits: LookLimits;
  readonly wants: (path: string, isFolder: boolean) => boolean | undefined;
  readonly waiting: Waiting[];
  readonly found: string[];
  looked: number;
}

const startWalk = (tree: SearchedTree, limits: LookLimits): Walk => ({
  tree,
  limits,
  wants: globTest(tree),
  waiting: [{ path: tree.path, rules: rulesAbove(tree.path), depth: 1, through: [] }],
  found: [],
  looked: 0,
});

/** Whether it came to the end: nothing is left, or enough was found. */
async function goOn(walk: Walk, isLate: () => boolean): Promise<boolean> {
  const { leastFolders, mostFolders } = walk.limits;
  let turn = performance.now();
  while (walk.found.length < MOST_NAMED) {
    const next = walk.waiting[walk.looked];
    if (!next) return true;
    if (walk.looked >= mostFolders || (walk.looked >= leastFolders && isLate())) return false;
    walk.looked += 1;
    const folder = knownFolder(next.path, next.rules);
    if (folder) look(walk, folder, next);
    if (performance.now() - turn < WORK_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  return true;
}

/** How many calls wait for an answer. */
let asked = 0;
let isLookingOn = false;
const PAUSE_MS = 20;

/** Gets to know the rest of a tree while nobody waits, so that the next search finds it known. */
function lookOn(walk: Walk): void {
  if (isLookingOn) return;
  isLookingOn = true;
  void (async () => {
    while (!(await goOn(walk, () => asked > 0)) && walk.looked < walk.limits.mostFolders)
      await pause(PAUSE_MS, undefined, { ref: false });
  })()
    .catch(() => {})
    .finally(() => {
      isLookingOn = false;
    });
}

function look(
  { tree, wants, waiting, found }: Walk,
  folder: KnownFolder,
  { depth, through }: Pick<Waiting, 'depth' | 'through'>,
): void {
  const below = folder.path.slice(tree.path.length + 1);
  const isShown = (name: string, isFolder: boolean): boolean => {
    const wanted = wants(below === '' ? name : `${below}/${name}`, isFolder);
    // A search that is told a name looks there, hidden or ignored or not.
    if (wanted !== undefined) return wanted;
    if (!tree.isHiddenToo && name.startsWith('.') && !isTakenBackIn(folder, name, isFolder)) return false;
    return tree.isIgnoredToo || !isLeftAlone(folder, name, isFolder);
  };
  const links = (tree.followsLinks ? folder.links : []).map((name) => {
    const real = realPathOf(`${folder.path}/${name}`);
    const isAway = isSecretFile(real) || isSecretPlace(join(real, 'x'), homedir());
    return { name, real, isSecret: isAway || !isInside(real, [tree.path]) };
  });
  const secretLinks = links.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  for (const name of [...folder.secrets, ...secretLinks])
    if ((!name.startsWith(`${GIT}/`) || isShown(GIT, true)) && isShown(name, false))
      found.push(join(folder.path, name));
  if (depth >= tree.depth) return;
  for (const name of folder.folders) {
    if (!isShown(name, true)) continue;
    const path = join(folder.path, name);
    if (folder.secretFolders.has(name)) found.push(path);
    else waiting.push({ path, rules: folder.rules, depth: depth + 1, through });
  }
  // Behind a link, a directory that is hidden, left out or deep down is none of that.
  const above = links.length === 0 ? '' : realPathOf(folder.path);
  for (const { name, real, isSecret } of links)
    if (!isSecret && !isInside(above, [real]) && !through.includes(real) && isShown(name, true))
      waiting.push({
        path: join(folder.path, name),
        rules: folder.rules,
        depth: depth + 1,
        through: [...through, real],
      });
}

/**
 * True and false where the globs say so; undefined where it is left to the other rules. What they take out counts as
 * searched, but for the directory of git: programs differ in what such a pattern means, and a secret would show.
 */
function globTest({ globs: given, isOnlyNamed }: SearchedTree): Walk['wants'] {
  const globs = given.filter((glob) => !glob.startsWith('!') || glob === `!${GIT}`);
  if (globs.length === 0) return () => undefined;
  const lines = globs.map((glob) => (glob.startsWith('!') ? glob.slice(1) : `!${glob}`));
  const verdict = parseIgnoreFile(lines.join('\n'));
  // A shell can be told to find names in small and large letters alike.
  const anyCase = parseIgnoreFile(lines.join('\n').toLowerCase());
  // Where it is not sure what a pattern means, it may mean anything.
  if (!verdict) return () => true;
  return (path, isFolder) => {
    const said = verdict(path, isFolder) ?? anyCase?.(path.toLowerCase(), isFolder);
    if (said !== undefined) return said === 'show';
    return isOnlyNamed && !isFolder ? false : undefined;
  };
}
