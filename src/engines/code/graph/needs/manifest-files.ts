import { dirname, join } from 'node:path/posix';
import { readIfSmall } from '../../../files/open/regular-file.ts';
import { foldersAbove } from '../packages.ts';
import type { ManifestFiles } from './requirement.ts';

/** A lock file of a large project. */
const MOST_BYTES = 8_388_608;

export function createManifestFiles(
  root: string,
  manifests: readonly string[],
  files: ReadonlySet<string>,
): ManifestFiles {
  const byFolder = Map.groupBy(manifests, folderOf);
  const known = new Set(manifests);
  const texts = new Map<string, string>();
  return {
    above: (file, name) =>
      foldersAbove(file).flatMap((folder) =>
        (byFolder.get(folder) ?? []).filter((one) => name.test(one.slice(one.lastIndexOf('/') + 1))),
      ),
    read: (file) => {
      const before = texts.get(file);
      if (before !== undefined) return before;
      const text = known.has(file) ? (readIfSmall(join(root, file), { mostBytes: MOST_BYTES }) ?? '') : '';
      texts.set(file, text);
      return text;
    },
    has: (file) => files.has(file),
  };
}

export const folderOf = (file: string): string => (dirname(file) === '.' ? '' : dirname(file));
