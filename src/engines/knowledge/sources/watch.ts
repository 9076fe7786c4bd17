import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { createFolderWatches } from './folder-watches.ts';

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
  let above: FSWatcher | undefined;
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isTooLarge = false;

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
  const folders = createFolderWatches(note);
  /** The root itself can be moved away, or made anew. */
  const followRoot = (root: string): void => {
    try {
      above = watch(dirname(root), { persistent: false }, (kind, name) => {
        if (kind !== 'rename' || name !== basename(root)) return;
        folders.renew(root);
        note(root);
      });
      above.on('error', () => above?.close());
    } catch {
      // Without it, a rescan finds what became of the root.
    }
  };
  return {
    set: (root, files) => {
      const isFile = files.length === 1 && files[0] === root;
      const wanted = isFile ? new Set([dirname(root)]) : foldersOf(root, files);
      isTooLarge = wanted.size > MOST_FOLDERS;
      const isThere = isFile || existsSync(root);
      folders.keep(isTooLarge || !isThere ? new Set() : wanted);
      if (!isFile && above === undefined && dirname(root) !== root) followRoot(root);
    },
    get isComplete() {
      return !isTooLarge && folders.isComplete;
    },
    close: () => {
      clearTimeout(timer);
      above?.close();
      folders.close();
    },
  };
}

/** Every directory between the root and a file: a new file may come in any of them. */
function foldersOf(root: string, files: readonly string[]): Set<string> {
  const folders = new Set([root]);
  for (const file of files)
    for (
      let folder = dirname(file);
      folder.length > root.length && !folders.has(folder);
      folder = dirname(folder)
    )
      folders.add(folder);
  return folders;
}
