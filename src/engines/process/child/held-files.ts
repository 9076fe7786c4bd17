import { readlinkSync, statSync } from 'node:fs';
import type { Steps } from './in-turns.ts';
import { eachEntry, eachText, type LookBudget } from './look-budget.ts';
import { type Placed, placeOf } from './proc-files.ts';

/** Files that have no name any more and take up room all the same, because a process has them open or mapped. */
export interface HeldFiles {
  readonly bytes: number;
  readonly files: number;
}

const BLOCK = 512;
/** These lie in memory, and are counted there. */
const IN_MEMORY = /^\/(?:memfd:|SYSV|dev\/(?:zero|shm)\b)/;
const GONE = ' (deleted)';

/** What these processes hold together, each file once; less than that where the budget does not reach so far. */
export function* heldFiles(processes: readonly Placed[], budget: LookBudget): Steps<HeldFiles> {
  const bytesOf = new Map<string, number>();
  const note = (inode: string, bytes: number): void =>
    void bytesOf.set(inode, Math.max(bytes, bytesOf.get(inode) ?? 0));
  for (const process of processes) {
    if (budget.isSpent) break;
    const place = placeOf(process);
    yield* eachEntry(`${place}/fd`, budget, ({ name }) => {
      const path = `${place}/fd/${name}`;
      if (!isGone(linkOf(path))) return;
      const stats = statOf(path);
      if (stats?.isFile() && stats.nlink === 0) note(String(stats.ino), stats.blocks * BLOCK);
    });
    yield* eachText(`${place}/maps`, budget, (lines) => {
      for (const { inode, bytes } of mappedIn(lines)) note(inode, bytes);
    });
  }
  return { bytes: bytesOf.values().reduce((sum, bytes) => sum + bytes, 0), files: bytesOf.size };
}

const isGone = (name: string): boolean => name.endsWith(GONE) && !IN_MEMORY.test(name);

const MAPPED = /^([0-9a-f]+)-([0-9a-f]+) \S+ ([0-9a-f]+) \S+ (\d+) +(\/.* \(deleted\))$/gm;

/** A file stays as long as it is mapped, even where it was closed; how much of it was written is not told. */
function mappedIn(lines: string): { inode: string; bytes: number }[] {
  return [...lines.matchAll(MAPPED)].flatMap(
    ([, from = '0', to = '0', offset = '0', inode = '', name = '']) =>
      isGone(name) ? [{ inode, bytes: hex(offset) + hex(to) - hex(from) }] : [],
  );
}

const hex = (digits: string): number => Number.parseInt(digits, 16);

const linkOf = (path: string): string => orElse(() => readlinkSync(path), '');
const statOf = (path: string) => orElse(() => statSync(path, { throwIfNoEntry: false }), undefined);

// A process may end, and a file be closed, between any two looks.
const orElse = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};
