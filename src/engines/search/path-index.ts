import { type Dirent, lstatSync, type Stats, statfsSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  areExcludesSame,
  chainAbove,
  createRuleSource,
  extendChain,
  fingerprintAbove,
  type IgnoreChain,
  isIgnored,
  RULE_NAMES,
  type RuleSource,
} from './ignore-chain.ts';
import { addFile, changed, empty, type Folder, folderAt, forget } from './path-tree.ts';
import { GIT, IGNORED_FOLDERS } from './scope.ts';
import { readFolder, watchFolder } from './watched-folder.ts';

/** All paths below a root that ripgrep would look at, kept in memory and kept true by watching every directory. */
export interface PathIndex {
  /** The directory at this path as it is now; undefined where ripgrep has to be asked. */
  folder(path: string): Promise<Folder | undefined>;
  /** Another number after every change that was heard of, of contents too; no two indexes share one. */
  readonly changes: number;
  /** It cannot be trusted any more. */
  readonly isBroken: boolean;
  close(): void;
}

interface IndexOptions {
  readonly root: string;
  /** What nobody searches. */
  readonly isHidden: (path: string) => boolean;
}

const MOST_FILES = 200_000;
const MOST_FOLDERS = 20_000;
/** Other calls wait no longer than this while a tree is read. */
const WORK_MS = 8;
/** While changes come in faster than they are looked at, ripgrep is asked. */
const MOST_ROUNDS = 2000;

/** Fails where this root cannot be watched, is too large, or has ignore files that only ripgrep understands. */
export async function createPathIndex(options: IndexOptions): Promise<PathIndex> {
  const state = startState(options);
  try {
    await fill(state, state.top, readFolder(options.root));
  } catch (error) {
    state.close();
    throw error;
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    folder: (path) => {
      // One after the other: a directory must not be forgotten while somebody reads it.
      const answer = last.then(() => currentFolder(state, path));
      last = answer.catch(() => {});
      return answer;
    },
    get changes() {
      return state.changes;
    },
    get isBroken() {
      return state.isBroken;
    },
    close: state.close,
  };
}

interface State extends IndexOptions {
  readonly top: Folder;
  readonly device: number;
  readonly identity: string;
  readonly fingerprint: string;
  readonly rules: RuleSource;
  readonly dirty: Set<Folder>;
  files: number;
  folders: number;
  changes: number;
  isBroken: boolean;
  close(): void;
}

let changesOfAll = 0;

// ext, tmpfs, xfs, btrfs, overlayfs, zfs, f2fs: here every change is one of this kernel, which tells of it.
const WATCHABLE = new Set([0xef53, 0x01021994, 0x58465342, 0x9123683e, 0x794c7630, 0x2fc12fc1, 0xf2f52010]);

function startState({ root, isHidden }: IndexOptions): State {
  if (process.platform !== 'linux' || !WATCHABLE.has(statfsSync(root).type))
    throw new Error(`Changes in ${root} are not told`);
  const device = statSync(root).dev;
  const state: Omit<State, 'top'> = {
    root,
    device,
    isHidden,
    identity: identityOf(root),
    fingerprint: fingerprintAbove(root),
    rules: createRuleSource(root),
    dirty: new Set(),
    files: 0,
    folders: 0,
    changes: ++changesOfAll,
    isBroken: false,
    close: () => {
      state.isBroken = true;
      empty(top);
      top.close();
    },
  };
  const entered = enter(state, root, chainAbove(root, state.rules));
  if (!entered) throw new Error(`${root} is not there`);
  const top = entered.folder;
  return Object.assign(state, { top });
}

type Watching = Pick<State, 'device' | 'dirty' | 'changes' | 'isBroken'>;

