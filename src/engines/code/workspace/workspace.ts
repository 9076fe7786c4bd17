import { hash as digest } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { insideOf } from '../../files/reach.ts';
import { readFacts } from '../read-facts.ts';
import { readSource } from '../read-source.ts';
import type { CurrentFile } from './current-file.ts';
import type { CachedFile, FactsCache } from './facts-cache.ts';
import { type LeanFacts, leanFacts } from './lean-facts.ts';

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
}

export interface IndexProgress {
  readonly files: number;
  readonly read: number;
  readonly isReady: boolean;
}

interface WorkspaceParts {
  readonly root: string;
  readonly cache: FactsCache;
  readonly current: CurrentFile;
}

interface Known {
  readonly stamp: string;
  readonly hash: string;
}

/** Others get a turn after this time. */
const WORK_MS = 15;
const BATCH = 200;

export function createWorkspace({ root, cache, current }: WorkspaceParts): Workspace {
  const facts = new Map<string, LeanFacts>();
  const cached = cache.filesOf(root);
  const known = new Map<string, Known>();
  let files = new Set<string>();
  let waiting = new Set<string>();
  let unsaved: CachedFile[] = [];
  let gone: string[] = [];
  let building: Promise<void> | undefined;
  const version = { content: 0, shape: 0 };

  const save = (): void => {
    if (unsaved.length === 0 && gone.length === 0) return;
    const [saved, removed] = [unsaved, gone];
    [unsaved, gone] = [[], []];
    try {
      cache.put(root, saved, removed);
    } catch {
      // A full disk keeps nobody from being answered; the next process reads again.
    }
  };
  const forget = (path: string): void => {
    facts.delete(path);
    known.delete(path);
    waiting.delete(path);
    gone.push(path);
    version.content++;
  };
  const take = async (path: string): Promise<void> => {
    waiting.delete(path);
    const stamp = stampOf(join(root, path));
    if (stamp === undefined) return;
    const before = cached.get(path);
    const fromCache = before?.stamp === stamp ? cache.get(before.hash) : undefined;
    const read = fromCache && before ? { hash: before.hash, facts: fromCache } : await readOne(path, stamp);
    if (!read) return;
    known.set(path, { stamp, hash: read.hash });
    facts.set(path, read.facts);
    version.content++;
    if (!fromCache) unsaved.push({ path, stamp, hash: read.hash, facts: read.facts });
    if (unsaved.length >= BATCH) save();
  };
  const readOne = async (path: string, stamp: string) => {
    const absolute = join(root, path);
    const text = textOf(path);
    if (text === undefined) return undefined;
    const hash = digest('sha256', `${extname(path)}\0${path.endsWith('.d.ts')}\0${text}`).slice(0, 32);
    const same = cache.get(hash);
    if (same) return { hash, facts: same };
    const times = cache.blamed(absolute, stamp);
    if (times > 1)
      return { hash, facts: { ...EMPTY, note: 'Not read as code: its parser does not survive it' } };
    current.set(absolute);
    const read = await readFacts(path, text, { withUses: true, isTreeOnly: times > 0 });
    current.clear();
    return read && { hash, facts: leanFacts(read) };
  };
  const textOf = (path: string): string | undefined => {
    try {
      return readSource(join(root, path), insideOf([root])).text;
    } catch {
      // Gone, binary, too large or not ours to read: then nothing is known of it.
      return undefined;
    }
  };
  const build = async (): Promise<void> => {
    let startedAt = performance.now();
    for (let [path] = waiting; path !== undefined; [path] = waiting) {
      await take(path);
      if (performance.now() - startedAt < WORK_MS) continue;
      await nextTurn();
      startedAt = performance.now();
    }
    save();
    building = undefined;
  };
  return {
    root,
    facts,
    get files() {
      return files;
    },
    version,
    get progress() {
      return { files: files.size, read: files.size - waiting.size, isReady: waiting.size === 0 };
    },
    sync: (paths) => {
      if (paths) {
        const next = new Set(paths);
        for (const path of files) if (!next.has(path)) forget(path);
        if (next.size !== files.size || paths.some((path) => !files.has(path))) version.shape++;
        files = next;
      }
      waiting = new Set(
        [...files].filter((path) => {
          const stamp = stampOf(join(root, path));
          if (stamp === undefined) {
            if (known.has(path)) forget(path);
            return false;
          }
          return known.get(path)?.stamp !== stamp;
        }),
      );
      if (waiting.size > 0) building ??= build();
    },
    ensure: async (paths) => {
      for (const path of paths) if (waiting.has(path)) await take(path);
    },
    settled: async (waitMs) => {
      if (building === undefined || waitMs <= 0) return;
      const over = Promise.withResolvers<void>();
      const timer = setTimeout(over.resolve, waitMs);
      await Promise.race([building, over.promise]);
      clearTimeout(timer);
    },
    textOf,
  };
}

const EMPTY: LeanFacts = {
  language: '',
  parser: 'tree-sitter',
  syntaxErrors: 0,
  lines: 0,
  loc: 0,
  commentLines: 0,
  symbols: [],
  imports: [],
  exports: [],
};

/** Changes whenever the file does; undefined for what is no file (any more). */
function stampOf(path: string): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : undefined;
}
