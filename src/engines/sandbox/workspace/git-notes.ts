import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { entriesIn, isGone, onDisk } from '../../files/open/disk-names.ts';
import { existing } from './existing-places.ts';
import { noteMasks } from './git-config-copy.ts';
import { type Mask, masksOver } from './masks.ts';

/** Where there are more, all reflogs are out of sight: nobody reads the history of so many branches. */
const MOST_NOTES = 2_000;
const MOST_BYTES = 64 * 1_048_576;
/** Larger ones are not copied, and so are out of sight. */
const LARGEST = 1_048_576;

/** What was read once is not read again until it changes. */
const plain = new Map<string, string>();
const MOST_KNOWN = 20_000;

/**
 * Where git notes down what was fetched and pulled, with the address as it was typed, token and all. In a run that may
 * see no secret such a note has the address without it.
 */
export async function notesMasks(store: string, visible: readonly string[]): Promise<Mask[]> {
  const logs = join(store, 'logs');
  const { files, unseen } = await notesBelow(logs);
  const fetched = join(store, 'FETCH_HEAD');
  const masks = await inTurns([{ note: fetched, stats: statsOf(fetched) }, ...files], ({ note, stats }) => {
    if (!stats?.isFile()) return [];
    const [place] = existing([note]).files;
    if (place === undefined || !isInside(place, visible)) return [];
    if (stats.size > LARGEST)
      return [{ place, isDirectory: false, isHarmless: () => read(place, stats).length === 0 }];
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

/** All of them out of sight where there is too much to read. */
async function notesBelow(logs: string) {
  const found = filesBelow(logs, { left: MOST_NOTES });
  if (found === 'too many') return { files: [], unseen: [logs] };
  const files = await inTurns(found.files, (note) => [{ note, stats: statsOf(note) }]);
  const bytes = files.reduce((sum, { stats }) => sum + (stats?.size ?? 0), 0);
  return bytes > MOST_BYTES ? { files: [], unseen: [logs] } : { files, unseen: found.unseen };
}

interface Found {
  readonly files: string[];
  readonly unseen: string[];
}

/** Reflogs, and directories among them that nobody could look into. */
function filesBelow(directory: string, budget: { left: number }): Found | 'too many' {
  const found: Found = { files: [], unseen: [] };
  try {
    for (const entry of entriesIn(directory)) {
      if (budget.left-- <= 0) return 'too many';
      const place = join(directory, entry.name);
      const inside = entry.isDirectory() ? filesBelow(place, budget) : { files: [place], unseen: [] };
      if (inside === 'too many') return inside;
      found.files.push(...inside.files);
      found.unseen.push(...inside.unseen);
    }
    return found;
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
