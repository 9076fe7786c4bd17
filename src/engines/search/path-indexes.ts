import { createPathIndex, type PathIndex } from './path-index.ts';
import type { Folder } from './path-tree.ts';

/** One index per root, for all agents. */
export interface PathIndexes {
  /** The directory at this path of a root as it is now; undefined where ripgrep has to be asked. */
  folder(root: string, path: string): Promise<Folder | undefined>;
  /** Another number after every change below a root; undefined where changes are not told. */
  changes(root: string): number | undefined;
  /** Has an index made for the next search; nobody waits for it. */
  prepare(root: string): void;
  close(): void;
}

const MOST_ROOTS = 4;
const IDLE_MS = 300_000;
/** What could not be indexed is not tried again all the time. */
const RETRY_MS = 30_000;

interface Entry {
  index: PathIndex | undefined;
  /** Undefined while it is made. */
  failedAt: number | undefined;
  readonly idle: NodeJS.Timeout;
}

export function createPathIndexes(isHidden: (path: string) => boolean): PathIndexes {
  // In the order of their last use.
  const entries = new Map<string, Entry>();

  const drop = (root: string): void => {
    const entry = entries.get(root);
    entries.delete(root);
    clearTimeout(entry?.idle);
    entry?.index?.close();
  };
  const make = async (root: string, entry: Entry): Promise<void> => {
    try {
      const index = await createPathIndex({ root, isHidden });
      if (entries.get(root) === entry) entry.index = index;
      else index.close();
    } catch {
      // Whatever the reason (too large, too many watches, a rule we are not sure of), ripgrep answers instead.
      entry.failedAt = performance.now();
    }
  };
  const touch = (root: string): Entry | undefined => {
    const entry = entries.get(root);
    if (!entry) return undefined;
    entries.delete(root);
    entries.set(root, entry);
    entry.idle.refresh();
    return entry;
  };

  return {
    folder: async (root, path) => {
      const index = touch(root)?.index;
      const folder = await index?.folder(path);
      if (index?.isBroken && entries.get(root)?.index === index) drop(root);
      return index?.isBroken ? undefined : folder;
    },
    changes: (root) => {
      const index = entries.get(root)?.index;
      return index?.isBroken ? undefined : index?.changes;
    },
    prepare: (root) => {
      const known = touch(root);
      if (known && (known.failedAt === undefined || performance.now() - known.failedAt < RETRY_MS)) return;
      drop(root);
      const entry: Entry = {
        index: undefined,
        failedAt: undefined,
        idle: setTimeout(drop, IDLE_MS, root).unref(),
      };
      entries.set(root, entry);
      void make(root, entry);
      for (const oldest of [...entries.keys()].slice(0, -MOST_ROOTS)) drop(oldest);
    },
    close: () => {
      for (const root of [...entries.keys()]) drop(root);
    },
  };
}
