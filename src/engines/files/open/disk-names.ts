import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type DiskPath, STAND_IN } from './entry-name.ts';
import { systemPathBytes } from './system-path.ts';

/**
 * Names on a disk are bytes. In a path here, those of a name that is no UTF-8 stand as lone surrogates, one for each byte,
 * which no name that is UTF-8 gives. So a path is text everywhere, and only who asks the system turns it back.
 */
const ESCAPED = 0xdc00;
const FIRST_ESCAPED = 0x80;

/** Longer paths are not gone into: the system takes 4096 bytes, and what is done with a path adds to it. */
export const MOST_PATH_BYTES = 3000;

/** What the system takes for a path. */
export function onDisk(path: string): DiskPath {
  if (path.isWellFormed()) return path;
  return Buffer.concat([...path].map((letter) => bytesOf(letter)));
}

function bytesOf(letter: string): Buffer {
  const byte = letter.charCodeAt(0) - ESCAPED;
  const isEscaped = letter.length === 1 && byte >= FIRST_ESCAPED && byte <= 0xff;
  return isEscaped ? Buffer.of(byte) : Buffer.from(letter);
}

/** Of a path that the system gave: each name by itself, as a walk finds them one by one. */
export function fromDisk(path: Buffer): string {
  if (isUtf8(path)) return path.toString();
  const names = path.toString('latin1').split('/');
  return names.map((name) => nameOf(Buffer.from(name, 'latin1'))).join('/');
}

function nameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  const escaped = [...bytes].map((byte) => (byte < FIRST_ESCAPED ? byte : ESCAPED + byte));
  return String.fromCharCode(...escaped);
}

/** For people to read: no JSON that others parse may hold half a letter. */
export const shown = (path: string): string => path.toWellFormed();

/** As bytes: Node's own way would read the target of a link as text. */
export const realPath = (path: string): string => fromDisk(systemPathBytes(onDisk(path)));

export interface NamedEntry
  extends Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink' | 'isSocket' | 'isFIFO'> {
  readonly name: string;
}

/** What a directory holds. */
export function entriesIn(directory: string): readonly NamedEntry[] {
  const place = onDisk(directory);
  const entries = readdirSync(place, { withFileTypes: true });
  return entries.some(isInDoubt)
    ? readdirSync(place, { withFileTypes: true, encoding: 'buffer' }).map(named)
    : entries;
}

/** The same, without holding up the others. */
export async function listEntries(directory: string): Promise<readonly NamedEntry[]> {
  const place = onDisk(directory);
  const entries = await readdir(place, { withFileTypes: true });
  return entries.some(isInDoubt)
    ? (await readdir(place, { withFileTypes: true, encoding: 'buffer' })).map(named)
    : entries;
}

const isInDoubt = ({ name }: { readonly name: string }): boolean => name.includes(STAND_IN);

/** An entry that was read with its name as bytes. */
export const named = (entry: Dirent<Buffer>): NamedEntry => ({
  name: nameOf(entry.name),
  isDirectory: () => entry.isDirectory(),
  isFile: () => entry.isFile(),
  isSymbolicLink: () => entry.isSymbolicLink(),
  isSocket: () => entry.isSocket(),
  isFIFO: () => entry.isFIFO(),
});

/** Whether an error says that nothing is there; any other says that nobody knows what is. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Whether something is there, be it a link that leads nowhere; what cannot be looked at counts as there. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(onDisk(path), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !isGone(error);
  }
}
