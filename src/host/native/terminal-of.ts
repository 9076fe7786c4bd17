import { statSync } from 'node:fs';
import type { NativeCall } from '../../core/call/native-call.ts';
import type { NativeSessions } from '../../store/native-sessions.ts';
import type { MappedCall } from './map-call.ts';
import { placesBehind } from './terminal-places.ts';

/** The terminal of a session, which stays between its calls, and with it the directory that a command changed to. */
export interface SessionTerminal {
  /** Where it may be by now, beside the directory that the client tells; 'any' where that is not known. */
  readonly places: readonly string[] | 'any';
  /** Notes where this call leaves it. */
  follow(call: MappedCall): void;
}

export function terminalOf(
  { client, session }: Pick<NativeCall, 'client' | 'session'>,
  { cwd, startedIn }: { readonly cwd: string; readonly startedIn: string },
  sessions: NativeSessions,
): SessionTerminal {
  const id = `${client}:${session}`;
  const known = sessions.placesOf(id);
  return {
    places: known === 'any' ? known : known.filter((place) => place !== cwd && isDirectory(place)),
    follow: ({ tool, args }) => {
      if (tool !== 'native_shell' || known === 'any') return;
      const before = [...new Set([cwd, ...known])];
      const places = placesBehind(String(args.command), before);
      if (places?.length === before.length) return;
      // A session whose start nobody told has no row yet.
      sessions.start(id, startedIn);
      sessions.move(id, places ?? 'any');
    },
  };
}

/** Into what is none, no terminal has changed; what cannot be looked at may be one. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return true;
  }
}
