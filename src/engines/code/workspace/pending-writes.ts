import type { CachedFile, FactsCache } from './facts-cache.ts';

const BATCH = 200;

/** Collects what was read, since a transaction for each file would take longer than reading it. */
export function createPendingWrites(cache: FactsCache, root: string) {
  let files: CachedFile[] = [];
  let gone: string[] = [];
  const save = (): void => {
    if (files.length === 0 && gone.length === 0) return;
    const [written, removed] = [files, gone];
    [files, gone] = [[], []];
    try {
      cache.put(root, written, removed);
    } catch {
      // A full disk keeps nobody from being answered; the next process reads again.
    }
  };
  return {
    add: (file: CachedFile): void => {
      files.push(file);
      if (files.length >= BATCH) save();
    },
    remove: (path: string): void => void gone.push(path),
    save,
  };
}
