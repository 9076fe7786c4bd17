import { fileURLToPath } from 'node:url';
import type { Change } from '../core/call.ts';
import { isInside } from '../core/paths.ts';
import { watchFile } from '../engines/files/watch-file.ts';

/** Starts to announce changes of a resource; answers how to stop, or undefined where there is nothing to hear of. */
export type WatchResource = (uri: string, roots: readonly string[]) => (() => void) | undefined;

/** Files alone change behind our back; a file that several agents want to hear of is watched once. */
export function createResourceWatch(announce: (change: Change) => void): WatchResource {
  const watched = new Map<string, { count: number; readonly stop: () => void }>();
  return (uri, roots) => {
    const path = pathIn(uri, roots);
    if (path === undefined) return undefined;
    const known = watched.get(uri);
    const stop = known?.stop ?? watchFile(path, roots, () => announce({ resource: uri }));
    if (!stop) return undefined;
    const entry = known ?? { count: 0, stop };
    entry.count++;
    watched.set(uri, entry);
    return () => {
      if (--entry.count > 0) return;
      watched.delete(uri);
      stop();
    };
  };
}

function pathIn(uri: string, roots: readonly string[]): string | undefined {
  try {
    const path = uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
    return path !== undefined && isInside(path, roots) ? path : undefined;
  } catch {
    // No address of a file on this machine.
    return undefined;
  }
}
