import { hash as digest } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { extname, join } from 'node:path';
import { insideOf } from '../../files/open/reach.ts';
import { readFacts } from '../read-facts.ts';
import { readSource } from '../read-source.ts';
import type { CurrentFile } from './current-file.ts';
import type { FactsCache } from './facts-cache.ts';
import { type LeanFacts, leanFacts } from './lean-facts.ts';
import { createWeights, type MemoryBudget, weightOf } from './memory-budget.ts';
import { createPendingWrites } from './pending-writes.ts';
import { createReadingOrder } from './reading-order.ts';

/** The files of a root, read and kept up to date. Paths are relative to it. */
export interface Workspace {
  readonly root: string;
  /** What is known so far. */
  readonly facts: ReadonlyMap<string, LeanFacts>;
  /** All files, read or not. */
  readonly files: ReadonlySet<string>;
  /** Grows with every change of what is known; `shape` only when files come or go. */
  readonly version: { readonly content: number; readonly shape: number };
  readonly progress: IndexProgress;
  /** Looks at all files again; the changed ones are read in the background. */
  sync(paths: readonly string[] | undefined): void;
  /** Reads these now. */
  ensure(paths: readonly string[]): Promise<void>;
  /** Settles when everything is read, or the time is over. */
  settled(waitMs: number): Promise<void>;
  textOf(path: string): string | undefined;
  /** Gives its memory to others. */
  close(): void;
}

export interface IndexProgress {
  readonly files: number;
  readonly read: number;
  readonly isReady: boolean;
  /** Not read, since there is no room for more. */
  readonly leftOut: number;
}

interface WorkspaceParts {
  readonly root: string;
  readonly cache: FactsCache;
  readonly current: CurrentFile;
  readonly budget: MemoryBudget;
}

interface Known {
  readonly stamp: string;
  readonly hash: string;
}

export function createWorkspace(parts: WorkspaceParts): Workspace {
  const { root, cache, budget } = parts;
  const facts = new Map<string, LeanFacts>();
  const known = new Map<string, Known>(cache.filesOf(root));
  const pending = createPendingWrites(cache, root);
  let files: ReadonlySet<string> = new Set();
  let waiting = new Set<string>();
  let leftOut = new Set<string>();
  const weights = createWeights(budget);
  let building: Promise<void> | undefined;
  const version = { content: 0, shape: 0 };

  const forget = (path: string): void => {
    facts.delete(path);
    weights.set(path, 0);
    leftOut.delete(path);
    known.delete(path);
    waiting.delete(path);
    pending.remove(path);
    version.content++;
  };
  const take = async (path: string): Promise<void> => {
    waiting.delete(path);
    if (budget.used > budget.most && !facts.has(path)) return void leftOut.add(path);
    const read = await readOne(path, known.get(path), parts);
    if (!read) return;
    known.set(path, read);
    facts.set(path, read.facts);
    weights.set(path, weightOf(read.facts));
    version.content++;
    if (read.isNew) pending.add({ path, ...read });
  };
  const order = createReadingOrder(() => waiting, take);
  const build = async (): Promise<void> => {
    await order.all();
    pending.save();
    building = undefined;
  };
  const isCurrent = (path: string, stamp: string): boolean =>
    facts.has(path) && known.get(path)?.stamp === stamp;
  return {
    root,
    facts,
    get files() {
      return files;
    },
    version,
    get progress() {
      return progressOf(files.size, waiting.size, leftOut.size);
    },
    sync: (paths) => {
      const next = paths ? new Set(paths) : files;
      for (const path of files) if (!next.has(path)) forget(path);
      if (next.size !== files.size || !next.isSubsetOf(files)) version.shape++;
      files = next;
      leftOut = new Set();
      const stamps = [...files].map((path) => ({ path, stamp: stampOf(join(root, path)) }));
      for (const { path, stamp } of stamps) if (stamp === undefined && facts.has(path)) forget(path);
      waiting = new Set(
        stamps.flatMap(({ path, stamp }) => (stamp === undefined || isCurrent(path, stamp) ? [] : [path])),
      );
      if (waiting.size > 0) building ??= build();
    },
    ensure: order.first,
    settled: (waitMs) => settledIn(building, waitMs),
    textOf: (path) => textIn(root, path),
    close: () => void [waiting.clear(), weights.clear()],
  };
}

const progressOf = (files: number, waiting: number, leftOut: number): IndexProgress => ({
  files,
  read: files - waiting - leftOut,
  isReady: waiting === 0,
  leftOut,
});

async function settledIn(building: Promise<void> | undefined, waitMs: number): Promise<void> {
  if (building === undefined || waitMs <= 0) return;
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, waitMs);
  await Promise.race([building, over.promise]);
  clearTimeout(timer);
}

interface Read extends Known {
  readonly facts: LeanFacts;
  readonly isNew: boolean;
}

/** From the cache where the file is as it was, or was read elsewhere; else from its text. */
async function readOne(
  path: string,
  before: Known | undefined,
  { root, cache, current }: WorkspaceParts,
): Promise<Read | undefined> {
  const absolute = join(root, path);
  const stamp = stampOf(absolute);
  if (stamp === undefined) return undefined;
  const unchanged = before?.stamp === stamp ? cache.get(before.hash) : undefined;
  if (before && unchanged) return { ...before, facts: unchanged, isNew: false };
  const text = textIn(root, path);
  if (text === undefined) return undefined;
  const hash = digest('sha256', `${extname(path)}\0${path.endsWith('.d.ts')}\0${text}`).slice(0, 32);
  const same = cache.get(hash);
  if (same) return { stamp, hash, facts: same, isNew: true };
  const times = cache.blamed(absolute, stamp);
  if (times > 1) return { stamp, hash, facts: UNREADABLE, isNew: true };
  current.set(absolute);
  const read = await readFacts(path, text, { withUses: true, isTreeOnly: times > 0 });
  current.clear();
  return read && { stamp, hash, facts: leanFacts(read), isNew: true };
}

function textIn(root: string, path: string): string | undefined {
  try {
    return readSource(join(root, path), insideOf([root])).text;
  } catch {
    // Gone, binary, too large or not ours to read: then nothing is known of it.
    return undefined;
  }
}

const UNREADABLE: LeanFacts = {
  language: '',
  parser: 'tree-sitter',
  syntaxErrors: 0,
  problems: [],
  lines: 0,
  loc: 0,
  commentLines: 0,
  symbols: [],
  imports: [],
  exports: [],
  note: 'Not read as code: its parser does not survive it',
};

/** Changes whenever the file does; undefined for what is no file (any more). */
function stampOf(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : undefined;
}
