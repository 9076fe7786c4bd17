import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { Access } from '../../../core/process/sandbox.ts';
import type { RunGroup } from './cgroup.ts';
import { listPidsSince, type ProcFacts, readProc } from './proc-files.ts';
import { type TmpLimits, tmpWatch } from './tmp-quota.ts';

/** How much a program and everything it starts may take. */
export interface SizeLimits {
  readonly processes: number;
  readonly bytes: number;
  /** What its session may leave in /tmp. */
  readonly tmp: TmpLimits;
}

const GIB = 1_073_741_824;
const PAGE_BYTES = 4096;

/** What nobody was asked about gets less: it only reads. Builds start compilers by the dozen. */
export const sizeLimits = (access: readonly Access[]): SizeLimits =>
  access.length === 0
    ? { processes: 256, bytes: Math.min(2 * GIB, totalmem() / 2), tmp: UNASKED_TMP }
    : { processes: 1024, bytes: totalmem() * 0.75, tmp: { bytes: 16 * GIB, files: 1_000_000 } };

/** The same for a single file, which the kernel itself refuses to grow beyond it. */
export const UNASKED_TMP: TmpLimits = { bytes: GIB, files: 30_000 };

/** A look costs milliseconds, so it comes soon for what grows at once, and seldom for what runs long. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 1000;

/** Its /tmp is looked at more often: to ask what is free on a disk costs next to nothing. */
const TMP_LOOK_MS = 200;

export interface Watched {
  readonly pid: number;
  readonly limits: SizeLimits;
  readonly tmp?: string | undefined;
  readonly group?: RunGroup | undefined;
}

/** Looks at the size of a tree again and again; answers how to stop. Nothing to see outside Linux. */
export function watchSize({ pid, limits, tmp, group }: Watched, onOver: (why: string) => void): () => void {
  if (process.platform !== 'linux') return () => {};
  let timer: NodeJS.Timeout;
  const sharedBefore = sharedMemory();
  const isFull = tmp === undefined ? () => undefined : tmpWatch(tmp, limits.tmp);
  const end = (why: string): void => {
    stop();
    onOver(why);
  };
  const look = (pauseMs: number): void => {
    const why = group?.why() ?? tooLarge(pid, limits) ?? tooMuchShared(sharedMemory() - sharedBefore, limits);
    if (why === undefined) timer = setTimeout(look, pauseMs, Math.min(pauseMs * 2, LAST_LOOK_MS)).unref();
    else end(why);
  };
  timer = setTimeout(look, FIRST_LOOK_MS, FIRST_LOOK_MS * 2).unref();
  const tmpTimer = setInterval(() => {
    const why = isFull();
    if (why !== undefined) end(why);
  }, TMP_LOOK_MS).unref();
  const stop = (): void => {
    clearTimeout(timer);
    clearInterval(tmpTimer);
  };
  return stop;
}

function tooLarge(pid: number, { processes, bytes }: SizeLimits): string | undefined {
  const tree = descendants(pid);
  if (tree.length > processes) return `it had ${tree.length} processes, and ${processes} is the limit`;
  const used = tree.reduce((sum, process) => sum + ownBytes(process.pid), 0);
  if (used <= bytes) return undefined;
  return `it used ${(used / GIB).toFixed(1)} GB of memory, and ${(bytes / GIB).toFixed(1)} GB is the limit`;
}

/** Memory that belongs to a file or to several processes is in nobody's own; the kernel counts it for the machine. */
const tooMuchShared = (grown: number, { bytes }: SizeLimits): string | undefined =>
  grown <= bytes
    ? undefined
    : `${(grown / GIB).toFixed(1)} GB of shared memory were taken while it ran, and ${(bytes / GIB).toFixed(1)} GB is the limit`;

function sharedMemory(): number {
  try {
    const [, kb = '0'] = /^Shmem:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'latin1')) ?? [];
    return Number(kb) * 1024;
  } catch {
    return 0;
  }
}

function descendants(pid: number): ProcFacts[] {
  const children = new Map<number, ProcFacts[]>();
  for (const other of listPidsSince(pid)) {
    const facts = readProc(other);
    if (facts) children.set(facts.parent, [...(children.get(facts.parent) ?? []), facts]);
  }
  const found: ProcFacts[] = [];
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = children.get(next) ?? [];
    found.push(...own);
    waiting.push(...own.map((child) => child.pid));
  }
  return found;
}

/** What it holds alone: pages that are shared would count once for each process. */
function ownBytes(pid: number): number {
  try {
    const [, resident = '0', shared = '0'] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return (Number(resident) - Number(shared)) * PAGE_BYTES;
  } catch {
    // It has ended.
    return 0;
  }
}
