import type { CachedFile, FactsCache } from './facts-cache.ts';
import { weightOf } from './memory-budget.ts';

const BATCH = 200;
/** One transaction is in the log of the database before it is in the file. */
const MOST_BYTES = 16_000_000;

/** Collects what was read, since a transaction for each file would take longer than reading it. */
export function createPendingWrites(cache: FactsCache, root: string) {
  let files: CachedFile[] = [];
  let gone: string[] = [];
  let bytes = 0;
  const save = (): void => {
    if (files.length === 0 && gone.length === 0) return;
    const [written, removed] = [files, gone];
    [files, gone, bytes] = [[], [], 0];
    try {
      cache.put(root, written, removed);
    } catch {
      // A full disk keeps nobody from being answered; the next process reads again.
    }
  };
  return {
    add: (file: CachedFile): void => {
      files.push(file);
      bytes += file.facts ? weightOf(file.facts) : 0;
      if (files.length >= BATCH || bytes >= MOST_BYTES) save();
    },
    remove: (path: string): void => void gone.push(path),
    save,
  };
}
