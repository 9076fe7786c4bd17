import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { isSecretInTree } from '../../../core/path/sensitive-paths.ts';
import { readRegularBytes } from '../../files/open/regular-file.ts';
import { gitDirectoriesOf, isGitDirectory } from './git-links.ts';
import { areCommitsOfNames, historyHoldsSecrets, lastCommitHoldsSecrets } from './history-secrets.ts';
import { findRepository } from './repository.ts';

/**
 * Whether the repository around a directory holds a file whose name says that it holds secrets: in its index, and in the
 * last commit or in any that a name leads to.
 */
export function hasCommittedSecrets(
  directory: string,
  roots: readonly string[],
  reach: 'last commit' | 'history',
  hashes: readonly string[] = [],
): boolean {
  try {
    const bare = gitDirectoryAround(directory);
    if (bare !== undefined) {
      const found = gitDirectoriesOf(bare);
      return found === undefined || !isInside(found.common, roots) || historyHoldsSecrets(found.common);
    }
    const { gitDir, commonDir } = findRepository(directory, roots);
    if (reach === 'history' ? historyHoldsSecrets(commonDir) : lastCommitHoldsSecrets(gitDir)) return true;
    if (!areCommitsOfNames(commonDir, hashes)) return true;
    return trackedSecrets(join(gitDir, 'index')) !== undefined;
  } catch (error) {
    // What lies outside the roots cannot be looked at; nothing was ever added where there is no index.
    if (error instanceof ToolError) return error.code !== 'NOT_FOUND';
    if (error instanceof Error && 'code' in error) return error.code !== 'ENOENT';
    throw error;
  }
}

/** An index that names files which look like secrets. */
export interface TrackedSecrets {
  readonly bytes: Buffer;
  /** Those files; undefined where the index cannot be read. */
  readonly secrets: readonly IndexEntry[] | undefined;
  /** Of the hashes in it, in bytes. */
  readonly hashSize: number;
}

const seen = new Map<string, { readonly stamp: string; readonly found: TrackedSecrets | undefined }>();
const MOST_SEEN = 100;
const LARGEST_INDEX = 128 * 1024 * 1024;

/** Undefined where nothing that looks like a secret is tracked; an index is read again when it changed. */
export function trackedSecrets(index: string): TrackedSecrets | undefined {
  const stats = statSync(index, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const stamp = `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
  const known = seen.get(index);
  if (known?.stamp === stamp) return known.found;
  // No project has more files than that.
  const bytes = readRegularBytes(index, LARGEST_INDEX) ?? Buffer.alloc(0);
  const { entries, hashSize } = readIndex(bytes);
  const secrets = entries?.filter(({ path }) => isSecretInTree(path));
  const found = secrets?.length === 0 ? undefined : { bytes, secrets, hashSize };
  if (seen.size >= MOST_SEEN) seen.clear();
  seen.set(index, { stamp, found });
  return found;
}

/** Git takes a directory that looks like its own for a repository, as one without a working tree and a submodule's do. */
function gitDirectoryAround(directory: string): string | undefined {
  if (isGitDirectory(directory)) return directory;
  const above = dirname(directory);
  return above === directory ? undefined : gitDirectoryAround(above);
}

const HEADER_BYTES = 12;
const STAT_BYTES = 40;
const EXTENDED = 0x4000;
/** The length of a name; a longer one says this. */
const LONGEST_NAME = 0xfff;

/** An entry of git's index: the path, and where its flags are. */
export interface IndexEntry {
  readonly path: string;
  readonly flagsAt: number;
}

const SHA1_BYTES = 20;
const SHA256_BYTES = 32;

/** By its own bytes: the lengths of the names in it fit only hashes of one length, and one that fits both is made up. */
export function readIndex(bytes: Buffer): { entries: IndexEntry[] | undefined; hashSize: number } {
  const short = entriesOfIndex(bytes, SHA1_BYTES);
  const long = entriesOfIndex(bytes, SHA256_BYTES);
  if (short && long && short.length > 0) return { entries: undefined, hashSize: SHA1_BYTES };
  return short ? { entries: short, hashSize: SHA1_BYTES } : { entries: long, hashSize: SHA256_BYTES };
}

/** The entries of git's index; undefined where it cannot be read. */
function entriesOfIndex(bytes: Buffer, hashSize: number): IndexEntry[] | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const entries: IndexEntry[] = [];
  let at = HEADER_BYTES;
  let before = '';
  for (let i = 0; i < count; i++) {
    const flagsAt = at + STAT_BYTES + hashSize;
    if (flagsAt + 2 > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(flagsAt);
    const isExtended = (flags & EXTENDED) !== 0;
    const nameAt = flagsAt + (isExtended ? 4 : 2);
    // From version 4 on a name says how much of the one before it is dropped, and what comes instead.
    const dropped = version === 4 ? readOffset(bytes, nameAt) : { value: before.length, end: nameAt };
    const end = bytes.indexOf(0, dropped.end);
    if (end === -1) return undefined;
    before = before.slice(0, before.length - dropped.value) + bytes.toString('latin1', dropped.end, end);
    if (Math.min(before.length, LONGEST_NAME) !== (flags & LONGEST_NAME)) return undefined;
    entries.push({ path: before, flagsAt });
    at = version === 4 ? end + 1 : at + Math.ceil((end - at + 1) / 8) * 8;
  }
  // The entries of a split index are in another file.
  return bytes.toString('latin1', at, at + 4) === 'link' ? undefined : entries;
}

/** A number as git writes offsets: seven bits a byte, one added for each byte that follows. */
function readOffset(bytes: Buffer, start: number): { value: number; end: number } {
  let at = start;
  let byte = bytes[at++] ?? 0;
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes[at++] ?? 0;
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, end: at };
}
