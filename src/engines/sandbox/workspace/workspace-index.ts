import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isOfProcess } from '../../../core/path/of-process.ts';
import { SECRET_FOLDERS } from '../../../core/path/secret-names.ts';
import { isProtected, isSecretFile } from '../../../core/path/sensitive-paths.ts';
import { createPauses } from '../../../core/timing/in-turns.ts';
import {
  entriesIn,
  isGone,
  listEntries,
  MOST_PATH_BYTES,
  type NamedEntry,
  onDisk,
} from '../../files/open/disk-names.ts';
import { namedByIndex } from './gitlinks.ts';
import { wayOf } from './led-to.ts';
import {
  isWalked,
  linkBudget,
  mayHoldSettings,
  NOT_LOOKED_INTO,
  OTHER_HISTORIES,
  SETTINGS_IN_HISTORIES,
  throughLink,
} from './linked-settings.ts';

/** What a sandbox has to know of an open directory: what to hide, and what must not be changed. */
export interface WorkspaceFinds {
  /** Files whose name says that they hold secrets, directories for keys, and sockets and pipes that lead to programs. */
  readonly secrets: readonly string[];
  /** Places that decide what programs run: `.git`, `.mcp.json`, `.vscode/tasks.json` and the like, at any depth. */
  readonly protected: readonly string[];
  /** Those that are links, lie behind one, or are links in a protected directory: what they lead to is protected too. */
  readonly linked: readonly string[];
  /** Links whose names make settings of what they lead to, also of what is not there yet. */
  readonly settingLinks: readonly string[];
  /** Directories that programs fill with other people's files, which are not looked into. */
  readonly dependencies: readonly string[];
  /** Directories that nobody could look into, and links to such; the directories are among the secrets as well. */
  readonly unseen: readonly string[];
  /** Of those made since a run began, what is more than is looked through. */
  readonly beyond: readonly string[];
  /** False where the tree is too large to be looked through. */
  readonly isComplete: boolean;
}

/** Looked through for the first time they take some seconds, after that one. */
export const MOST_DIRECTORIES = 150_000;
/** A change in the moment after a directory was read may leave its time as it was. */
const RACY_MS = 50;

interface Directory {
  readonly stamp: string;
  readonly readAtMs: number;
  readonly changedAtMs: number;
  readonly madeAtMs: number;
  readonly directories: readonly string[];
  readonly secrets: readonly string[];
  readonly protected: readonly string[];
  /** Those of them that are links. */
  readonly linked: readonly string[];
  /** Links: what they lead to may be protected under their names. */
  readonly links: readonly string[];
  readonly dependencies: readonly string[];
}

const known = new Map<string, ReadonlyMap<string, Directory>>();
/** Of all roots together. Each takes about a kilobyte. */
const MOST_KNOWN = 500_000;

interface LookAgain {
  /** When the run began whose work is looked for: only directories made later are counted. */
  readonly madeAfterMs?: number | undefined;
}

/** Looks through a root; what did not change since the last time is not read again. */
export async function findInWorkspace(
  root: string,
  { madeAfterMs }: LookAgain = {},
): Promise<WorkspaceFinds> {
  const before = known.get(root) ?? new Map<string, Directory>();
  const now = new Map<string, Directory>();
  const finds = noFinds();
  const waiting = [root];
  const links = linkBudget();
  const pause = createPauses();
  let counted = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    await pause();
    if (counted >= MOST_DIRECTORIES) {
      if (madeAfterMs === undefined) {
        keep(root, now);
        return { ...finds, isComplete: false };
      }
      if (madeAtMs(path) > madeAfterMs) {
        finds.beyond.push(path);
        continue;
      }
    }
    const directory = await current(path, before.get(path), pause);
    if (directory === 'gone') continue;
    if (typeof directory === 'string') {
      if (path === root) return { ...finds, isComplete: false };
      finds.secrets.push(path);
      if (directory === 'unseen') finds.unseen.push(path);
      continue;
    }
    if (madeAfterMs === undefined || directory.madeAtMs > madeAfterMs) counted++;
    if (now.size < MOST_DIRECTORIES) now.set(path, directory);
    finds.secrets.push(...directory.secrets);
    finds.protected.push(...directory.protected);
    finds.linked.push(...directory.linked);
    for (const link of directory.links) {
      await pause();
      const found = throughLink(link, root, links);
      if (mayHoldSettings(link, root)) {
        finds.settingLinks.push(link);
        // Which files it makes settings of, only its reader knows.
        if (wayOf(link).some(isOfProcess)) finds.linked.push(link);
      }
      finds.protected.push(...found.protected);
      finds.linked.push(...found.protected.filter((place) => !/\/(\.git|HEAD)$/.test(place)));
      finds.unseen.push(...found.unseen);
    }
    finds.dependencies.push(...directory.dependencies);
    waiting.push(...directory.directories);
  }
  keep(root, now);
  const named = await namedByIndex(finds.protected, root);
  return {
    ...finds,
    protected: outermost([...finds.protected, ...named.protected]),
    unseen: [...finds.unseen, ...named.unseen],
    isComplete: true,
  };
}

