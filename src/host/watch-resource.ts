import { fileURLToPath } from 'node:url';
import type { Change } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import { isInside } from '../core/path/paths.ts';
import { processIdIn } from '../core/process/process-uri.ts';
import { watchFile } from '../engines/files/watch-file.ts';
import type { HostProcesses } from './processes.ts';

type Who = Pick<Caller, 'principal' | 'roots'>;

/** Starts to announce changes of a resource; answers how to stop, or undefined where there is nothing to hear of. */
export type WatchResource = (uri: string, who: Who) => (() => void) | undefined;
export type WatchOutput = HostProcesses['watchOutput'];

/** What several connections of a principal want to hear of is watched once. */
export function createResourceWatch(
  announce: (change: Change) => void,
  watchOutput: WatchOutput,
): WatchResource {
  const watched = new Map<string, { count: number; readonly stop: () => void }>();
  const start = (uri: string, { principal, roots }: Who): (() => void) | undefined => {
    const tell = (): void => announce({ resource: uri });
    const processId = processIdIn(uri);
    if (processId !== undefined) return watchOutput(principal, processId, tell);
    const path = openFileAt(uri, roots);
    return path === undefined ? undefined : watchFile(path, roots, tell);
  };
  return (uri, who) => {
    const key = JSON.stringify([who.principal, who.roots, uri]);
    const known = watched.get(key);
    const stop = known?.stop ?? start(uri, who);
    if (!stop) return undefined;
    const entry = known ?? { count: 0, stop };
    entry.count++;
    watched.set(key, entry);
    return () => {
      if (--entry.count > 0) return;
      watched.delete(key);
      stop();
    };
  };
}

/** The path of a file:// address, if it is open. */
export function openFileAt(uri: string, roots: readonly string[]): string | undefined {
  try {
    const path = uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
    return path !== undefined && isInside(path, roots) ? path : undefined;
  } catch {
    // No address of a file on this machine.
    return undefined;
  }
}
