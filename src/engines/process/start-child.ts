import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { type ChildOutput, readPipe, readStream, untilClosed } from './child-output.ts';
import { startFailure } from './missing-program.ts';
import { inputEnds, outputEnds, type PipeEnds, takePipes, textInput } from './pipes.ts';
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
  /** It leaves nothing behind that would have to be looked for. */
  readonly isReader?: boolean;
  readonly installation?: string;
  /** Where output goes: to this function, which must copy what it keeps, or straight into two files that outlive us. */
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

/** The one place where children are started. */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const marker = `${spec.installation ?? ''}.${randomUUID()}`;
  const started = await spawned(spec, marker);
  const { pid } = started.child;
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
  const { input: stdin } = started;
  const input = stdin && { enter: '\n', write: (text: string) => stdin.write(text) };
  const ended = waitForEnd(started, { root, isReader: spec.isReader ?? false, ending: () => ending });
  return { root, input, end, ended };
}

interface Spawned {
  readonly child: ChildProcess;
  readonly outputs: readonly ChildOutput[];
  readonly input: Writable | null;
}

/** What a child gets for its three streams, what is ours of them, and what only it needs. */
interface Streams {
  readonly stdio: StdioOptions;
  /** Ours of its input, and of its two outputs. */
  readonly input: number | undefined;
  readonly outputs: readonly number[];
  readonly theirs: readonly number[];
}

async function spawned(spec: ChildSpec, marker: string): Promise<Spawned> {
  const [program, ...args] = spec.argv;
  const streams = await openStreams(spec).catch((error: NodeJS.ErrnoException) => {
    throw startFailure(error, program, spec.cwd);
  });
  try {
    const child = spawn(program, args, {
      cwd: spec.cwd,
      env: { ...spec.env, [MARKER]: marker },
      // Its own group and session: a signal to ours does not reach it, and all of it can be found.
      detached: true,
      stdio: streams.stdio,
      windowsHide: true,
    });
    // Where it did start, the answer is known at once; only a failure comes as an event.
    if (child.pid === undefined) await once(child, 'spawn');
    child.on('error', () => {});
    // Whoever writes into files is to outlive us, and must not keep us from leaving.
    if (spec.outputFds) child.unref();
    return { child, ...ourSides(child, streams, spec) };
  } catch (error) {
    for (const fd of [streams.input, ...streams.outputs]) if (fd !== undefined) closeSync(fd);
    const failure = error as NodeJS.ErrnoException; // Sound: spawn fails with no other.
    throw startFailure(failure, failure.code === 'ENOENT' ? program : (spec.program ?? program), spec.cwd);
  } finally {
    for (const fd of streams.theirs) closeSync(fd);
  }
}

async function openStreams({ stdin, outputFds }: ChildSpec): Promise<Streams> {
  const isOpen = stdin === 'open';
  const pipes = await takePipes((isOpen ? 1 : 0) + (outputFds ? 0 : 2));
  const ends = openEnds(pipes ?? [], isOpen);
  const input = isOpen ? ends[0] : undefined;
  const outputs = outputFds ? [] : ends.slice(-2);
  const text = typeof stdin === 'object' ? openText(stdin.text, ends) : undefined;
  const read = text ?? input?.theirs ?? (stdin === undefined ? 'ignore' : 'pipe');
  const written = pipes ? outputs.map(({ theirs }) => theirs) : (['pipe', 'pipe'] as const);
  return {
    stdio: [read, ...(outputFds ?? written)],
    input: input?.ours,
    outputs: outputs.map(({ ours }) => ours),
    theirs: [read, ...written].filter((end) => typeof end === 'number'),
  };
}

/** The ends of these pipes, the first of which may be for input; none of them stays open where one cannot be had. */
function openEnds(pipes: readonly number[], hasInput: boolean): PipeEnds[] {
  const ends: PipeEnds[] = [];
  try {
    for (const pipe of pipes) ends.push(hasInput && ends.length === 0 ? inputEnds(pipe) : outputEnds(pipe));
    return ends;
  } catch (error) {
    closeEnds(ends);
    // The one that failed is closed already.
    for (const pipe of pipes.slice(ends.length + 1)) closeSync(pipe);
    throw error;
  }
}

function openText(text: string | Uint8Array, ends: readonly PipeEnds[]): number | undefined {
  try {
    return textInput(text);
  } catch (error) {
    closeEnds(ends);
    throw error;
  }
}

const closeEnds = (ends: readonly PipeEnds[]): void => {
  for (const { ours, theirs } of ends) for (const fd of [ours, theirs]) closeSync(fd);
};

/** Reads what it prints, and writes what it is given to read. */
function ourSides(
  child: ChildProcess,
  streams: Streams,
  { stdin, onData }: ChildSpec,
): Omit<Spawned, 'child'> {
  const [first, second] = streams.outputs;
  const hand = (stream: Stream) => (chunk: Buffer) => onData?.(stream, chunk);
  const outputs =
    first !== undefined && second !== undefined
      ? [readPipe(first, hand('stdout')), readPipe(second, hand('stderr'))]
      : (['stdout', 'stderr'] as const).flatMap((name) => {
          const stream = child[name];
          return stream ? [readStream(stream, hand(name))] : [];
        });
  const input =
    streams.input === undefined
      ? child.stdin
      : new Socket({ fd: streams.input, readable: false, writable: true });
  // Whoever writes to a child that has ended learns it from the end.
  input?.on('error', () => {});
  if (typeof stdin === 'object') input?.end(stdin.text);
  return { outputs, input };
}

interface Tree {
  readonly root: TreeRoot;
  readonly isReader: boolean;
  readonly ending: () => Promise<boolean> | undefined;
}

async function waitForEnd(
  { child, outputs, input }: Spawned,
  { root, isReader, ending }: Tree,
): Promise<ChildEnd> {
  const [exitCode, signal] = await exitOf(child);
  const leftovers = ending() === undefined && !isReader ? await endLeftovers(root) : 0;
  await ending();
  await untilClosed(outputs);
  input?.destroy();
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
