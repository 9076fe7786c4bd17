import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { userId } from '../../../core/process/user-id.ts';

/** Where systems keep programs and what describes them. Anything else outside the roots is not there. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/sys'];
const SYSTEM_IF_THERE = [
  '/nix/store',
  '/gnu/store',
  '/run/current-system',
  '/snap',
  '/var/lib/dpkg',
  '/var/lib/rpm',
  '/var/lib/pacman',
  '/var/lib/apt/lists',
  '/var/lib/snapd/snap',
  '/var/cache/fontconfig',
  '/var/cache/man',
  '/var/db/pkg',
  // Where /etc/resolv.conf leads on many systems. Never a directory of /run: services have their sockets there.
  '/run/systemd/resolve/stub-resolv.conf',
  '/run/systemd/resolve/resolv.conf',
  '/run/NetworkManager/resolv.conf',
  '/run/resolvconf/resolv.conf',
];

/** The system's own directories, read-only, as mounts. */
export function systemMounts(): string[] {
  return [
    ...SYSTEM.flatMap(asItIs),
    ...SYSTEM_IF_THERE.flatMap((place) => ['--ro-bind-try', place, place]),
    ...['--dir', '/var/tmp', '--dir', '/run', '--dir', '/home', '--dir', '/mnt', '--dir', '/srv'],
    ...hiddenFromOthers().flatMap(({ path: place, isDirectory }) =>
      isDirectory ? ['--tmpfs', place] : ['--ro-bind', '/dev/null', place],
    ),
  ];
}

/** Whether a path lies where these mounts show it. */
export const isOfSystem = (path: string): boolean => isInside(path, [...SYSTEM, ...SYSTEM_IF_THERE]);

/** `/bin` is a link to `usr/bin` on most systems, and stays one. */
function asItIs(place: string): string[] {
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (!stats) return [];
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(place), place] : ['--ro-bind', place, place];
}

interface Hidden {
  readonly path: string;
  readonly isDirectory: boolean;
}

let found: { readonly at: number; readonly places: readonly Hidden[] } | undefined;
const KEPT_MS = 30_000;
const READABLE_BY_ALL = 0o004;

/** For root every file of /etc is readable; the files that other users cannot read hold the machine's secrets. */
function hiddenFromOthers(): readonly Hidden[] {
  if (userId() !== 0) return [];
  if (!found || performance.now() - found.at > KEPT_MS)
    found = { at: performance.now(), places: unreadableIn('/etc') };
  return found.places;
}

function unreadableIn(directory: string): Hidden[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry): Hidden[] => {
    const path = join(directory, entry.name);
    if (!entry.isDirectory() && !entry.isFile()) return [];
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & READABLE_BY_ALL) === 0) return [{ path, isDirectory: entry.isDirectory() }];
    return entry.isDirectory() ? unreadableIn(path) : [];
  });
}
