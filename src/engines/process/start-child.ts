import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { startFailure } from './missing-program.ts';
import { outputsOf, readProc } from './proc-files.ts';
import type { Stream } from './process.ts';
import { endTree, findTree, isGone, MARKER, type TreeRoot } from './process-tree.ts';

export interface ChildSpec {
  readonly argv: readonly [string, ...string[]];
  /** What the caller asked for, where a sandbox stands before it. */
  readonly program?: string;
  readonly cwd: string;
  /** All of it; nothing is added but the mark by which the tree is found. */
  readonly env: Readonly<Record<string, string>>;
  /** What it can read; `open` stays so until it is ended. Default: nothing. */
  readonly stdin?: { readonly text: string | Uint8Array } | 'open';
  readonly isSandboxed: boolean;
  readonly installation?: string;
  /** Where output goes: to this function, or straight into two files that outlive us. */
  readonly onData?: (stream: Stream, chunk: Buffer) => void;
  readonly outputFds?: readonly [number, number];
}

export interface ChildEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Processes it left running, which were ended after it. */
  readonly leftovers: number;
}

export interface ChildInput {
  /** What the Enter key sends. */
  readonly enter: string;
  write(text: string): unknown;
}

/** A child that runs, as the leader of a group of its own. */
export interface Child {
  readonly root: TreeRoot;
  /** Where to type; null where its input is closed. */
  readonly input: ChildInput | null;
  /** Settles when the child, everything it started and both streams have ended. */
  readonly ended: Promise<ChildEnd>;
  /** Ends the whole tree; settles when it is gone. False where something could not be ended. */
  end(graceMs: number): Promise<boolean>;
}

/** `make >(tee log)` and the like end a moment after the shell; what stays longer was left behind. */
const AFTERMATH_MS = 300;
const LEFTOVER_GRACE_MS = 1000;
/** How long a stream may be silent, after all its writers should be gone, before it is given up. */
const SILENCE_MS = 500;

/** The one place where children are started. */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const marker = `${spec.installation ?? ''}.${randomUUID()}`;
  const child = await spawned(spec, marker);
  const { pid } = child;
  if (pid === undefined) throw new Error('A child that has started has a pid');
  const root: TreeRoot = {
    pid,
    // A child that is gone already can still have left others: they started no earlier than it.
    startTicks: readProc(pid)?.startTicks ?? 0,
    marker,
    outputs: spec.outputFds ? [] : outputsOf(pid),
    isSandboxed: spec.isSandboxed,
  };
  let ending: Promise<boolean> | undefined;
  const end = (graceMs: number): Promise<boolean> => (ending ??= endTree(root, graceMs));
  const { stdin } = child;
  const input = stdin && { enter: '\n', write: (text: string) => stdin.write(text) };
  return { root, input, end, ended: waitForEnd(child, root, () => ending) };
}

async function spawned(spec: ChildSpec, marker: string): Promise<ChildProcess> {
  const [program, ...args] = spec.argv;
  try {
    const child = spawn(program, args, {
      cwd: spec.cwd,
      env: { ...spec.env, [MARKER]: marker },
      // Its own group and session: a signal to ours does not reach it, and all of it can be found.
      detached: true,
      stdio: [
        spec.stdin === undefined ? 'ignore' : 'pipe',
        ...(spec.outputFds ?? (['pipe', 'pipe'] as const)),
      ],
      windowsHide: true,
    });
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.on('data', (chunk: Buffer) => spec.onData?.(stream, chunk));
      // A stream that breaks has ended; the exit code tells the rest.
      child[stream]?.on('error', () => {});
    }
    // Whoever writes to a child that has ended learns it from the end.
    child.stdin?.on('error', () => {});
    // Where it did start, the answer is known at once; only a failure comes as an event.
    if (child.pid === undefined) await once(child, 'spawn');
    child.on('error', () => {});
    // Whoever writes into files is to outlive us, and must not keep us from leaving.
    if (spec.outputFds) child.unref();
    if (typeof spec.stdin === 'object') child.stdin?.end(spec.stdin.text);
    return child;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException; // Sound: spawn fails with no other.
    throw startFailure(failure, failure.code === 'ENOENT' ? program : (spec.program ?? program), spec.cwd);
  }
}

async function waitForEnd(
  child: ChildProcess,
  root: TreeRoot,
  ending: () => Promise<boolean> | undefined,
): Promise<ChildEnd> {
  const closed = Promise.all([untilClosed(child.stdout), untilClosed(child.stderr)]);
  const [exitCode, signal] = await exitOf(child);
  const leftovers = ending() === undefined ? await endLeftovers(root) : 0;
  await ending();
  await Promise.race([closed, givenUp(child)]);
  return { exitCode, signal, leftovers };
}

const exitOf = (child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])));

async function endLeftovers(root: TreeRoot): Promise<number> {
  if (findTree(root).length === 0 || (await isGone(() => findTree(root), AFTERMATH_MS))) return 0;
  const { length } = findTree(root);
  await endTree(root, LEFTOVER_GRACE_MS);
  return length;
}

const untilClosed = (stream: Readable | null): Promise<void> =>
  new Promise((resolve) => {
    if (stream === null || stream.closed) resolve();
    else stream.once('close', resolve);
  });

/** A writer that could not be found must not hold the answer back for ever. */
async function givenUp({ stdout, stderr }: ChildProcess): Promise<void> {
  const streams = [stdout, stderr].filter((stream) => stream !== null);
  await new Promise<void>((resolve) => {
    const restart = (): void => void timer.refresh();
    const timer = setTimeout(() => {
      for (const stream of streams) stream.off('data', restart).destroy();
      resolve();
    }, SILENCE_MS);
    timer.unref();
    for (const stream of streams) {
      stream.on('data', restart);
      stream.once('close', () => streams.every(({ closed }) => closed) && clearTimeout(timer));
    }
  });
}
