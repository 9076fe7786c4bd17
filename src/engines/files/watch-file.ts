import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isInside } from '../../core/path/paths.ts';
import { realPathOf } from './open/real-path.ts';

/** One change of a file is several events; they are told as one. */
const TOGETHER_MS = 50;

interface WatchedDirectory {
  readonly watcher: FSWatcher;
  /** By name, so that a change costs as much as there are listeners for that one file. */
  readonly files: Map<string, Set<() => void>>;
}

const directories = new Map<string, WatchedDirectory>();

/**
 * Tells of every change of a file, and of its coming and going; answers how to stop. Its directory is watched, since
 * most programs put a new file into the place of the old one. Undefined where there is nothing to watch.
 */
export function watchFile(
  path: string,
  roots: readonly string[],
  onChange: () => void,
): (() => void) | undefined {
  const directory = realPathOf(dirname(path));
  const watched = isInside(directory, roots) ? (directories.get(directory) ?? open(directory)) : undefined;
  if (!watched) return undefined;
  const name = basename(path);
  const listeners = watched.files.get(name) ?? new Set();
  watched.files.set(name, listeners);
  let timer: NodeJS.Timeout | undefined;
  const tellSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, TOGETHER_MS).unref();
  };
  listeners.add(tellSoon);
  return () => {
    clearTimeout(timer);
    listeners.delete(tellSoon);
    if (listeners.size === 0 && watched.files.get(name) === listeners) watched.files.delete(name);
    if (watched.files.size === 0) close(directory, watched);
  };
}

function open(directory: string): WatchedDirectory | undefined {
  const files: WatchedDirectory['files'] = new Map();
  const tell = (name: string | null): void => {
    // Also what the system says of a directory that is taken away: the next who asks needs a new watcher.
    if (name === basename(directory)) directories.delete(directory);
    const told = name === null ? files.values() : [files.get(name) ?? []];
    for (const listeners of told) for (const tellSoon of listeners) tellSoon();
  };
  try {
    const watcher = watch(directory, { persistent: false }, (_event, name) => tell(name));
    const watched = { watcher, files };
    watcher.on('error', () => close(directory, watched));
    directories.set(directory, watched);
    return watched;
  } catch {
    // Gone, or more watches than this user may have.
    return undefined;
  }
}

function close(directory: string, watched: WatchedDirectory): void {
  watched.watcher.close();
  if (directories.get(directory) === watched) directories.delete(directory);
}
