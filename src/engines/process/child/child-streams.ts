import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { type ChildOutput, readPipe, readStream } from './child-output.ts';
import type { Libc } from './libc.ts';
import { outputsOf, pipeName } from './proc-files.ts';
import { type Exit, type Program, spawnProgram } from './spawn-program.ts';
import type { ChildSpec } from './start-child.ts';

/** A program that runs, and our sides of its streams. */
export interface Started {
  readonly program: Program;
  readonly outputs: readonly ChildOutput[];
  /** What the kernel calls them: nobody but what it starts can hold these. */
  readonly outputNames: readonly string[];
  readonly input: Writable | null;
}

/** The two ends of what a child reads from or writes to; a file has none for us. */
interface Ends {
  readonly ours?: number;
  readonly theirs: number;
}

/**
 * On real pipes. Node gives its children sockets, which cannot be opened by name: `echo x > /dev/stderr` and
 * `kubectl apply -f /dev/stdin` would fail, and they take twice the time.
 */
export function startOnPipes(libc: Libc, spec: ChildSpec): Started {
  const { stdin, outputFds } = spec;
  const opened: Ends[] = [];
  const open = (ends: Ends): Ends => {
    opened.push(ends);
    return ends;
  };
  try {
    const input = open(inputEnds(libc, stdin));
    const stdout = outputFds ? { theirs: outputFds[0] } : open(outputEnds(libc));
    const stderr = outputFds ? { theirs: outputFds[1] } : open(outputEnds(libc));
    const program = spawnProgram(libc, spec, [input.theirs, stdout.theirs, stderr.theirs]);
    return { program, ...ourSides(spec, { input, stdout, stderr }) };
  } catch (error) {
    for (const { ours } of opened) if (ours !== undefined) closeSync(ours);
    throw error;
  } finally {
    for (const { theirs } of opened) closeSync(theirs);
  }
}

/** Nothing, all that it will ever read, or what is typed for as long as it runs. */
function inputEnds(libc: Libc, stdin: ChildSpec['stdin']): Ends {
  if (stdin === undefined) return { theirs: openSync('/dev/null', 'r') };
  if (stdin !== 'open') return { theirs: libc.textFile(stdin.text) };
  const [theirs, ours] = libc.pipe();
  return { ours, theirs };
}

function outputEnds(libc: Libc): Ends {
  const [ours, theirs] = libc.pipe();
  return { ours, theirs };
}

function ourSides(
  { onData }: ChildSpec,
  { input, stdout, stderr }: Readonly<Record<'input' | 'stdout' | 'stderr', Ends>>,
): Omit<Started, 'program'> {
  const read = ({ ours }: Ends, stream: 'stdout' | 'stderr'): ChildOutput[] =>
    ours === undefined ? [] : [readPipe(ours, (chunk) => onData?.(stream, chunk))];
  return {
    outputs: [...read(stdout, 'stdout'), ...read(stderr, 'stderr')],
    // Asked of our ends: by now the child may have ended, or write to a file that others write to as well.
    outputNames: [stdout, stderr].flatMap(({ ours }) => (ours === undefined ? [] : (pipeName(ours) ?? []))),
    input:
      input.ours === undefined ? null : deaf(new Socket({ fd: input.ours, readable: false, writable: true })),
  };
}

/** On Node's own streams, where there is no other way. */
export async function startOnStreams(spec: ChildSpec): Promise<Started> {
  const { argv, cwd, env, stdin, outputFds, onData } = spec;
  const [program, ...args] = argv;
  const child = spawn(program, args, {
    cwd,
    env,
    // Its own group and session: a signal to ours does not reach it, and all of it can be found.
    detached: true,
    stdio: [stdin === undefined ? 'ignore' : 'pipe', ...(outputFds ?? (['pipe', 'pipe'] as const))],
    windowsHide: true,
  });
  // Where it did start, the answer is known at once; only a failure comes as an event.
  if (child.pid === undefined) await once(child, 'spawn');
  child.on('error', () => {});
  const outputs = (['stdout', 'stderr'] as const).flatMap((name) => {
    const stream = child[name];
    return stream ? [readStream(stream, (chunk) => onData?.(name, chunk))] : [];
  });
  const input = child.stdin && deaf(child.stdin);
  if (typeof stdin === 'object') input?.end(stdin.text);
  const exited = new Promise<Exit>((resolve) =>
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const { pid = 0 } = child;
  return {
    program: { pid, exited, unref: () => child.unref() },
    outputs,
    outputNames: outputFds ? [] : outputsOf(`/proc/${pid}`).filter(isSocket),
    input,
  };
}

/** By now it may write to a file that others write to as well. */
const isSocket = (name: string): boolean => name.startsWith('socket:');

/** A writer learns from the child's end that it has ended. */
const deaf = <T extends Writable>(input: T): T => input.on('error', () => {});
