import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** Tells which names changed in the directories that hold these files. */
export interface FileWatch {
  /** The directories to watch from now on. */
  set(root: string, files: readonly string[]): void;
  /** False where the system gave no watch: then only a rescan finds changes. */
  readonly isComplete: boolean;
  close(): void;
}

/** Saving is several steps for most editors; this long after the last of them it is looked at. */
const QUIET_MS = 25;
const MOST_FOLDERS = 8000;

export function createFileWatch(onChange: (paths: readonly string[]) => void): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isComplete = true;

  const tell = (): void => {
    const paths = [...changed];
    changed = new Set();
    timer = undefined;
    onChange(paths);
  };
  const note = (path: string): void => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(tell, QUIET_MS).unref();
  };
  const follow = (folder: string): void => {
    try {
      const watcher = watch(folder, { persistent: false }, (_kind, name) => {
        note(name === null ? folder : join(folder, name));
      });
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(folder);
        if (existsSync(folder)) isComplete = false;
      });
      watchers.set(folder, watcher);
    } catch {
      isComplete = false;
    }
  };
  return {
    set: (root, files) => {
      const wanted = foldersOf(root, files);
      isComplete = wanted.size <= MOST_FOLDERS;
      for (const [folder, watcher] of watchers) {
        if (wanted.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      if (isComplete) for (const folder of wanted) if (!watchers.has(folder)) follow(folder);
    },
    get isComplete() {
      return isComplete;
    },
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

/** Every directory between the root and a file: a new file may come in any of them. */
function foldersOf(root: string, files: readonly string[]): Set<string> {
  const folders = new Set<string>(files.length === 1 && files[0] === root ? [dirname(root)] : [root]);
  for (const file of files)
    for (
      let folder = dirname(file);
      folder.length > root.length && !folders.has(folder);
      folder = dirname(folder)
    )
      folders.add(folder);
  return folders;
}