/** Starts to watch a directory and reads the ignore files in it. */
function enter(state: Watching, path: string, above: IgnoreChain, parent?: Folder) {
  const onChange = (kind: 'rename' | 'change', name: string | undefined): void => {
    state.changes = ++changesOfAll;
    if (name === undefined) state.isBroken = true;
    // A file that was only written to has the path it had; a directory may have become readable.
    else if (kind === 'rename' || RULE_NAMES.has(name) || folder.folders.has(name)) {
      folder.dirty.add(name);
      state.dirty.add(folder);
    }
  };
  const onLoss = (): void => {
    state.isBroken = true;
  };
  const watched = watchFolder(path, { onChange, onLoss });
  if (!watched) return undefined;
  if (watched.device !== state.device) {
    watched.close();
    throw new Error(`${path} is mounted there; its changes may not be told`);
  }
  const folder: Folder = {
    path,
    parent,
    files: new Set(),
    secrets: new Set(),
    folders: new Map(),
    dirty: new Set(),
    above,
    chain: above,
    order: undefined,
    paths: undefined,
    close: () => {
      watched.close();
      state.dirty.delete(folder);
    },
  };
  return { folder, entries: watched.entries };
}

/** Takes in a directory with everything below it, leaving the event loop to others now and then. */
async function fill(state: State, start: Folder, entries: readonly Dirent[]): Promise<void> {
  const waiting = [{ folder: start, entries }];
  let startedAt = performance.now();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { folder } = next;
    folder.chain = extendChain(
      folder.above,
      folder.path,
      next.entries.map(({ name }) => name),
      state.rules,
    );
    for (const entry of next.entries) {
      const child = take(state, folder, entry.name, entry);
      if (child) waiting.push(child);
    }
    if (performance.now() - startedAt < WORK_MS) continue;
    await nextTurn();
    startedAt = performance.now();
    if (state.isBroken) throw new Error('The index was given up while it was made');
  }
}

/** Takes in one name; a directory has to be filled then. */
function take(state: State, folder: Folder, name: string, entry: Pick<Stats, 'isFile' | 'isDirectory'>) {
  const path = `${folder.path === '/' ? '' : folder.path}/${name}`;
  // A name that is not text cannot be asked for either.
  if (name === GIT || name.includes('\uFFFD') || state.isHidden(path)) return undefined;
  if (entry.isFile()) {
    if (isIgnored(folder.chain, path, false)) return undefined;
    addFile(folder, name);
    if (++state.files > MOST_FILES) throw new Error(`${state.root} has more than ${MOST_FILES} files`);
    return undefined;
  }
  if (!entry.isDirectory() || IGNORED_FOLDERS.includes(name) || isIgnored(folder.chain, path, true))
    return undefined;
  const child = enter(state, path, folder.chain, folder);
  if (!child) return undefined;
  folder.folders.set(name, child.folder);
  changed(folder);
  if (++state.folders > MOST_FOLDERS)
    throw new Error(`${state.root} has more than ${MOST_FOLDERS} directories`);
  return child;
}

async function currentFolder(state: State, path: string): Promise<Folder | undefined> {
  // The kernel queues an event before the change returns to the one who made it, and a whole turn of the event loop
  // reads the queue: after two, everything that was done before this call is known.
  await nextTurn();
  await nextTurn();
  const isSame =
    identityOf(state.root) === state.identity && fingerprintAbove(state.root) === state.fingerprint;
  if (!isSame || !areExcludesSame(state.rules)) state.isBroken = true;
  for (let round = 0; round < MOST_ROUNDS && !state.isBroken; round++) {
    const [folder] = state.dirty;
    if (!folder) return folderAt(state.top, path.slice(state.root.length).replace(/^\//, ''));
    state.dirty.delete(folder);
    await refresh(state, folder).catch(() => {
      state.isBroken = true;
    });
  }
  return undefined;
}

async function refresh(state: State, folder: Folder): Promise<void> {
  const names = folder.dirty;
  folder.dirty = new Set();
  if ([...names].some((name) => RULE_NAMES.has(name))) {
    subtract(state, empty(folder));
    await fill(state, folder, readFolder(folder.path));
    return;
  }
  for (const name of names) {
    subtract(state, forget(folder, name));
    const stats = lstatSync(`${folder.path}/${name}`, { throwIfNoEntry: false });
    const child = stats && take(state, folder, name, stats);
    if (child) await fill(state, child.folder, child.entries);
  }
}

function subtract(state: State, { files, folders }: { files: number; folders: number }): void {
  state.files -= files;
  state.folders -= folders;
}

/** Which directory this is, should another take its name. */
function identityOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.dev}:${stats.ino}` : '';
}
