import { statSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { onDisk, realPath, shown } from '../../files/open/disk-names.ts';

/** What is there, as directories and as files: a directory is covered by an empty one, a file by nothing. */
export interface Places {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** The real paths of what exists, without what a root lies in: who opened that directory wants it open. */
export function existing(paths: readonly string[], roots: readonly string[] = []): Places {
  const directories: string[] = [];
  const files: string[] = [];
  for (const path of paths) {
    const found = lookAt(path);
    if (!found || roots.some((root) => isInside(root, [found.place]))) continue;
    (found.isDirectory ? directories : files).push(found.place);
  }
  return { directories, files };
}

/** Gone, a link that leads nowhere, or not to be reached, for a child neither. */
const NOTHING_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES']);

// A mount has to name the place itself: bubblewrap does not follow links on the way.
function lookAt(path: string): { readonly place: string; readonly isDirectory: boolean } | undefined {
  try {
    const place = realPath(path);
    return { place, isDirectory: statSync(onDisk(place)).isDirectory() };
  } catch (error) {
    if (NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new ToolError('UNAVAILABLE', `${shown(path)} cannot be looked at, and so not be hidden`, {
      cause: error,
    });
  }
}

/** Mounts that cover what is there. */
export const hide = ({ directories, files }: Places): string[] => [
  ...directories.flatMap((place) => ['--tmpfs', place]),
  ...files.flatMap((place) => ['--ro-bind', '/dev/null', place]),
];
