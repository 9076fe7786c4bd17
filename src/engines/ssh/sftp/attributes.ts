import type { Field, PacketReader } from './packet.ts';

export interface Attributes {
  readonly size?: number;
  readonly uid?: number;
  readonly gid?: number;
  /** Type and permissions. */
  readonly mode?: number;
  readonly atime?: number;
  readonly mtime?: number;
}

const HAS_SIZE = 0x1;
const HAS_OWNER = 0x2;
const HAS_MODE = 0x4;
const HAS_TIMES = 0x8;
const HAS_EXTENDED = 0x80000000;

export function readAttributes(from: PacketReader): Attributes {
  const flags = from.uint32();
  const attributes = {
    ...(flags & HAS_SIZE && { size: from.uint64() }),
    ...(flags & HAS_OWNER && { uid: from.uint32(), gid: from.uint32() }),
    ...(flags & HAS_MODE && { mode: from.uint32() }),
    ...(flags & HAS_TIMES && { atime: from.uint32(), mtime: from.uint32() }),
  };
  if (flags & HAS_EXTENDED) for (let left = from.uint32() * 2; left > 0; left--) from.bytes();
  return attributes;
}

/** Only what is to be set. */
export function attributeFields({ size, uid, gid, mode, atime, mtime }: Attributes): Field[] {
  const hasOwner = uid !== undefined && gid !== undefined;
  const hasTimes = atime !== undefined && mtime !== undefined;
  const flags =
    (size === undefined ? 0 : HAS_SIZE) |
    (hasOwner ? HAS_OWNER : 0) |
    (mode === undefined ? 0 : HAS_MODE) |
    (hasTimes ? HAS_TIMES : 0);
  return [
    flags,
    ...(size === undefined ? [] : [BigInt(size)]),
    ...(hasOwner ? [uid, gid] : []),
    ...(mode === undefined ? [] : [mode]),
    ...(hasTimes ? [atime, mtime] : []),
  ];
}

/** By the four highest bits of the mode. */
const TYPES = new Map<number, EntryType>([
  [0o04, 'directory'],
  [0o10, 'file'],
  [0o12, 'symlink'],
]);

export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

export const typeOf = ({ mode = 0o100000 }: Attributes): EntryType =>
  TYPES.get((mode & 0o170000) >> 12) ?? 'other';

const SPECIAL = new Map<number, string>([
  [0o01, 'a named pipe'],
  [0o02, 'a device'],
  [0o04, 'a directory'],
  [0o06, 'a device'],
  [0o14, 'a socket'],
]);

/** What it is, in words, where it is no file. */
export const kindInWords = ({ mode = 0o100000 }: Attributes): string | undefined =>
  SPECIAL.get((mode & 0o170000) >> 12);

export const permissionsOf = ({ mode = 0 }: Attributes): string =>
  (mode & 0o7777).toString(8).padStart(4, '0');
