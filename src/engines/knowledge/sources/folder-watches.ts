import { existsSync, type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Directories that are watched: those that are wanted, and those that are new. */
export interface FolderWatches {
  /** Watches these and what is new, and nothing else. */
  keep(wanted: ReadonlySet<string>): void;
  /** What has this name now is something else: a watch holds on to the directory that had it. */
  renew(path: string): void;
  /** False once the system gave no watch. */
  readonly isComplete: boolean;
  close(): void;
}

/** Directories that were made meanwhile and are watched though no file of theirs is wanted yet. */
const MOST_FRESH = 500;
/** Programs fill these with thousands of directories. */
const NEVER_FRESH = new Set(['.git', 'node_modules', 'dist']);

export function createFolderWatches(note: (path: string) => void): FolderWatches {
  const watchers = new Map<string, FSWatcher>();
  /** By directory, whether something that is no directory was put into it. */
  const fresh = new Map<string, boolean>();
  let isComplete = true;

  const leave = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
    fresh.delete(folder);
  };
  const follow = (folder: string): void => {
    try {
      const watcher = watch(folder, { persistent: false }, (kind, name) => {
        if (name !== null && kind === 'rename') renew(join(folder, name));
        note(name === null ? folder : join(folder, name));
      });
      watcher.on('error', () => {
        leave(folder);
        if (existsSync(folder)) isComplete = false;
      });
      watchers.set(folder, watcher);
    } catch {
      isComplete = false;
    }
  };
  const renew = (path: string): void => {
    if (watchers.has(path))
      for (const folder of [...watchers.keys()])
        if (folder === path || folder.startsWith(`${path}/`)) leave(folder);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) followFresh(path);
    else if (stats && fresh.has(dirname(path))) fresh.set(dirname(path), true);
  };
  /** At once, and not after the next look: what is put into it until then would not be seen. */
  const followFresh = (folder: string): void => {
    if (NEVER_FRESH.has(basename(folder)) || fresh.size >= MOST_FRESH) return;
    follow(folder);
    const entries = entriesOf(folder);
    const hasFiles = entries.some((entry) => !entry.isDirectory());
    fresh.set(folder, hasFiles);
    for (const entry of entries) if (entry.isDirectory()) followFresh(join(folder, entry.name));
  };
  return {
    renew,
    keep: (wanted) => {
      isComplete = true;
      // One with files that nobody wants is ignored; one that is empty may get some.
      for (const [folder, hasFiles] of fresh) if (hasFiles || wanted.has(folder)) fresh.delete(folder);
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder) && !fresh.has(folder)) leave(folder);
      for (const folder of wanted) if (!watchers.has(folder)) follow(folder);
    },
    get isComplete() {
      return isComplete;
    },
    close: () => {
      for (const folder of [...watchers.keys()]) leave(folder);
    },
  };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