function keep(root: string, now: ReadonlyMap<string, Directory>): void {
  known.delete(root);
  const count = [...known.values()].reduce((sum, { size }) => sum + size, now.size);
  if (count > MOST_KNOWN) known.clear();
  known.set(root, now);
}

/** Nobody can set it. Where the system does not know it, or nothing is there, 0: the directory counts as an old one. */
export function madeAtMs(path: string): number {
  try {
    return statSync(onDisk(path), { throwIfNoEntry: false })?.birthtimeMs ?? 0;
  } catch {
    return 0;
  }
}

const noFinds = () => ({
  secrets: [] as string[],
  protected: [] as string[],
  linked: [] as string[],
  settingLinks: [] as string[],
  dependencies: [] as string[],
  unseen: [] as string[],
  beyond: [] as string[],
});

/** What lies in a protected directory is protected with it. */
function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  const isInner = (path: string): boolean => {
    const parent = dirname(path);
    return parent !== path && (all.has(parent) || isInner(parent));
  };
  return paths.filter((path) => !isInner(path));
}

/** As it was read before, if nothing was added, removed or renamed in it since. */
async function current(
  path: string,
  before: Directory | undefined,
  pause: Pause,
): Promise<Directory | 'gone' | 'closed' | 'unseen'> {
  try {
    const stats = statSync(onDisk(path), { throwIfNoEntry: false });
    if (!stats?.isDirectory()) return 'gone';
    if (Buffer.byteLength(path) > MOST_PATH_BYTES) return 'unseen';
    const stamp = `${stats.ino} ${stats.mtimeMs} ${stats.ctimeMs}`;
    const isSettled = before !== undefined && before.readAtMs - before.changedAtMs > RACY_MS;
    return before?.stamp === stamp && isSettled ? before : await readDirectory(path, { stats, stamp }, pause);
  } catch (error) {
    if (isGone(error)) return 'gone';
    // One that may be gone into but not listed is not empty: a child may know the names in it.
    return mayEnter(path) ? 'unseen' : 'closed';
  }
}

function mayEnter(path: string): boolean {
  try {
    accessSync(onDisk(path), constants.X_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EACCES';
  }
}

/** Of a directory itself. For smaller ones to wait for another thread would take longer than to read them. */
const LARGE_BYTES = 262_144;
/** They take less than a millisecond. */
const ENTRIES_AT_ONCE = 200;

type Pause = ReturnType<typeof createPauses>;

async function readDirectory(
  path: string,
  { stats, stamp }: { readonly stats: Stats; readonly stamp: string },
  pause: Pause,
): Promise<Directory> {
  const { mtimeMs, ctimeMs, birthtimeMs } = stats;
  const directories: string[] = [];
  const secrets: string[] = [];
  const guarded: string[] = [];
  const linked: string[] = [];
  const dependencies: string[] = [];
  const links: string[] = [];
  const readAtMs = Date.now();
  const entries = stats.size > LARGE_BYTES ? await listEntries(path) : entriesIn(path);
  if (isObjectStore(path, entries)) secrets.push(path);
  for (const [at, entry] of entries.entries()) {
    if (at % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await pause();
    const place = join(path, entry.name);
    if (isProtected(place)) {
      guarded.push(place);
      // A repository that is kept elsewhere is found there by its HEAD; an old HEAD is a link to a branch.
      if (entry.isSymbolicLink() && !/^(\.git|HEAD)$/.test(entry.name)) linked.push(place);
    } else if (entry.isSymbolicLink() && !NOT_LOOKED_INTO.has(entry.name)) links.push(place);
    if (entry.isDirectory()) {
      if (SECRET_FOLDERS.includes(entry.name)) secrets.push(place);
      else if (NOT_LOOKED_INTO.has(entry.name)) dependencies.push(place);
      else if (Object.hasOwn(OTHER_HISTORIES, entry.name)) {
        secrets.push(...partsIn(place, OTHER_HISTORIES));
        guarded.push(...partsIn(place, SETTINGS_IN_HISTORIES));
        linked.push(...partsIn(place, SETTINGS_IN_HISTORIES));
      } else if (isWalked(entry.name)) directories.push(place);
    } else if (isSecretFile(place) || entry.isSocket() || entry.isFIFO()) secrets.push(place);
  }
  const changedAtMs = Math.max(mtimeMs, ctimeMs);
  return {
    ...{ stamp, readAtMs, changedAtMs, madeAtMs: birthtimeMs },
    directories: kept(directories),
    secrets: kept(secrets),
    protected: kept(guarded),
    linked: kept(linked),
    links: kept(links),
    dependencies: kept(dependencies),
  };
}

const NONE: readonly string[] = [];

/** Most are empty, and a hundred thousand empty lists are large. */
const kept = (list: readonly string[]): readonly string[] => (list.length === 0 ? NONE : list);

/** There or not: what changes in them is not noticed. */
const partsIn = (place: string, parts: Readonly<Record<string, readonly string[]>>): string[] =>
  (parts[basename(place)] ?? []).map((part) => join(place, part));

/** Objects of git without a repository around them, which others name as an alternate store. */
const isObjectStore = (path: string, entries: readonly NamedEntry[]): boolean =>
  basename(path) === 'objects' && ['info', 'pack'].every((name) => entries.some((one) => one.name === name));
