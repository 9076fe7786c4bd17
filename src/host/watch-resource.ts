import { fileURLToPath } from 'node:url';
import type { Change } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import { PER_USER } from '../core/call/per-user.ts';
import { ToolError } from '../core/errors.ts';
import { isInside } from '../core/path/paths.ts';
import { processIdIn } from '../core/process/process-uri.ts';
import { createSlots } from '../core/timing/slots.ts';
import { watchFile } from '../engines/files/watch-file.ts';
import type { HostProcesses } from './processes.ts';

/** Per agent. */
export const MOST_SUBSCRIPTIONS = 1000;

type Who = Pick<Caller, 'principal' | 'session' | 'roots'>;

/** Starts to announce changes of a resource; answers how to stop. */
export type WatchResource = (uri: string, who: Who) => () => void;
export type WatchOutput = HostProcesses['watchOutput'];

/** What several connections of a principal want to hear of is watched once, and counted for each. */
export function createResourceWatch(
  announce: (change: Change) => void,
  watchOutput: WatchOutput,
): WatchResource {
  const watched = new Map<string, { count: number; readonly stop: (() => void) | undefined }>();
  const places = createSlots(MOST_SUBSCRIPTIONS, MOST_SUBSCRIPTIONS * PER_USER);
  const start = (uri: string, { principal, roots }: Who): (() => void) | undefined => {
    const tell = (): void => announce({ resource: uri });
    const processId = processIdIn(uri);
    if (processId !== undefined) return watchOutput(principal, processId, tell);
    const path = openFileAt(uri, roots);
    return path === undefined ? undefined : watchFile(path, roots, tell);
  };
  return (uri, who) => {
    if (!places.tryTake(who)) throw tooMany();
    const key = JSON.stringify([who.principal, who.roots, uri]);
    const entry = watched.get(key) ?? { count: 0, stop: start(uri, who) };
    entry.count++;
    watched.set(key, entry);
    return () => {
      places.release(who);
      if (--entry.count > 0) return;
      watched.delete(key);
      entry.stop?.();
    };
  };
}

const tooMany = (): ToolError =>
  new ToolError('RATE_LIMITED', `More than ${MOST_SUBSCRIPTIONS} resources are subscribed to`, {
    hint: 'Unsubscribe from those that are not needed.',
  });

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
