import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { entriesIn, isGone, onDisk } from '../../files/open/disk-names.ts';
import { existing } from './existing-places.ts';
import { noteMasks } from './git-config-copy.ts';
import { type Mask, masksOver } from './masks.ts';

/** Reflogs beyond these are out of sight: nobody reads the history of so many branches. */
const MOST_NOTES = 2_000;
/** Larger ones are not copied, and so are out of sight. */
const LARGEST = 1_048_576;

/** What was read once is not read again until it changes. */
const plain = new Map<string, string>();
const MOST_KNOWN = 20_000;

/**
 * Where git notes down what was fetched and pulled, with the address as it was typed, token and all. In a run that may
 * see no secret such a note has the address without it.
 */
export function notesMasks(store: string, visible: readonly string[]): Mask[] {
  const { files, unseen } = filesBelow(join(store, 'logs'));
  const masks = [join(store, 'FETCH_HEAD'), ...files].flatMap((note, at) => {
    const stats = statsOf(note);
    if (!stats?.isFile()) return [];
    const [place] = existing([note]).files;
    if (place === undefined || !isInside(place, visible)) return [];
    const isMuch = at > MOST_NOTES || stats.size > LARGEST;
    if (isMuch) return [{ place, isDirectory: false, isHarmless: () => read(place, stats).length === 0 }];
    return read(place, stats);
  });
  return [...masks, ...masksOver(existing(unseen))];
}

function read(place: string, { ino, size, mtimeMs, ctimeMs }: Stats): Mask[] {
  const stamp = `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  if (plain.get(place) === stamp) return [];
  const masks = noteMasks(place);
  if (masks.length > 0) return masks;
  if (plain.size > MOST_KNOWN) plain.clear();
  plain.set(place, stamp);
  return [];
}

/** Reflogs, and directories among them that nobody could look into. */
function filesBelow(directory: string): { files: string[]; unseen: string[] } {
  try {
    const inside = entriesIn(directory).map((entry) => {
      const place = join(directory, entry.name);
      if (entry.isDirectory()) return filesBelow(place);
      return { files: [place], unseen: [] };
    });
    return {
      files: inside.flatMap(({ files }) => files),
      unseen: inside.flatMap(({ unseen }) => unseen),
    };
  } catch (error) {
    return { files: [], unseen: isGone(error) ? [] : [directory] };
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(onDisk(path), { throwIfNoEntry: false });
  } catch {
    // A link in a circle, or one that leads where nobody gets.
    return undefined;
  }
}
