import { realpathSync, statSync } from 'node:fs';
import { isInside } from '../../../core/path/paths.ts';

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

// A mount has to name the place itself: bubblewrap does not follow links on the way.
function lookAt(path: string): { readonly place: string; readonly isDirectory: boolean } | undefined {
  try {
    const place = realpathSync(path);
    return { place, isDirectory: statSync(place).isDirectory() };
  } catch {
    // Gone, a link that leads nowhere, or not to be reached: nothing to cover.
    return undefined;
  }
}

/** Mounts that cover what is there. */
export const hide = ({ directories, files }: Places): string[] => [
  ...directories.flatMap((place) => ['--tmpfs', place]),
  ...files.flatMap((place) => ['--ro-bind', '/dev/null', place]),
];
