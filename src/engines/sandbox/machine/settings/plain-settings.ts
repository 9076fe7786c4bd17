import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { readIfSmall } from '../../../files/open/regular-file.ts';
import { keptCopy } from '../../kept-copy.ts';
import { type PlainForm, SETTING_FILES } from './setting-files.ts';

/** A file of the home directory, and the copy of it that a sandbox shows in its place. */
export interface Shown {
  readonly place: string;
  readonly copy: string;
}

const LARGEST = 262_144;
const MOST_KNOWN = 5000;

/** The copy that was made of a file as it was; undefined where nothing of it can be shown. */
const known = new Map<string, { readonly stamp: string; readonly copy: Promise<string | undefined> }>();

/** The user's settings, with what is harmless of them. Those that cannot be read as what they should be are left out. */
export async function plainSettings(home: string, scratch: string): Promise<Shown[]> {
  const files = [...SETTING_FILES].map(([name, form]) => shownAs(join(home, name), form, scratch));
  return (await Promise.all(files)).flat();
}

/** The same of any file. */
export async function shownAs(place: string, form: PlainForm, scratch: string): Promise<Shown[]> {
  const stats = statsOf(place);
  if (!stats?.isFile() || stats.size > LARGEST) return [];
  const [key, stamp] = [
    `${scratch}\0${place}`,
    `${stats.ino} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.size}`,
  ];
  const before = known.get(key);
  const kept = before?.stamp === stamp ? await before.copy : undefined;
  if (before?.stamp === stamp && (kept === undefined || existsSync(kept))) return shown(place, kept);
  if (known.size > MOST_KNOWN) known.clear();
  const copy = copyOf(place, form, scratch);
  known.set(key, { stamp, copy });
  return shown(place, await copy);
}

const shown = (place: string, copy: string | undefined): Shown[] =>
  copy === undefined ? [] : [{ place, copy }];

async function copyOf(place: string, form: PlainForm, scratch: string): Promise<string | undefined> {
  try {
    // Many people keep their settings elsewhere, and links to them here.
    const text = readIfSmall(realpathSync(place));
    const plain = text === undefined ? undefined : await form(text);
    return plain === undefined ? undefined : keptCopy(join(scratch, 'settings'), plain);
  } catch {
    return undefined;
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A link in a circle, or a file where a directory should be.
    return undefined;
  }
}
