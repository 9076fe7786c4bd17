import type { ProcessRecord } from '../../../core/process/process-record.ts';
import { environmentOf, listPidsSince, readBootId, readProc } from '../child/proc-files.ts';
import { endTree, findTree, MARKER, type TreeRoot } from '../child/process-tree.ts';
import type { Child } from '../child/start-child.ts';

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
    (record.relaunch !== undefined && record.bootId === readBootId()));

/** A process that an earlier host started. Only its parent could learn how it ended. */
export function adopt(record: ProcessRecord): Child {
  const root = rootOf(record);
  const ended = (async () => {
    while (isSameProcess(record)) await new Promise((resolve) => setTimeout(resolve, POLL_MS).unref());
    await endTree(root, 0);
    return { exitCode: null, signal: null, leftovers: 0 };
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
  const spared = new Set(alive.flatMap((record) => findTree(rootOf(record)).map(({ pid }) => pid)));
  const lost = running.filter((record) => !kept.includes(record));
  const roots = lost.filter((record) => record.bootId === bootId).map(rootOf);
  await Promise.all([...roots, ...marked(installation, spared)].map((root) => endTree(root, 0)));
  return records.map((record) => (lost.includes(record) ? asLost(record) : record));
}

const asLost = (record: ProcessRecord): ProcessRecord => ({
  ...record,
  status: 'lost',
  endedAt: new Date().toISOString(),
});

/** Trees by the mark they carry, each rooted at its oldest member. */
function marked(installation: string, spared: ReadonlySet<number>): TreeRoot[] {
  // A host that was started from inside such a tree cannot tell what is left over from what still works.
  if (process.platform !== 'linux' || markOf(process.pid, installation) !== undefined) return [];
  const ourStart = readProc(process.pid)?.startTicks ?? 0;
  return listPidsSince(1).flatMap((pid): TreeRoot[] => {
    if (spared.has(pid)) return [];
    const marker = markOf(pid, installation);
    const facts = marker === undefined ? undefined : readProc(pid);
    // What is younger than this host is its own.
    if (marker === undefined || !facts || facts.startTicks >= ourStart) return [];
    return [{ pid, startTicks: facts.startTicks, marker, outputs: [], isSandboxed: false }];
  });
}

function markOf(pid: number, installation: string): string | undefined {
  const start = `${MARKER}=${installation}.`;
  const found = environmentOf(pid)
    .split('\0')
    .find((assignment) => assignment.startsWith(start));
  return found?.slice(MARKER.length + 1);
}
