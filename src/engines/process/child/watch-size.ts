import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { Access } from '../../../core/process/sandbox.ts';
import type { RunGroup } from './cgroup.ts';
import { type CrowdWatch, watchCrowd } from './crowd.ts';
import { type HeldFiles, heldFiles } from './held-files.ts';
import { inTurns, type Steps } from './in-turns.ts';
import { lookAgain } from './look-again.ts';
import { createBudget, type LookLimits } from './look-budget.ts';
import { memoryOf, type ProcFacts, processesSince, withDescendants } from './proc-files.ts';
import { type TmpLimits, tmpWatch } from './tmp-quota.ts';

/** How much a program and everything it starts may take. */
export interface SizeLimits {
  readonly processes: number;
  /** Of all its processes together. */
  readonly threads: number;
  /** Beside its own: the kernel may give each the same share of the processor, however low its priority. */
  readonly sessions: number;
  readonly bytes: number;
  /** What its session may leave in /tmp. */
  readonly tmp: TmpLimits;
  /** Nobody was asked: others go first, and all such runs of an agent have these processes together. */
  readonly isUnasked: boolean;
}

const GIB = 1_073_741_824;

/** What nobody was asked about gets less: it only reads. Builds start compilers by the dozen. */
export const sizeLimits = (access: readonly Access[]): SizeLimits =>
  access.length === 0
    ? {
        ...{ processes: 256, threads: 2048, sessions: 8 },
        bytes: Math.min(2 * GIB, totalmem() / 2),
        tmp: UNASKED_TMP,
        isUnasked: true,
      }
    : {
        ...{ processes: 1024, threads: 16_384, sessions: 1024 },
        bytes: totalmem() * 0.75,
        tmp: { bytes: 16 * GIB, files: 1_000_000 },
        isUnasked: false,
      };

/** The same for a single file, which the kernel itself refuses to grow beyond it. */
export const UNASKED_TMP: TmpLimits = { bytes: GIB, files: 30_000 };

/** A look costs milliseconds, so it comes soon for what grows at once, and seldom for what runs long. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 1000;

/** More than builds have open and mapped: who has more is ended, or each look would take seconds. */
const HELD_LIMITS: LookLimits = { bytes: 67_108_864, entries: 65_536, ms: 5000 };

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
  const before = memoryOfNobody();
  // A /tmp is that of one agent.
  const crowd = watchCrowd(pid, limits, limits.isUnasked ? tmp : undefined);
  const size = async () =>
    group?.why() ?? (await inTurns(tooLarge(pid, limits, crowd))) ?? tooMuchOfNobody(before, limits);
  const end = (why: string): void => {
    stop();
    onOver(why);
  };
  const watches = [lookAgain(size, { firstMs: FIRST_LOOK_MS, lastMs: LAST_LOOK_MS }, end)];
  if (tmp !== undefined) {
    const isFull = tmpWatch(tmp, limits.tmp, () => inTurns(heldBelow(pid)));
    watches.push(lookAgain(isFull, { firstMs: TMP_LOOK_MS, lastMs: TMP_LOOK_MS }, end));
  }
  const stop = (): void => {
    for (const stopWatch of watches) stopWatch();
    crowd.stop();
  };
  return stop;
}

function* tooLarge(pid: number, { bytes }: SizeLimits, crowd: CrowdWatch): Steps<string | undefined> {
  const tree = yield* below(pid);
  const tooMany = crowd.isOver(tree);
  if (tooMany !== undefined) return tooMany;
  let used = 0;
  for (const process of tree) {
    const { resident, shared } = memoryOf(process);
    // Pages that are shared would count once for each process.
    used += resident - shared;
    yield;
  }
  if (used <= bytes) return undefined;
  return `it used ${(used / GIB).toFixed(1)} GB of memory, and ${(bytes / GIB).toFixed(1)} GB is the limit`;
}

/** Undefined where there is more of it than can be looked at. */
function* heldBelow(pid: number): Steps<HeldFiles | undefined> {
  const budget = createBudget(HELD_LIMITS);
  const held = yield* heldFiles(yield* below(pid), budget);
  return budget.isSpent ? undefined : held;
}

/** What descends from a process, without it. */
function* below(pid: number): Steps<ProcFacts[]> {
  const all = yield* processesSince(pid);
  return withDescendants(
    all.filter(({ parent }) => parent === pid),
    all,
  );
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
