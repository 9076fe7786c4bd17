import { existsSync } from 'node:fs';
import { isInside } from '../../core/path/paths.ts';
import { realPath } from '../files/open/disk-names.ts';
import { namespaces } from './machine/namespaces.ts';
import { isOfSystem, systemMounts } from './machine/system-places.ts';

interface Shown {
  readonly open: readonly string[];
  readonly files?: readonly string[];
  /** It makes files there that are gone when it ends. */
  readonly isLocking?: boolean;
}

/**
 * A view of the system and of a few places as bubblewrap is told to build it: for a program of ours that reads
 * what others wrote, and follows the links they made. It starts nothing, so nothing is hidden or guarded in there.
 */
export const readerView = ({ open, files = [], isLocking = false }: Shown): string[] => [
  ...namespaces(new Set()),
  ...['--new-session', '--die-with-parent', ...systemMounts()],
  // Mounts of their own for /dev and /proc take as long as all the rest, and git needs no more than these.
  ...['/dev/null', '/dev/urandom'].flatMap((device) => ['--dev-bind', device, device]),
  ...['--tmpfs', '/tmp'],
  ...open.flatMap((place) => [isLocking ? '--bind-try' : '--ro-bind-try', place, place]),
  ...files.flatMap((place) => ['--ro-bind-try', place, place]),
];

/** The open directories, and files beside them. The real path of a file is in sight, too: links lead there. */
export function readerPlaces(roots: readonly string[], files: readonly string[]): Shown {
  // What lies in another one may become a link to somewhere else before it is mounted.
  const open = roots.filter((root) => !roots.some((other) => other !== root && isInside(root, [other])));
  const named = files.filter((file) => existsSync(file)).flatMap((file) => [file, realPath(file)]);
  return { open, files: [...new Set(named.filter((file) => !isInside(file, roots)))] };
}

/** Whether a program runs in such a view: it is the system's own. */
export function runsInView(program: string): boolean {
  try {
    return isOfSystem(program) && isOfSystem(realPath(program));
  } catch {
    return false;
  }
}
