import { closeSync, constants, fsync, mkdirSync, rmdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { ToolError } from '../../../core/errors.ts';
import { fileError } from '../file-error.ts';
import { type DiskPath, type EntryName, shownAs } from './entry-name.ts';
import { openInside } from './open-inside.ts';
import { checkRealPath, type Reach } from './reach.ts';

/**
 * A directory that was opened and then verified. On Linux names in it are reached through its descriptor: whatever
 * happens to its path meanwhile, they stay in it. Elsewhere there is no such way, and a small race remains.
 */
export interface Directory {
  readonly realPath: string;
  /** A path for system calls on this name, which must be a single one. */
  at(name: EntryName): DiskPath;
  /** Until then a rename in it may be undone by a power failure. */
  sync(): Promise<void>;
  close(): void;
}

// Windows knows neither of them; opening a file as a directory fails there later, at its first use.
const { O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;

export function openDirectory(path: string, reach: Reach, fresh?: { readonly via: DiskPath }): Directory {
  const flags = fresh ? O_DIRECTORY | O_NOFOLLOW : 0;
  const { fd, realPath, stats } = openInside(path, reach, { access: 'list', flags, ...fresh });
  if (!stats.isDirectory()) {
    closeSync(fd);
    throw new ToolError('VALIDATION', `${path} is not a directory`, {
      hint: 'Files are read with read_file.',
    });
  }
  const place = process.platform === 'linux' ? `/proc/self/fd/${fd}/` : realPath + sep;
  return {
    realPath,
    at: (name) => (typeof name === 'string' ? place + name : Buffer.concat([Buffer.from(place), name])),
    sync: async () => {
      if (process.platform !== 'win32') await promisify(fsync)(fd);
    },
    close: () => closeSync(fd),
  };
}

/** A directory of our own, which no caller can name. */
export const ownDirectory = (path: string): Directory => ({
  realPath: path,
  at: (name) => join(path, shownAs(name)),
  sync: () => syncDirectory(path),
  close: () => {},
});

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using directory = await open(path);
  await directory.sync();
}

/** The directory that holds this path. An open directory itself is never an entry to change. */
export function openParent(path: string, reach: Reach, made: MadeDirectories | undefined): Directory {
  if (reach.roots.includes(path)) {
    throw new ToolError('PROTECTED_PATH', `${path} is the open directory itself`, {
      hint: 'Name something in it.',
    });
  }
  return made ? openOrMake(dirname(path), reach, made) : openDirectory(dirname(path), reach);
}

/** Directories that were made on the way to something that may yet fail. */
export interface MadeDirectories {
  add(parent: Directory, name: string): void;
  /** Takes away those that are still empty. */
  undo(): void;
  close(): void;
}

export function createMadeDirectories(): MadeDirectories {
  const made: { parent: Directory; name: string }[] = [];
  return {
    add: (parent, name) => void made.push({ parent, name }),
    undo: () => {
      for (const { parent, name } of made.toReversed()) rmdirIfEmpty(parent.at(name));
    },
    close: () => {
      for (const { parent } of made) parent.close();
    },
  };
}

function rmdirIfEmpty(path: DiskPath): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody has use for it meanwhile.
  }
}

/** Opens a directory, making what is missing one by one, each inside the one that was verified before. */
export function openOrMake(path: string, reach: Reach, made: MadeDirectories): Directory {
  try {
    return openDirectory(path, reach);
  } catch (error) {
    const isMissing = error instanceof ToolError && error.code === 'NOT_FOUND';
    if (!isMissing || reach.roots.includes(path)) throw error;
  }
  const parent = openOrMake(dirname(path), reach, made);
  const name = basename(path);
  try {
    checkRealPath(path, join(parent.realPath, name), 'create', reach);
    mkdirSync(parent.at(name));
  } catch (error) {
    // Sound: mkdirSync throws nothing but errno exceptions.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return openAndLeave(parent, name, path, reach);
    parent.close();
    throw fileError(error, path, reach.roots);
  }
  made.add(parent, name);
  return openDirectory(path, reach, { via: parent.at(name) });
}

function openAndLeave(parent: Directory, name: string, path: string, reach: Reach): Directory {
  try {
    // What is there instead of a directory of ours (a file, a link that leads nowhere) does not open this way.
    return openDirectory(path, reach, { via: parent.at(name) });
  } finally {
    parent.close();
  }
}
