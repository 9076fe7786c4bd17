import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

/** Files that have no name any more and take up room all the same, because a process has them open or mapped. */
export interface HeldFiles {
  readonly bytes: number;
  readonly files: number;
}

/** To look at more would hold up everybody; so many open files are too many anyway. */
const MOST_OPEN = 65_536;
const BLOCK = 512;
/** These lie in memory, and are counted there. */
const IN_MEMORY = /^\/(?:memfd:|SYSV|dev\/(?:zero|shm)\b)/;
const GONE = ' (deleted)';

/** What these processes hold together, each file once. */
export function heldFiles(pids: readonly number[]): HeldFiles {
  const bytesOf = new Map<string, number>();
  let open = 0;
  for (const pid of pids) {
    for (const fd of namesIn(`/proc/${pid}/fd`)) {
      if (++open > MOST_OPEN) return { bytes: 0, files: Number.POSITIVE_INFINITY };
      const path = `/proc/${pid}/fd/${fd}`;
      if (!isGone(linkOf(path))) continue;
      const stats = statOf(path);
      if (stats?.isFile() && stats.nlink === 0) bytesOf.set(String(stats.ino), stats.blocks * BLOCK);
    }
    for (const { inode, bytes } of mappedBy(pid))
      bytesOf.set(inode, Math.max(bytes, bytesOf.get(inode) ?? 0));
  }
  return { bytes: bytesOf.values().reduce((sum, bytes) => sum + bytes, 0), files: bytesOf.size };
}

const isGone = (name: string): boolean => name.endsWith(GONE) && !IN_MEMORY.test(name);

const MAPPED = /^([0-9a-f]+)-([0-9a-f]+) \S+ ([0-9a-f]+) \S+ (\d+) +(\/.* \(deleted\))$/gm;

/** A file stays as long as it is mapped, even where it was closed; how much of it was written is not told. */
function mappedBy(pid: number): { inode: string; bytes: number }[] {
  return [...textOf(`/proc/${pid}/maps`).matchAll(MAPPED)].flatMap(
    ([, from = '0', to = '0', offset = '0', inode = '', name = '']) =>
      isGone(name) ? [{ inode, bytes: hex(offset) + hex(to) - hex(from) }] : [],
  );
}

const hex = (digits: string): number => Number.parseInt(digits, 16);

// A process may end, and a file be closed, between any two looks.
const orElse = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

const namesIn = (path: string): string[] => orElse(() => readdirSync(path), []);
const linkOf = (path: string): string => orElse(() => readlinkSync(path), '');
const statOf = (path: string) => orElse(() => statSync(path, { throwIfNoEntry: false }), undefined);
const textOf = (path: string): string => orElse(() => readFileSync(path, 'latin1'), '');
