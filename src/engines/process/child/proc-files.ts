import { closeSync, opendirSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import type { Steps } from './in-turns.ts';

/** What the kernel says of a process. */
export interface ProcFacts {
  readonly pid: number;
  /** At most 15 bytes, and the process can change it. */
  readonly name: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The group that its terminal listens to; -1 without a terminal. */
  readonly foreground: number;
  readonly threads: number;
  /** Its main thread has ended, and others go on. */
  readonly isHeadless: boolean;
  /** Of the processor, since it started. */
  readonly cpuMs: number;
  /** Since the machine started; with the pid and the boot it names a process for good. */
  readonly startTicks: number;
}

// The kernel counts in these, on every Linux that Node runs on.
const TICK_MS = 10;

/** A running process; undefined where there is none, or only what its parent has not yet taken note of. */
export function readProc(pid: number): ProcFacts | undefined {
  const stat = readShort(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name stands in parentheses and may hold any character, parentheses too.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const [, parent, group, session, , foreground] = fields;
  const threads = Number(fields[17]);
  if (fields[EXIT_SIGNAL] === OF_A_THREAD) return undefined;
  const hasEnded = isEnded(stat);
  if (hasEnded && threads <= 1) return undefined;
  return {
    pid,
    name: stat.slice(stat.indexOf('(') + 1, end),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    foreground: Number(foreground),
    threads,
    isHeadless: hasEnded,
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    startTicks: Number(fields[19]),
  };
}

// What its parent is told when it ends. A thread of a process is there by its number too, though it is in no list.
const EXIT_SIGNAL = 35;
const OF_A_THREAD = '-1';

const isEnded = (stat: string): boolean => /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));

/** What says where the files of a process lie. */
export type Placed = Pick<ProcFacts, 'pid' | 'isHeadless'>;

const MOST_THREADS = 256;

/** Where its files lie. The kernel shows none of a main thread that has ended: there, those of the first that goes on. */
export function placeOf({ pid, isHeadless }: Placed): string {
  const own = `/proc/${pid}`;
  if (!isHeadless) return own;
  const thread = firstNames(`${own}/task`, MOST_THREADS).find((tid) => {
    const stat = readShort(`${own}/task/${tid}/stat`);
    return stat !== undefined && !isEnded(stat);
  });
  return thread === undefined ? own : `${own}/task/${thread}`;
}

function firstNames(path: string, most: number): string[] {
  try {
    using directory = opendirSync(path);
    return Array.from({ length: most }, () => directory.readSync()?.name ?? []).flat();
  } catch {
    // It ended.
    return [];
  }
}

const PAGE_BYTES = 4096;

/** What it has in memory, and the part of that which others may have as well. */
export function memoryOf(process: ProcFacts): { readonly resident: number; readonly shared: number } {
  const [, resident, shared] = (readShort(`${placeOf(process)}/statm`) ?? '').split(' ').map(Number);
  return { resident: (resident ?? 0) * PAGE_BYTES, shared: (shared ?? 0) * PAGE_BYTES };
}

/** Everybody whose pid can have been given out after this one. */
export function* processesSince(pid: number): Steps<ProcFacts[]> {
  const found: ProcFacts[] = [];
  for (const other of listPidsSince(pid)) {
    const facts = readProc(other);
    if (facts) found.push(facts);
    yield;
  }
  return found;
}

/** These, and all that descend from them. */
export function withDescendants(found: Iterable<ProcFacts>, all: readonly ProcFacts[]): ProcFacts[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const kin = new Set(found);
  // What is added while a set is walked is walked as well.
  for (const { pid } of kin) for (const child of children.get(pid) ?? []) kin.add(child);
  return [...kin];
}

/** The pids that can have been given out after this one: the numbers go round, so that need not be larger ones. */
function listPidsSince(pid: number): number[] {
  const newest = Number(readShort('/proc/loadavg')?.trim().split(' ').at(-1));
  // Most commands start nothing but themselves; then there is no need to look at everybody.
  if (newest >= pid && newest - pid < FEW) return Array.from({ length: newest - pid + 1 }, (_, i) => pid + i);
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

const FEW = 8;

/** Where the standard streams of a process lead, as the kernel names them. */
export const outputsOf = (place: string): string[] =>
  [1, 2].flatMap((fd) => linkOf(`${place}/fd/${fd}`) ?? []);

/** What a process reads, as the kernel names it, and the file of the program it runs. */
export const inputOf = (place: string): string | undefined => linkOf(`${place}/fd/0`);
export const programOf = (place: string): string | undefined => linkOf(`${place}/exe`);

/** What the kernel calls a pipe of ours: its other end has the same name. */
export const pipeName = (fd: number): string | undefined => linkOf(`/proc/self/fd/${fd}`);

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // It ended, or belongs to somebody else.
    return undefined;
  }
}

export const readBootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
};

/** The beginning of its environment: how much there is of it, the process decides. */
export const environmentOf = (place: string): string => readShort(`${place}/environ`) ?? '';

/** The same of the words that it was started with. */
export const wordsOf = (place: string): string[] => (readShort(`${place}/cmdline`) ?? '').split('\0');

/**
 * Of a process whose environment was empty a moment ago: whether it was on its way from one program to the next, which
 * has neither arguments nor environment for that moment. Threads of the kernel never have any.
 */
export function wasBetweenPrograms(process: ProcFacts): boolean {
  const place = placeOf(process);
  return process.parent !== KERNEL && (wordsOf(place).join('') === '' || environmentOf(place) !== '');
}

const KERNEL = 2;
const SHORT = Buffer.allocUnsafe(131_072);

/** A file of the kernel, or the first piece of it; undefined where it went away between two looks. */
function readShort(path: string): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    return SHORT.toString('latin1', 0, readSync(fd, SHORT));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
