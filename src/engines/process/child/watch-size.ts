import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { Access } from '../../../core/process/sandbox.ts';
import type { RunGroup } from './cgroup.ts';
import { heldFiles } from './held-files.ts';
import { listPidsSince, type ProcFacts, readProc } from './proc-files.ts';
import { type TmpLimits, tmpWatch } from './tmp-quota.ts';

/** How much a program and everything it starts may take. */
export interface SizeLimits {
  readonly processes: number;
  /** Of all its processes together. */
  readonly threads: number;
  readonly bytes: number;
  /** What its session may leave in /tmp. */
  readonly tmp: TmpLimits;
}

const GIB = 1_073_741_824;
const PAGE_BYTES = 4096;

/** What nobody was asked about gets less: it only reads. Builds start compilers by the dozen. */
export const sizeLimits = (access: readonly Access[]): SizeLimits =>
  access.length === 0
    ? { processes: 256, threads: 2048, bytes: Math.min(2 * GIB, totalmem() / 2), tmp: UNASKED_TMP }
    : {
        processes: 1024,
        threads: 16_384,
        bytes: totalmem() * 0.75,
        tmp: { bytes: 16 * GIB, files: 1_000_000 },
      };

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
  const before = memoryOfNobody();
  const held = () => heldFiles(descendants(pid).map((process) => process.pid));
  const isFull = tmp === undefined ? () => undefined : tmpWatch(tmp, limits.tmp, held);
  const end = (why: string): void => {
    stop();
    onOver(why);
  };
  const look = (pauseMs: number): void => {
    const why = group?.why() ?? tooLarge(pid, limits) ?? tooMuchOfNobody(before, limits);
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

function tooLarge(pid: number, { processes, threads, bytes }: SizeLimits): string | undefined {
  const tree = descendants(pid);
  if (tree.length > processes) return `it had ${tree.length} processes, and ${processes} is the limit`;
  const running = tree.reduce((sum, process) => sum + process.threads, 0);
  if (running > threads) return `it had ${running} threads, and ${threads} is the limit`;
  const used = tree.reduce((sum, process) => sum + ownBytes(process.pid), 0);
  if (used <= bytes) return undefined;
  return `it used ${(used / GIB).toFixed(1)} GB of memory, and ${(bytes / GIB).toFixed(1)} GB is the limit`;
}

/** Memory that is in no process's own, as the kernel counts it for the machine. */
interface MemoryOfNobody {
  /** Belongs to a file or to several processes. */
  readonly shared: number;
  /** The kernel's own: what waits in sockets and pipes, and what it needs to keep track of everything. */
  readonly kernel: number;
}

function tooMuchOfNobody(before: MemoryOfNobody, { bytes }: SizeLimits): string | undefined {
  const now = memoryOfNobody();
  const over = (grown: number, what: string): string | undefined =>
    grown <= bytes
      ? undefined
      : `${(grown / GIB).toFixed(1)} GB of ${what} were taken while it ran, and ${(bytes / GIB).toFixed(1)} GB is the limit`;
  return (
    over(now.shared - before.shared, 'shared memory') ??
    over(now.kernel - before.kernel, "the kernel's memory (sockets, pipes)")
  );
}

function memoryOfNobody(): MemoryOfNobody {
  try {
    const said = readFileSync('/proc/meminfo', 'latin1');
    const kb = Object.fromEntries(
      [...said.matchAll(/^(\w+): +(\d+) kB$/gm)].map(([, name = '', count]) => [name, Number(count)]),
    );
    const { MemTotal = 0, MemFree = 0, Buffers = 0, Cached = 0, SwapCached = 0, AnonPages = 0 } = kb;
    const known = MemFree + Buffers + Cached + SwapCached + AnonPages + (kb.SReclaimable ?? 0);
    return { shared: (kb.Shmem ?? 0) * 1024, kernel: (MemTotal - known) * 1024 - cacheOfZfs() };
  } catch {
    return { shared: 0, kernel: 0 };
  }
}

/** ZFS keeps files in memory by itself, and gives it back when others need it. */
function cacheOfZfs(): number {
  try {
    const said = readFileSync('/proc/spl/kstat/zfs/arcstats', 'latin1');
    return Number(/^size +\d+ +(\d+)$/m.exec(said)?.[1] ?? 0);
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
