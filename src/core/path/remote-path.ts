import { posix } from 'node:path';

/** Where paths of a remote host start. */
export interface RemoteStart {
  readonly home: string;
  readonly root: string | undefined;
}

/** The absolute path that is meant: `~` is the home, and what is relative starts at the root, or else at home. */
export const resolveRemote = (path: string, { home, root }: RemoteStart): string =>
  /^~(\/|$)/.test(path) ? posix.resolve(home, `.${path.slice(1)}`) : posix.resolve(root ?? home, path);

/** The same path in one spelling, whether the home is known by now or not: what lies in it begins with `~`. */
export function fromHome(path: string, start: RemoteStart): string {
  const meant = resolveRemote(path, start);
  return meant === start.home || meant.startsWith(`${start.home}/`)
    ? `~${meant.slice(start.home.length)}`
    : meant;
}
