import { lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside } from '../../core/path/paths.ts';
import { realPathOf } from '../files/open/real-path.ts';
import { readIfSmall } from '../files/open/regular-file.ts';
import { type IgnoreFile, parseIgnoreFile } from './ignore-rules.ts';
import { excludeFileOf, isRepository, repositoryTop } from './repository-top.ts';
import { GIT } from './scope.ts';

const FILES = ['.rgignore', '.ignore', '.gitignore'] as const;
/** The first that says anything of a path decides, however near the others are. */
const KINDS = [...FILES, 'exclude'] as const;
/** What changes the rules of its directory when it comes, changes or goes. */
export const RULE_NAMES: ReadonlySet<string> = new Set([...FILES, GIT]);

const LARGEST_BYTES = 1_048_576;

interface Level {
  /** Where the part of an absolute path starts that the rules are about. */
  readonly from: number;
  readonly verdict: IgnoreFile;
}

/** The ignore files that count in a directory, by kind, the nearest first. */
export type IgnoreChain = Readonly<Record<(typeof KINDS)[number], readonly Level[]>>;

/** What the rules of a tree come from, beside the files in it. */
export interface RuleSource {
  /** In a repository, rules of git count up to its top, and each user's own with them; elsewhere they are all alike. */
  readonly isInRepository: boolean;
  /** Files of rules below it count only as long as they are in it. */
  readonly top: string;
  /** Files of such rules, which nothing watches, as they were when they were read. */
  readonly excludes: Map<string, string>;
}

/** Says that only ripgrep knows what these ignore files mean. */
class UnsureRules extends Error {}

/** The rules above a root. */
export const chainAbove = (root: string, source: RuleSource): IgnoreChain =>
  foldersAbove(root).reduce(
    (chain, folder) =>
      extendChain(
        chain,
        folder,
        [...RULE_NAMES].filter((name) => exists(join(folder, name))),
        source,
      ),
    NONE,
  );

const NONE: IgnoreChain = { '.rgignore': [], '.ignore': [], '.gitignore': [], exclude: [] };

/** The rules in a directory that has these names in it, before those of the directories above. */
export function extendChain(
  chain: IgnoreChain,
  folder: string,
  names: readonly string[],
  source: RuleSource,
): IgnoreChain {
  const from = folder.endsWith('/') ? folder.length : folder.length + 1;
  const isTop = source.isInRepository && names.includes(GIT) && isRepository(folder);
  const above = isTop ? { ...chain, '.gitignore': [], exclude: excludeLevels(folder, from, source) } : chain;
  const kinds = FILES.filter((kind) => names.includes(kind));
  if (kinds.length === 0) return above;
  const own = kinds.map((kind) => [
    kind,
    [{ from, verdict: readRules(join(folder, kind), source.top) }, ...above[kind]],
  ]);
  return { ...above, ...Object.fromEntries(own) };
}

function excludeLevels(folder: string, from: number, { excludes, top }: RuleSource): Level[] {
  const path = excludeFileOf(folder);
  if (path === undefined) return [];
  excludes.set(path, stampOf(path));
  return [{ from, verdict: readRules(path, top) }];
}

function readRules(path: string, top: string): IgnoreFile {
  // Gone since it was listed: the event that says so is on its way.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return () => undefined;
  const text = isOrdinaryRules(path, top)
    ? readIfSmall(path, { followsLink: true, mostBytes: LARGEST_BYTES })
    : undefined;
  const rules = text === undefined ? undefined : parseIgnoreFile(text);
  if (!rules) throw new UnsureRules(`${path} is left to ripgrep`);
  return rules;
}

/**
 * Whether a file of rules is what it should be. A repository can bring a link in its place: to a device without an end,
 * or to a file that is none of its business and shows by what is ignored then. Above the tree, links are the user's own.
 */
export function isOrdinaryRules(path: string, top: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return true;
    if (!stats.isFile() || stats.size > LARGEST_BYTES) return false;
    const isForeignLink = () => lstatSync(path).isSymbolicLink() && !isInside(realPathOf(path), [top]);
    return !isInside(path, [top]) || !isForeignLink();
  } catch {
    return false;
  }
}

export const isIgnored = (chain: IgnoreChain, path: string, isFolder: boolean): boolean =>
  saidOf(chain, path, isFolder) === 'ignore';

/** What the rules say of a path, if any does: one that is taken back in is searched although it is hidden. */
export function saidOf(chain: IgnoreChain, path: string, isFolder: boolean): ReturnType<IgnoreFile> {
  for (const kind of KINDS) {
    for (const { from, verdict } of chain[kind]) {
      const found = verdict(path.slice(from), isFolder);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export const createRuleSource = (root: string): RuleSource => ({
  isInRepository: repositoryTop(root) !== undefined,
  top: repositoryTop(root) ?? root,
  excludes: new Map(),
});

/** What changes when the rules above a root do; nothing watches there. */
export const fingerprintAbove = (root: string): string =>
  [
    repositoryTop(root) ?? '',
    ...foldersAbove(root).flatMap((folder) => FILES.map((name) => stampOf(join(folder, name)))),
  ].join();

export const areExcludesSame = ({ excludes }: RuleSource): boolean =>
  excludes.entries().every(([path, stamp]) => stampOf(path) === stamp);

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino}:${stats.mtimeMs}:${stats.size}` : '';
}

/** From the top down. */
function foldersAbove(root: string): string[] {
  const parent = dirname(root);
  return parent === root ? [] : [...foldersAbove(parent), parent];
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
