import { closeSync, opendirSync, openSync, readSync } from 'node:fs';
import { type NamedEntry, named, onDisk } from '../../files/open/disk-names.ts';
import type { Steps } from './in-turns.ts';

/** How much one look may read of what watched programs decide the size of, over all of their processes. */
export interface LookLimits {
  readonly bytes: number;
  readonly entries: number;
  /** Of work; pauses in which others get their turn do not count. */
  readonly ms: number;
}

/** What is left of the limits of one look. */
export interface LookBudget {
  /** The look ended before it had seen everything. */
  readonly isSpent: boolean;
  /** Answers whether there was so much left. */
  spend(what: { readonly bytes?: number; readonly entries?: number; readonly ms?: number }): boolean;
}

export function createBudget(limits: LookLimits): LookBudget {
  const left = { ...limits };
  const isSpent = (): boolean => Math.min(left.bytes, left.entries, left.ms) < 0;
  return {
    get isSpent() {
      return isSpent();
    },
    spend: ({ bytes = 0, entries = 0, ms = 0 }) => {
      left.bytes -= bytes;
      left.entries -= entries;
      left.ms -= ms;
      return !isSpent();
    },
  };
}

const PIECE = Buffer.allocUnsafe(65_536);
const ENTRIES_AT_ONCE = 256;

/** Hands on a text of the kernel in pieces of complete lines, as far as the budget goes. */
export function* eachText(path: string, budget: LookBudget, take: (lines: string) => void): Steps<void> {
  const fd = orElse(() => openSync(path, 'r'), undefined);
  if (fd === undefined) return;
  try {
    for (let rest = ''; ; yield) {
      const begin = performance.now();
      const bytes = orElse(() => readSync(fd, PIECE), 0);
      const text = rest + PIECE.toString('latin1', 0, bytes);
      const end = text.lastIndexOf('\n') + 1;
      take(text.slice(0, end));
      rest = text.slice(end);
      if (!budget.spend({ bytes, ms: performance.now() - begin }) || bytes === 0) return;
    }
  } finally {
    closeSync(fd);
  }
}

/** Hands on what a directory holds, one by one, as far as the budget goes. */
export function* eachEntry(path: string, budget: LookBudget, take: (entry: NamedEntry) => void): Steps<void> {
  const options = { encoding: 'buffer', bufferSize: ENTRIES_AT_ONCE };
  // Sound: so Node takes and answers it, whatever its types say.
  const directory = orElse(() => opendirSync(onDisk(path), options as object), undefined);
  if (!directory) return;
  try {
    for (;;) {
      const begin = performance.now();
      const entry = orElse(() => directory.readSync(), null);
      if (!entry) return;
      take(named(entry as never)); // Sound: its name is a buffer, as it was asked for.
      if (!budget.spend({ entries: 1, ms: performance.now() - begin })) return;
      yield;
    }
  } finally {
    directory.closeSync();
  }
}

// A process may end, and a file be closed, between any two looks.
const orElse = <T, U>(read: () => T, otherwise: U): T | U => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};
