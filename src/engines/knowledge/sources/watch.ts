import { existsSync, type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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
/** Directories that were made meanwhile and are watched though no file of theirs is wanted yet. */
const MOST_FRESH = 500;
/** Programs fill these with thousands of directories. */
const NEVER_FRESH = new Set(['.git', 'node_modules', 'dist']);

export function createFileWatch(onChange: (paths: readonly string[]) => void): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  /** By directory, whether something that is no directory was put into it. */
  const fresh = new Map<string, boolean>();
  let above: FSWatcher | undefined;
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
  /** What has this name now is something else: a watch holds on to the directory that had it. */
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
    fresh.set(
      folder,
      entries.some((entry) => !entry.isDirectory()),
    );
    for (const entry of entries) if (entry.isDirectory()) followFresh(join(folder, entry.name));
  };
  /** The root itself can be moved away, or made anew. */
  const followRoot = (root: string): void => {
    try {
      above = watch(dirname(root), { persistent: false }, (kind, name) => {
        if (kind !== 'rename' || name !== basename(root)) return;
        renew(root);
        note(root);
      });
      above.on('error', () => above?.close());
    } catch {
      // Without it, a rescan finds what became of the root.
    }
  };
  /** One with files that nobody wants is ignored; one that is empty may get some. */
  const stillFresh = (wanted: ReadonlySet<string>): string[] => {
    for (const [folder, hasFiles] of fresh) if (hasFiles || wanted.has(folder)) fresh.delete(folder);
    return [...fresh.keys()];
  };
  return {
    set: (root, files) => {
      const isFile = files.length === 1 && files[0] === root;
      const wanted = isFile ? new Set([dirname(root)]) : foldersOf(root, files);
      isComplete = wanted.size <= MOST_FOLDERS;
      const kept = wanted.union(new Set(stillFresh(wanted)));
      for (const folder of [...watchers.keys()]) if (!kept.has(folder)) leave(folder);
      if (isComplete && (isFile || existsSync(root)))
        for (const folder of wanted) if (!watchers.has(folder)) follow(folder);
      if (!isFile && above === undefined && dirname(root) !== root) followRoot(root);
    },
    get isComplete() {
      return isComplete;
    },
    close: () => {
      clearTimeout(timer);
      above?.close();
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
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
