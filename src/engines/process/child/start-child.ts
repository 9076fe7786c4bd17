import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { whenAborted } from '../../../core/timing/when-aborted.ts';
import type { Entry } from '../../sandbox/entry/entry.ts';
import type { Stream } from '../process.ts';
import { untilClosed } from './child-output.ts';
import { type Started, startOnPipes, startOnStreams } from './child-streams.ts';
import { createHearing } from './hearing.ts';
import { loadLibc } from './libc.ts';
import { lowerPriority } from './lower-priority.ts';
import { startFailure } from './missing-program.ts';
import { readProc } from './proc-files.ts';
import { createSearch, endTree, isGone, MARKER, type TreeRoot } from './process-tree.ts';
import type { Exit } from './spawn-program.ts';

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
  /** It starts with a lower priority. */
  readonly isUnasked?: boolean;
  /** Where it waits until its sandbox was looked at. */
  readonly entry?: Entry;
  /** It leaves nothing behind that would have to be looked for. */
  readonly isReader?: boolean;
  /** The kernel gives each of its processes no more memory than this; nobody has to watch it then. */
  readonly memoryBytes?: number;
  /** The kernel lets no file that it writes grow beyond this. */
  readonly fileBytes?: number | undefined;
  readonly installation?: string;
  /** Where output goes: to this function, which must copy what it keeps, or straight into two files that outlive us. */
  readonly onData?: (stream: Stream, chunk: Buffer) => void;
  readonly outputFds?: readonly [number, number];
}

export interface ChildEnd extends Exit {
  /** Processes it left running, which were ended after it. */
  readonly leftovers: number;
}

/** Nobody could see how. */
export const UNSEEN_END: ChildEnd = { exitCode: null, signal: null, leftovers: 0 };

export interface ChildInput {
  /** What the Enter key sends. */
  readonly enter: string;
  write(text: string): unknown;
  /** The pipe itself, for writers of bytes that heed back-pressure; a terminal has none. */
  readonly stream?: Writable;
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

/** One whose output is heard: aborted with the error of who cannot read it. */
export interface HeardChild extends Child {
  readonly failed: AbortSignal;
}

/** `make >(tee log)` and the like end a moment after the shell; what stays longer was left behind. */
const AFTERMATH_MS = 300;
const LEFTOVER_GRACE_MS = 1000;

/** The one place where children are started. */
export async function startChild(spec: ChildSpec): Promise<HeardChild> {
  const marker = `${spec.installation ?? ''}.${randomUUID()}`;
  const { hear, failed } = createHearing();
  const { onData } = spec;
  // What cannot be read of it ends the child, and not the host.
  const heard = onData && { onData: (stream: Stream, chunk: Buffer) => hear(() => onData(stream, chunk)) };
  const begun = await started({ ...spec, ...heard }, marker);
  const { pid, exited } = begun.program;
  const { isUnasked = false, entry } = spec;
  if (isUnasked && !entry) lowerPriority(pid);
  const outer: TreeRoot = {
    pid,
    // A child that is gone already can still have left others: they started no earlier than it.
    startTicks: readProc(pid)?.startTicks ?? 0,
    marker,
    outputs: begun.outputNames,
    isSandboxed: spec.isSandboxed,
  };
  const first = await entry?.admit({ pid, isUnasked, exited, end: () => endTree(outer, 0) });
  const root = { ...outer, first };
  let ending: Promise<boolean> | undefined;
  const end = (graceMs: number): Promise<boolean> => (ending ??= endTree(root, graceMs));
  whenAborted(failed, () => void end(0));
  const { input: stdin } = begun;
  const input = stdin && { enter: '\n', write: (text: string) => stdin.write(text), stream: stdin };
  const ended = waitForEnd(begun, { root, isReader: spec.isReader ?? false, ending: () => ending });
  return { root, input, end, ended, failed };
}

async function started(spec: ChildSpec, marker: string): Promise<Started> {
  // First of all, since only the beginning of a large environment is looked through.
  const marked = { ...spec, env: Object.assign({ [MARKER]: marker }, spec.env, { [MARKER]: marker }) };
  const libc = await loadLibc();
  try {
    const begun = libc ? startOnPipes(libc, marked) : await startOnStreams(marked);
    if (spec.memoryBytes !== undefined) libc?.limitMemory(begun.program.pid, spec.memoryBytes);
    if (spec.fileBytes !== undefined) libc?.limitFiles(begun.program.pid, spec.fileBytes);
    // A child that writes into files is to outlive us, and must not keep us from leaving.
    if (spec.outputFds) begun.program.unref();
    return begun;
  } catch (error) {
    spec.entry?.abandon();
    const failure = error as NodeJS.ErrnoException; // Sound: to start a program fails with no other.
    const [program] = spec.argv;
    throw startFailure(failure, failure.code === 'ENOENT' ? program : (spec.program ?? program), spec.cwd);
  }
}

interface Tree {
  readonly root: TreeRoot;
  readonly isReader: boolean;
  readonly ending: () => Promise<boolean> | undefined;
}

async function waitForEnd(
  { program, outputs, input }: Started,
  { root, isReader, ending }: Tree,
): Promise<ChildEnd> {
  const exit = await program.exited;
  const leftovers = ending() === undefined && !isReader ? await endLeftovers(root) : 0;
  await ending();
  await untilClosed(outputs);
  input?.destroy();
  return { ...exit, leftovers };
}

async function endLeftovers(root: TreeRoot): Promise<number> {
  const look = createSearch(root);
  if (await isGone(look, AFTERMATH_MS)) return 0;
  const { length } = (await look()).found;
  await endTree(root, LEFTOVER_GRACE_MS);
  return length;
}
