import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync } from 'node:fs';
import type { EntryType } from './entry-type.ts';

/** What an entry is called: text, or the very bytes where they are no UTF-8. */
export type EntryName = string | Buffer;

/** What the system takes for a path. */
export type DiskPath = string | Buffer;

// Node has no name for O_PATH: a descriptor to look at, which opens neither a device nor asks for the right to read.
export const LOOK_ONLY = process.platform === 'linux' ? 0o10000000 : 0;

/** What a text shows in the place of bytes that are none; a name may also really hold it. */
export const STAND_IN = '\ufffd';

export const shownAs = (name: EntryName): string => name.toString();

/** Orders names as they are shown, and tells apart those that look the same: no name holds NUL. */
export const sortKey = (name: EntryName): string =>
  typeof name === 'string' ? name : `${name.toString()}\0${name.toString('hex')}`;

/** The names in a directory, in no order. */
export function readNames(directory: DiskPath): EntryName[] {
  const names = readdirSync(directory);
  // Few names are in doubt, and reading strings takes a third of the time.
  return names.some(isInDoubt) ? readdirSync(directory, 'buffer').map(toName) : names;
}

export interface NamedEntry {
  readonly name: EntryName;
  readonly shown: string;
  readonly type: EntryType;
}

/** The names in a directory with what they are, links not followed. */
export function readEntries(directory: DiskPath): NamedEntry[] {
  const entries: readonly Dirent<EntryName>[] = readdirSync(directory, { withFileTypes: true });
  if (!entries.some(({ name }) => isInDoubt(shownAs(name)))) return entries.map(describe);
  return readdirSync(directory, { withFileTypes: true, encoding: 'buffer' }).map(describe);
}

const isInDoubt = (name: string): boolean => name.includes(STAND_IN);

const toName = (name: EntryName): EntryName =>
  typeof name !== 'string' && isUtf8(name) ? name.toString() : name;

function describe(entry: Dirent<EntryName>): NamedEntry {
  return { name: toName(entry.name), shown: shownAs(entry.name), type: typeOfDirent(entry) };
}

function typeOfDirent(entry: Dirent<EntryName>): EntryType {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}
