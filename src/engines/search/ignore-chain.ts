import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type IgnoreFile, parseIgnoreFile } from './ignore-rules.ts';

/** The first that says anything of a path decides, however near the others are. */
const KINDS = ['.rgignore', '.ignore', '.gitignore'] as const;
export const IGNORE_NAMES: ReadonlySet<string> = new Set(KINDS);

const LARGEST_BYTES = 1_048_576;

interface Level {
  /** Where the part of an absolute path starts that the rules are about. */
  readonly from: number;
  readonly verdict: IgnoreFile;
}

/** The ignore files that count in a directory, by kind, the nearest first. */
export type IgnoreChain = Readonly<Record<(typeof KINDS)[number], readonly Level[]>>;

/** Says that only ripgrep knows what these ignore files mean. */
class UnsureRules extends Error {}

/** The rules above a root. */
export const chainAbove = (root: string): IgnoreChain =>
  foldersAbove(root).reduce(
    (chain, folder) =>
      extendChain(
        chain,
        folder,
        KINDS.filter((name) => exists(join(folder, name))),
      ),
    NONE,
  );

const NONE: IgnoreChain = { '.rgignore': [], '.ignore': [], '.gitignore': [] };

/** The rules in a directory that has these names in it, before those of the directories above. */
export function extendChain(chain: IgnoreChain, folder: string, names: readonly string[]): IgnoreChain {
  const kinds = KINDS.filter((kind) => names.includes(kind));
  if (kinds.length === 0) return chain;
  const from = folder.endsWith('/') ? folder.length : folder.length + 1;
  const own = kinds.map((kind) => [kind, [{ from, verdict: readRules(join(folder, kind)) }, ...chain[kind]]]);
  return { ...chain, ...Object.fromEntries(own) };
}

function readRules(path: string): IgnoreFile {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Gone since it was listed: the event that says so is on its way.
  if (!stats) return () => undefined;
  const isUsable = stats.isFile() && stats.size <= LARGEST_BYTES;
  const rules = isUsable ? parseIgnoreFile(readFileSync(path, 'utf8')) : undefined;
  if (!rules) throw new UnsureRules(`${path} is left to ripgrep`);
  return rules;
}

export function isIgnored(chain: IgnoreChain, path: string, isFolder: boolean): boolean {
  for (const kind of KINDS) {
    for (const { from, verdict } of chain[kind]) {
      const found = verdict(path.slice(from), isFolder);
      if (found !== undefined) return found === 'ignore';
    }
  }
  return false;
}

/** What changes when an ignore file above a root does; nothing watches there. */
export const fingerprintAbove = (root: string): string =>
  foldersAbove(root)
    .flatMap((folder) => KINDS.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })))
    .map((stats) => (stats ? `${stats.ino}:${stats.mtimeMs}:${stats.size}` : ''))
    .join();

/** From the top down. */
function foldersAbove(root: string): string[] {
  const parent = dirname(root);
  return parent === root ? [] : [...foldersAbove(parent), parent];
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
