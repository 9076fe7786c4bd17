import type { ProcessRecord, Relaunch } from '../../../core/process/process-record.ts';
import { inTurns, type Steps } from '../child/in-turns.ts';
import { environmentOf, placeOf, processesSince, readBootId, readProc } from '../child/proc-files.ts';
import { endTree, findTree, MARKER, type TreeRoot } from '../child/process-tree.ts';
import { type Child, UNSEEN_END } from '../child/start-child.ts';

const POLL_MS = 500;

const rootOf = ({ pid, startTicks, marker, sandbox, first }: ProcessRecord): TreeRoot => ({
  pid,
  startTicks,
  marker,
  first,
  outputs: [],
  isSandboxed: sandbox !== 'none',
});

/** Whether this very process still runs: its pid alone could be a stranger's by now. */
const isSameProcess = ({ pid, startTicks, bootId }: ProcessRecord): boolean =>
  bootId === readBootId() && readProc(pid)?.startTicks === startTicks;

/** Kept processes go on under the next host: those that run, and those that start again when they have ended. */
const goesOn = (record: ProcessRecord): boolean =>
  record.isKept &&
  (record.remoteHost !== undefined ||
    isSameProcess(record) ||
    (againOf(record) !== undefined && record.bootId === readBootId()));

/**
 * What an older Toolgate wrote down does not say all that was decided about it, and what was shown: it is followed, and not
 * started again.
 */
export const againOf = ({ relaunch }: ProcessRecord): Relaunch | undefined => {
  const call: Partial<Relaunch['call']> | undefined = relaunch?.call;
  return call?.shown && relaunch;
};

/** A process that an earlier host started. Only its parent could learn how it ended. */
export function adopt(record: ProcessRecord): Child {
  const root = rootOf(record);
  const ended = (async () => {
    while (isSameProcess(record)) await new Promise((resolve) => setTimeout(resolve, POLL_MS).unref());
    await endTree(root, 0);
    return UNSEEN_END;
  })();
  return { root, input: null, ended, end: (graceMs) => endTree(root, graceMs) };
}

/**
 * Ends what a dead host left running: what it wrote down, and whatever else carries the mark of this installation.
 * Kept processes are spared. What cannot be proven to be ours is left alone. Answers the records as they are now.
 */
export async function endOrphans(
  records: readonly ProcessRecord[],
  installation: string,
): Promise<readonly ProcessRecord[]> {
  const bootId = readBootId();
  const running = records.filter(({ endedAt }) => endedAt === null);
  const kept = running.filter(goesOn);
  const alive = kept.filter(isSameProcess);
  const trees = await Promise.all(alive.map((record) => inTurns(findTree(rootOf(record)))));
  const spared = new Set(trees.flat().map(({ pid }) => pid));
  const lost = running.filter((record) => !kept.includes(record));
  const roots = lost.filter((record) => record.bootId === bootId).map(rootOf);
  await Promise.all(
    [...roots, ...(await inTurns(marked(installation, spared)))].map((root) => endTree(root, 0)),
  );
  return records.map((record) => (lost.includes(record) ? asLost(record) : record));
}

/** Nobody saw how it ended. */
export const asLost = (record: ProcessRecord): ProcessRecord => ({
  ...record,
  status: 'lost',
  endedAt: new Date().toISOString(),
});

/** Trees by the mark they carry, each rooted at its oldest member. */
function* marked(installation: string, spared: ReadonlySet<number>): Steps<TreeRoot[]> {
  // A host that was started from inside such a tree cannot tell what is left over from what still works.
  if (process.platform !== 'linux' || markIn('/proc/self', installation) !== undefined) return [];
  const ourStart = readProc(process.pid)?.startTicks ?? 0;
  const roots: TreeRoot[] = [];
  for (const each of yield* processesSince(1)) {
    const { pid, startTicks } = each;
    // What is younger than this host is its own.
    const isLeft = startTicks < ourStart && !spared.has(pid);
    const marker = isLeft ? markIn(placeOf(each), installation) : undefined;
    if (marker !== undefined) roots.push({ pid, startTicks, marker, outputs: [], isSandboxed: false });
    yield;
  }
  return roots;
}

function markIn(place: string, installation: string): string | undefined {
  const start = `${MARKER}=${installation}.`;
  const found = environmentOf(place)
    .split('\0')
    .find((assignment) => assignment.startsWith(start));
  return found?.slice(MARKER.length + 1);
}
