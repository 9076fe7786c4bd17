import { posix } from 'node:path';

/** Where paths of a remote host start. */
export interface RemoteStart {
  readonly home: string;
  readonly root: string | undefined;
}

/** The absolute path that is meant: `~` is the home, and what is relative starts at the root, or else at home. */
export const resolveRemote = (path: string, { home, root }: RemoteStart): string =>
  /^~(\/|$)/.test(path) ? posix.resolve(home, `.${path.slice(1)}`) : posix.resolve(root ?? home, path);
