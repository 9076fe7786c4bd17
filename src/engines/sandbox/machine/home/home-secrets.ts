import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readIfSmall } from '../../../files/open/regular-file.ts';
import { isPlainGitConfig, plainGitConfig } from '../settings/plain-git-config.ts';
import { holdsCredentials, holdsKey } from './holds-credentials.ts';
import { type HomeDirectory, homeDirectory, KEYS } from './home-directory.ts';

/** What a sandbox has to know of the toolchains and caches that it shows. */
export interface HomeSecrets {
  readonly hidden: readonly string[];
  /** Configurations of git that are shown without their tokens. */
  readonly gitConfigs: readonly string[];
}

/** Looked through again in the background after so long. */
const FRESH_MS = 30_000;
const MOST_DIRECTORIES = 150_000;
const MOST_HIDDEN = 300;
/** After so long the others get their turn. */
const TURN_MS = 2;

interface Looked {
  at: number;
  finds: Promise<HomeSecrets>;
  isLooking: boolean;
  readonly directories: Map<string, HomeDirectory>;
}

const looked = new Map<string, Looked>();
const MOST_PLACES = 500;

/**
 * What to hide in programs and caches of the home directory: files named like secrets, logs, sockets, pipes, and settings
 * that hold a credential. They are too large to be looked through before every run, so what was found stands for a while.
 */
export async function secretsInHome(places: readonly string[]): Promise<HomeSecrets> {
  const found = await Promise.all(places.map(secretsIn));
  return {
    hidden: found.flatMap(({ hidden }) => hidden),
    gitConfigs: found.flatMap(({ gitConfigs }) => gitConfigs),
  };
}

function secretsIn(place: string): Promise<HomeSecrets> {
  const before = looked.get(place);
  if (before) {
    if (!before.isLooking && performance.now() - before.at > FRESH_MS) void lookAgain(place, before);
    return before.finds;
  }
  if (looked.size > MOST_PLACES) looked.clear();
  const directories = new Map<string, HomeDirectory>();
  const finds = lookThrough(place, directories);
  looked.set(place, { at: performance.now(), finds, isLooking: false, directories });
  return finds;
}

/** Nobody waits for it: until it has ended, what was found before stands. */
async function lookAgain(place: string, known: Looked): Promise<void> {
  known.isLooking = true;
  const finds = await lookThrough(place, known.directories).catch(() => undefined);
  if (finds) known.finds = Promise.resolve(finds);
  known.at = performance.now();
  known.isLooking = false;
}

async function lookThrough(place: string, known: Map<string, HomeDirectory>): Promise<HomeSecrets> {
  const hidden: string[] = [];
  const gitConfigs: string[] = [];
  const waiting = [place];
  const seen = new Set<string>();
  const takeTurns = turns();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    // What nobody can look through is not shown.
    if (seen.size > MOST_DIRECTORIES) return { hidden: [place], gitConfigs: [] };
    await takeTurns();
    seen.add(path);
    const directory = readable(path, known);
    if (directory === 'hidden') hidden.push(closestTo(place, path));
    if (directory === 'hidden' || directory === undefined) continue;
    hidden.push(...directory.hidden);
    waiting.push(...directory.directories);
    for (const text of directory.texts) {
      await takeTurns();
      const verdict = judge(text);
      if (verdict === 'hidden') hidden.push(text);
      if (verdict === 'git') gitConfigs.push(text);
    }
  }
  for (const path of known.keys()) if (!seen.has(path)) known.delete(path);
  return { hidden: fewer(hidden, place), gitConfigs };
}

/** Lets others go on now and then. */
function turns(): () => Promise<void> | undefined {
  let endsAt = performance.now() + TURN_MS;
  const pause = async (): Promise<void> => {
    await nextTurn();
    endsAt = performance.now() + TURN_MS;
  };
  return () => (performance.now() > endsAt ? pause() : undefined);
}

function readable(path: string, known: Map<string, HomeDirectory>): HomeDirectory | 'hidden' | undefined {
  try {
    const directory = homeDirectory(path, known.get(path));
    if (directory) known.set(path, directory);
    return directory;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Gone, or not ours to read: then a child cannot read it either. A path that is too long can be walked in steps.
    return code === 'ENOENT' || code === 'EACCES' || code === 'EPERM' ? undefined : 'hidden';
  }
}

/** What lies directly in the place and leads to the path. */
const closestTo = (place: string, path: string): string =>
  [
    place,
    ...path
      .slice(place.length + 1)
      .split('/')
      .slice(0, 1),
  ].join('/');

const judged = new Map<string, { readonly stamp: string; readonly verdict: Verdict }>();
const MOST_JUDGED = 100_000;
const LARGEST = 1_048_576;

type Verdict = 'plain' | 'hidden' | 'git';

/** What it leads to is judged where that is. */
const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function judge(path: string): Verdict {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 'plain';
  const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
  const before = judged.get(path);
  if (before?.stamp === stamp) return before.verdict;
  if (judged.size > MOST_JUDGED) judged.clear();
  const text = stats.size > LARGEST ? undefined : (readIfSmall(path) ?? (isLink(path) ? '' : undefined));
  const verdict = text === undefined ? 'hidden' : judgeText(path, text);
  judged.set(path, { stamp, verdict });
  return verdict;
}

function judgeText(path: string, text: string): Verdict {
  if (KEYS.test(path)) return holdsKey(text) ? 'hidden' : 'plain';
  const isGits = /\/config(\.worktree)?$/.test(path) && plainGitConfig(text) !== undefined;
  if (isGits && !isPlainGitConfig(text)) return 'git';
  return !isGits && holdsCredentials(text) ? 'hidden' : 'plain';
}

/** Each takes a mount: where there are very many, the directories that hold them are hidden instead. */
function fewer(hidden: readonly string[], place: string): string[] {
  const all = new Set(hidden);
  const outer = [...all].filter((path) => !hasParentIn(path, all));
  return outer.length <= MOST_HIDDEN
    ? outer
    : fewer(
        outer.map((path) => (path === place ? path : dirname(path))),
        place,
      );
}

/** Whether something above it is among these. */
export const hasParentIn = (path: string, all: ReadonlySet<string>): boolean => {
  const parent = dirname(path);
  return parent !== path && (all.has(parent) || hasParentIn(parent, all));
};
