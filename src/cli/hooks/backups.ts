import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const SUFFIX = '.before-toolgate';

/** The copies that were made of a file, the newest first. */
export function backupsOf(path: string): string[] {
  const name = basename(path) + SUFFIX;
  return namesIn(dirname(path))
    .flatMap((one) => {
      const rest = one.startsWith(name) ? /^(?:\.(\d+))?$/.exec(one.slice(name.length)) : null;
      return rest ? [{ one, number: Number(rest[1] ?? 0) }] : [];
    })
    .sort((a, b) => b.number - a.number)
    .map(({ one }) => join(dirname(path), one));
}

/** Where the file is saved, or is to be: never over another copy. */
export function backupPlaceOf(path: string): string {
  const [newest] = backupsOf(path);
  if (newest === undefined) return path + SUFFIX;
  if (readFileSync(newest).equals(readFileSync(path))) return newest;
  const number = Number(/\.(\d+)$/.exec(newest)?.[1] ?? 0);
  return `${path}${SUFFIX}.${number + 1}`;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Without the directory there is no copy either.
    return [];
  }
}
