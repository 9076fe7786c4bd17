import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { type ChildOutput, readPipe, readStream, untilClosed } from './child-output.ts';
import { startFailure } from './missing-program.ts';
import { inputEnds, outputEnds, takePipes, textInput } from './pipes.ts';
import { outputsOf, readProc } from './proc-files.ts';
import type { Stream } from './process.ts';
import { endTree, findTree, isGone, MARKER, type TreeRoot } from './process-tree.ts';
import { type Exit, forkSmall } from './small-shell.ts';

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
  const env = { ...spec.env, [MARKER]: marker };
  const started = (await forkedReader(spec, env)) ?? (await spawned(spec, env));
  const { pid } = started;
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
  return { root, input, end, ended: waitForEnd(started, root, () => ending) };
}

interface Started {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly isReader: boolean;
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

/** Undefined where it has to be started the usual way. */
async function forkedReader(
  { argv, cwd, isReader = false, isSandboxed, stdin, onData }: ChildSpec,
  env: ChildSpec['env'],
): Promise<Started | undefined> {
  if (!isReader || isSandboxed || stdin !== undefined) return undefined;
  const [first, second] = ((await takePipes(2)) ?? []).map(outputEnds);
  if (!first || !second) return undefined;
  const forked = await forkSmall({ argv, cwd, env, outputs: [first.theirs, second.theirs] });
  for (const { theirs } of [first, second]) closeSync(theirs);
  if (forked) return { ...forked, isReader, input: null, outputs: readBoth(first.ours, second.ours, onData) };
  for (const { ours } of [first, second]) closeSync(ours);
  return undefined;
}

async function spawned(spec: ChildSpec, env: ChildSpec['env']): Promise<Started> {
  const [program, ...args] = spec.argv;
  const streams = await openStreams(spec);
  try {
    const child = spawn(program, args, {
      cwd: spec.cwd,
      env,
      // Its own group and session: a signal to ours does not reach it, and all of it can be found.
      detached: true,
      stdio: streams.stdio,
      windowsHide: true,
    });
    // Where it did start, the answer is known at once; only a failure comes as an event.
    if (child.pid === undefined) await once(child, 'spawn');
    if (child.pid === undefined) throw new Error('A child that has started has a pid');
    child.on('error', () => {});
    // Whoever writes into files is to outlive us, and must not keep us from leaving.
    if (spec.outputFds) child.unref();
    return {
      pid: child.pid,
      exited: exitOf(child),
      isReader: false,
      ...ourSides(child, streams, spec),
    };
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
  const text = typeof stdin === 'object' ? textInput(stdin.text) : undefined;
  const pipes = await takePipes((isOpen ? 1 : 0) + (outputFds ? 0 : 2));
  const input = isOpen && pipes?.[0] !== undefined ? inputEnds(pipes[0]) : undefined;
  const outputs = (outputFds ? [] : (pipes?.slice(-2) ?? [])).map(outputEnds);
  const read = text ?? input?.theirs ?? (stdin === undefined ? 'ignore' : 'pipe');
  const written = pipes ? outputs.map(({ theirs }) => theirs) : (['pipe', 'pipe'] as const);
  return {
    stdio: [read, ...(outputFds ?? written)],
    input: input?.ours,
    outputs: outputs.map(({ ours }) => ours),
    theirs: [read, ...written].filter((end) => typeof end === 'number'),
  };
}

/** Reads what it prints, and writes what it is given to read. */
function ourSides(
  child: ChildProcess,
  streams: Streams,
  { stdin, onData }: ChildSpec,
): Pick<Started, 'outputs' | 'input'> {
  const [first, second] = streams.outputs;
  const outputs =
    first !== undefined && second !== undefined
      ? readBoth(first, second, onData)
      : (['stdout', 'stderr'] as const).flatMap((name) => {
          const stream = child[name];
          return stream ? [readStream(stream, (chunk) => onData?.(name, chunk))] : [];
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

const readBoth = (stdout: number, stderr: number, onData: ChildSpec['onData']): ChildOutput[] => [
  readPipe(stdout, (chunk) => onData?.('stdout', chunk)),
  readPipe(stderr, (chunk) => onData?.('stderr', chunk)),
];

async function waitForEnd(
  { exited, isReader, outputs, input }: Started,
  root: TreeRoot,
  ending: () => Promise<boolean> | undefined,
): Promise<ChildEnd> {
  const [exitCode, signal] = await exited;
  const leftovers = ending() === undefined && !isReader ? await endLeftovers(root) : 0;
  await ending();
  await untilClosed(outputs);
  input?.destroy();
  return { exitCode, signal, leftovers };
}

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])));

async function endLeftovers(root: TreeRoot): Promise<number> {
  if (findTree(root).length === 0 || (await isGone(() => findTree(root), AFTERMATH_MS))) return 0;
  const { length } = findTree(root);
  await endTree(root, LEFTOVER_GRACE_MS);
  return length;
}
