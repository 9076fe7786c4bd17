import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isInside } from '../../core/path/paths.ts';
import { realPathOf } from './open/real-path.ts';

/** One change of a file is several events; they are told as one. */
const TOGETHER_MS = 50;

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
  if (!isInside(directory, roots)) return undefined;
  const name = basename(path);
  let timer: NodeJS.Timeout | undefined;
  const tellSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, TOGETHER_MS).unref();
  };
  const watcher = open(directory, (changed) => {
    if (changed === null || changed === name) tellSoon();
  });
  return (
    watcher &&
    (() => {
      clearTimeout(timer);
      watcher.close();
    })
  );
}

function open(directory: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
  try {
    // A directory that is taken away ends it without a word.
    return watch(directory, { persistent: false }, (_event, name) => onEvent(name)).on('error', () => {});
  } catch {
    // Gone, or more watches than this user may have.
    return undefined;
  }
}
