import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isOrdinaryRules, RULE_NAMES } from './ignore-chain.ts';
import { isLeftAlone, knownFolder, rulesAbove } from './known-folders.ts';
import type { PathIndexes } from './path-indexes.ts';
import { excludeFileOf } from './repository-top.ts';
import { GIT, IGNORED_FOLDERS } from './scope.ts';
import type { SearchedPlace } from './searched-place.ts';

/** What keeps ripgrep from reading files of rules, by their name. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  '.ignore': '--no-ignore-dot',
  '.rgignore': '--no-ignore-dot',
  '.gitignore': '--no-ignore-vcs',
  [GIT]: '--no-ignore-exclude',
};
const MOST_FOLDERS = 20_000;
const PATIENCE_MS = 1500;
/** Other calls wait no longer than this while a tree is looked at. */
const WORK_MS = 8;

/**
 * Arguments for ripgrep where a file of rules that it would read is no ordinary file of this tree: it reads whatever
 * stands there, to the end. Rules of that kind count nowhere then. An index has read all of them already.
 */
export async function distrustedRules(place: SearchedPlace, indexes: PathIndexes): Promise<string[]> {
  if (!place.isFolder || (await indexes.folder(place.indexed, place.realPath)) !== undefined) return [];
  const found = new Set<string>();
  const judge = (folder: string, names: Iterable<string>): void => {
    for (const name of names) if (!isTrusted(folder, name, place.indexed)) found.add(ARGUMENTS[name] ?? '');
  };
  for (let above = place.realPath; above !== place.indexed && above !== dirname(above); ) {
    above = dirname(above);
    judge(above, RULE_NAMES);
  }
  const deadline = performance.now() + PATIENCE_MS;
  const waiting = [{ path: place.realPath, rules: rulesAbove(place.realPath) }];
  let turn = performance.now();
  for (let looked = 0; looked < MOST_FOLDERS && performance.now() < deadline; looked++) {
    const next = waiting.pop();
    if (next === undefined) break;
    const folder = knownFolder(next.path, next.rules);
    if (!folder) continue;
    judge(folder.path, folder.ruleNames);
    for (const name of folder.folders)
      if (!IGNORED_FOLDERS.includes(name) && !isLeftAlone(folder, name, true))
        waiting.push({ path: join(folder.path, name), rules: folder.rules });
    if (performance.now() - turn < WORK_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  return [...found];
}

function isTrusted(folder: string, name: string, top: string): boolean {
  if (name !== GIT) return isOrdinaryRules(join(folder, name), top);
  try {
    const excludes = excludeFileOf(folder);
    return excludes === undefined || isOrdinaryRules(excludes, top);
  } catch {
    return false;
  }
}
