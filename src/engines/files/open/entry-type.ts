import { constants, type Stats } from 'node:fs';

export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

const TYPES: ReadonlyMap<number, EntryType> = new Map([
  [constants.S_IFREG, 'file'],
  [constants.S_IFDIR, 'directory'],
  [constants.S_IFLNK, 'symlink'],
]);

export const typeOf = ({ mode }: Pick<Stats, 'mode'>): EntryType =>
  TYPES.get(mode & constants.S_IFMT) ?? 'other';
