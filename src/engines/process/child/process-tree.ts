import { setTimeout as delay } from 'node:timers/promises';
import type { FirstProcess } from '../../sandbox/entry/entry.ts';
import { inTurns, type Steps } from './in-turns.ts';
import {
  environmentOf,
  outputsOf,
  type ProcFacts,
  placeOf,
  processesSince,
  readProc,
  wasBetweenPrograms,
  withDescendants,
} from './proc-files.ts';

/** The variable that says which run a process belongs to, wherever it has moved. */
export const MARKER = 'TOOLGATE_RUN';

/** Where a tree of processes began: enough to find all of it, and nobody else's. */
export interface TreeRoot {
  readonly pid: number;
  readonly startTicks: number;
  readonly marker: string;
  /** What the kernel calls the streams we gave it; only its own descendants can hold them. */
  readonly outputs: readonly string[];
  /** The root is bubblewrap: it ends with what it holds, and takes all of it down when it is ended. */
  readonly isSandboxed: boolean;
  /** Inside of it: when this one is gone, so is everything that was started there, whatever it did to hide. */
  readonly first?: FirstProcess | undefined;
}

const KILL_LIMIT_MS = 3000;
/** How long what could not be told of strangers holds an answer back: some never tell. */
const UNCLEAR_MS = 250;
const IS_LINUX = process.platform === 'linux';

/** What one look found, and whether it could tell of everybody. */
interface Look {
  readonly found: readonly ProcFacts[];
  readonly isClear: boolean;
}

/** Everything alive that this root started: its group, its session, its descendants, and what forked away. */
export function* findTree(root: TreeRoot): Steps<readonly ProcFacts[]> {
  return (yield* lookFor(root)).found;
}

/** The same but for what forked away. */
export function* findKin(root: TreeRoot): Steps<readonly ProcFacts[]> {
  return (yield* lookForKin(root)).kin;
}

function* lookFor(root: TreeRoot): Steps<Look> {
  const { kin, others } = yield* lookForKin(root);
  // Nothing leaves a sandbox: what is in there descends from its first process, or is gone with it.
  if (root.first) return { found: kin, isClear: true };
  const known = new Set(kin);
  const strays: ProcFacts[] = [];
  let isClear = true;
  for (const process of others) {
    if (known.has(process)) continue;
    const isMarked = carriesMark(process, root);
    if (isMarked) strays.push(process);
    isClear &&= isMarked !== undefined;
    yield;
  }
  return { found: strays.length === 0 ? kin : withDescendants([...kin, ...strays], others), isClear };
}

/** What belongs to the root by its numbers, and all who are no older than it. */
function* lookForKin(root: TreeRoot): Steps<Record<'kin' | 'others', readonly ProcFacts[]>> {
  if (!IS_LINUX) return { kin: [], others: [] };
  const { first } = root;
  const others = (yield* processesSince(root.pid)).filter(
    ({ pid, startTicks }) => pid !== process.pid && startTicks >= root.startTicks,
  );
  const leader = others.find(({ pid }) => pid === root.pid);
  // A pid is not given out while a group or session has its number, so only a leader can be a stranger.
  const isOurNumber = leader === undefined || leader.startTicks === root.startTicks;
  const begun = others.filter(
    ({ pid, startTicks, group, session }) =>
      (isOurNumber && (group === root.pid || session === root.pid)) ||
      (pid === first?.pid && startTicks === first.startTicks),
  );
  return { kin: withDescendants(begun, others), others };
}

/** Undefined where a moment later there may be one to see. */
function carriesMark(process: ProcFacts, root: TreeRoot): boolean | undefined {
  const place = placeOf(process);
  const environment = environmentOf(place);
  if (`\0${environment}`.includes(`\0${MARKER}=${root.marker}\0`)) return true;
  if (outputsOf(place).some((output) => root.outputs.includes(output))) return true;
  return environment === '' && wasBetweenPrograms(process) ? undefined : false;
}

/** Ends all of it: asks, waits, kills, and looks whether it is gone. False where something could not be ended. */
export async function endTree(root: TreeRoot, graceMs: number): Promise<boolean> {
  if (!IS_LINUX) return endGroup(root.pid, graceMs);
  const find = createSearch(root);
  if (graceMs > 0) {
    const { found } = await find();
    const asked = found.filter(({ name }) => !(root.isSandboxed && name === 'bwrap'));
    signalAll(asked, 'SIGTERM');
    // Bubblewrap alone: the program has nothing to put in order yet, and nobody would ask it once it begins.
    const isBeginning = found.length > 0 && asked.length === 0;
    if (!isBeginning && (await isGone(find, graceMs))) return true;
  }
  const deadline = performance.now() + KILL_LIMIT_MS;
  // What forks while it is being killed is found by the next look.
  while (performance.now() < deadline) {
    signalAll((await find()).found, 'SIGKILL');
    if (await isGone(find, 50)) return true;
  }
  return (await find()).found.length === 0;
}

/**
 * Finds the tree again and again. A process that is being killed, or that runs another program in its place,
 * has for a moment neither environment nor streams: what was found once is looked for by its number.
 */
export function createSearch(root: TreeRoot): () => Promise<Look> {
  const known = new Map<number, ProcFacts>();
  return async () => {
    const { found, isClear } = await inTurns(lookFor(root));
    for (const process of found) known.set(process.pid, process);
    for (const { pid, startTicks } of known.values()) {
      if (readProc(pid)?.startTicks !== startTicks) known.delete(pid);
    }
    return { found: [...known.values()], isClear };
  };
}

/** Looks again and again, seldomer with time, until nothing is left or the time is over. */
export async function isGone(look: () => Promise<Look>, limitMs: number): Promise<boolean> {
  const begin = performance.now();
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    const { found, isClear } = await look();
    const spentMs = performance.now() - begin;
    if (found.length === 0 && (isClear || spentMs > UNCLEAR_MS)) return true;
    const leftMs = limitMs - spentMs;
    if (leftMs <= 0) return found.length === 0;
    await delay(Math.min(pauseMs, leftMs));
  }
}

function signalAll(processes: readonly ProcFacts[], signal: NodeJS.Signals): void {
  // Others had their turn since it was found, and its number may be a stranger's by now.
  for (const { pid, startTicks } of processes)
    if (readProc(pid)?.startTicks === startTicks) sendSignal(pid, signal);
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // It ended on its own.
    return false;
  }
}

/** Without /proc the group is all that can be found. */
async function endGroup(pid: number, graceMs: number): Promise<boolean> {
  for (const [signal, limitMs] of [
    ['SIGTERM', graceMs],
    ['SIGKILL', KILL_LIMIT_MS],
  ] as const) {
    if (limitMs > 0 && !sendSignal(-pid, signal)) return true;
    const deadline = performance.now() + limitMs;
    while (performance.now() < deadline) {
      if (!sendSignal(-pid, 0)) return true;
      await delay(25);
    }
  }
  return false;
}
