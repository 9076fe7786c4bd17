import { posix } from 'node:path';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { sortedInTurns } from '../../../core/timing/sorted-in-turns.ts';
import { permissionsOf, typeOf } from '../sftp/attributes.ts';
import type { NamedEntry } from '../sftp/sftp.ts';
import type { RemotePlace } from './remote-place.ts';

export interface RemoteEntry {
  /** Below the listed directory; of a recursive listing with the directories on the way. */
  readonly name: string;
  readonly path: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
  readonly mode: string;
  readonly owner: string;
  readonly group: string;
  readonly modified: string;
}

export interface RemoteListing {
  readonly path: string;
  readonly entries: readonly RemoteEntry[];
  readonly truncated: boolean;
}

export interface ListOptions {
  readonly recursive: boolean;
  readonly includeHidden: boolean;
  readonly limit: number;
  readonly maxDepth?: number | undefined;
}

const DIRECTORIES_AT_ONCE = 16;

/** One directory. */
export async function listDirectory(
  directory: string,
  { sftp }: Pick<RemotePlace, 'sftp'>,
  { includeHidden, limit }: Pick<ListOptions, 'includeHidden' | 'limit'>,
): Promise<RemoteListing> {
  const found = await sftp.list(directory, { isWanted: wanted(includeHidden) });
  const entries = await inOrder(await inTurns(found, (entry) => [entryOf(entry, '', directory)]));
  return { path: directory, entries: entries.slice(0, limit), truncated: entries.length > limit };
}

/** A whole tree, directory by directory, where the machine has no find that could tell all of it at once. */
export async function walkTree(
  directory: string,
  { sftp }: Pick<RemotePlace, 'sftp'>,
  { includeHidden, limit, maxDepth = Number.POSITIVE_INFINITY }: ListOptions,
): Promise<RemoteListing> {
  const entries: RemoteEntry[] = [];
  const isEnough = (count: number): boolean => entries.length + count > limit;
  let level = [''];
  for (let depth = 1; level.length > 0 && depth <= maxDepth && !isEnough(0); depth++) {
    const next: string[] = [];
    const left = [...level];
    const readOn = async (): Promise<void> => {
      for (let at = left.shift(); at !== undefined && !isEnough(0); at = left.shift()) {
        // What may not be entered is left out below the top, as find does.
        const listed = sftp.list(posix.join(directory, at), { isWanted: wanted(includeHidden), isEnough });
        const found = await (at === '' ? listed : listed.catch(() => []));
        const above = at;
        for (const entry of await inTurns(found, (named) => [entryOf(named, above, directory)])) {
          entries.push(entry);
          if (entry.type === 'directory') next.push(entry.name);
        }
      }
    };
    await Promise.all(Array.from({ length: DIRECTORIES_AT_ONCE }, readOn));
    level = next;
  }
  return { path: directory, entries: (await inOrder(entries)).slice(0, limit), truncated: isEnough(0) };
}

const wanted =
  (includeHidden: boolean) =>
  (name: string): boolean =>
    includeHidden || !name.startsWith('.');

/** Directories first, then by name, whatever its case. A machine says how many there are, so others get their turn. */
export async function inOrder(entries: readonly RemoteEntry[]): Promise<RemoteEntry[]> {
  const keyed = await inTurns(entries, (entry) => [{ entry, key: entry.name.toLowerCase() }]);
  const sorted = await sortedInTurns(keyed, (a, b) => {
    const kinds = Number(b.entry.type === 'directory') - Number(a.entry.type === 'directory');
    if (kinds !== 0) return kinds;
    if (a.key !== b.key) return a.key < b.key ? -1 : 1;
    return a.entry.name < b.entry.name ? -1 : 1;
  });
  return sorted.map(({ entry }) => entry);
}

function entryOf({ name, line, attributes }: NamedEntry, above: string, directory: string): RemoteEntry {
  // "-rw-r--r--    1 deploy   www          12 Feb 22 10:00 name": only here are the names of the owners.
  const [, , owner = String(attributes.uid ?? ''), group = String(attributes.gid ?? '')] = line.split(/\s+/);
  const relative = above === '' ? name : `${above}/${name}`;
  return {
    name: relative,
    path: posix.join(directory, relative),
    type: typeOf(attributes),
    size: attributes.size ?? 0,
    mode: permissionsOf(attributes),
    owner,
    group,
    modified: new Date((attributes.mtime ?? 0) * 1000).toISOString(),
  };
}
