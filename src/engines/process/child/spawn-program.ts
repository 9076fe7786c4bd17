import { constants as osConstants } from 'node:os';
import type { Libc, Start } from './libc.ts';
import { filesNamed } from './missing-program.ts';

export interface Exit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program that has started, as the leader of its own session. */
export interface Program {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** It does not keep us from leaving. */
  unref(): void;
}

export interface ProgramSpec {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a program without copying ourselves first. */
export function spawnProgram(libc: Libc, spec: ProgramSpec, stdio: Start['stdio']): Program {
  const env = Object.entries(spec.env).map(([name, value]) => `${name}=${value}`);
  checkWords([...spec.argv, ...env, spec.cwd]);
  awaitEnds(libc);
  const start = { argv: spec.argv, env, cwd: spec.cwd, stdio };
  return watched(libc, startFirst(start, pathsOf(spec), libc.spawn));
}

/** The C library would take no notice of what stands behind a NUL. */
function checkWords(words: readonly string[]): void {
  if (words.some((word) => word.includes('\0')))
    throw Object.assign(new TypeError('A word holds a NUL'), { code: 'ERR_INVALID_ARG_VALUE' });
}

const pathsOf = ({ argv: [program], cwd, env }: ProgramSpec): Iterable<string> =>
  program.includes('/') ? [program] : filesNamed(program, cwd, env.PATH ?? '/bin:/usr/bin');

/** Not there, without its interpreter, or not to be run: another file of this name may do. */
const GO_ON: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'ENODEV', 'ESTALE', 'ETIMEDOUT'];

/** The first that can be run, as everywhere; one that is there and may not be run says more than a missing one. */
function startFirst(start: Omit<Start, 'path'>, paths: Iterable<string>, run: Libc['spawn']): number {
  const failures: NodeJS.ErrnoException[] = [];
  for (const path of paths) {
    try {
      return orAsScript({ ...start, path }, run);
    } catch (error) {
      const failure = Object.assign(error as NodeJS.ErrnoException, { path }); // Sound: `run` fails with no other.
      if (!GO_ON.includes(failure.code)) throw failure;
      failures.push(failure);
    }
  }
  throw failures.find(({ code }) => code === 'EACCES') ?? failures.at(-1) ?? notThere(start);
}

const notThere = ({ argv: [program] }: Pick<Start, 'argv'>): NodeJS.ErrnoException =>
  Object.assign(new Error(`spawn ${program} ENOENT`), { code: 'ENOENT' });

/** A script that does not name its interpreter is one of the shell's, as everywhere. */
function orAsScript(start: Start, run: Libc['spawn']): number {
  try {
    return run(start);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOEXEC') throw error;
    return run({ ...start, path: '/bin/sh', argv: ['/bin/sh', start.path, ...start.argv.slice(1)] });
  }
}

const running = new Map<number, (status: number) => void>();
/** Signals that come together are one; should one be lost, this is when its child is looked at. */
const LOOK_AGAIN_MS = 1000;
let isAwaiting = false;

function awaitEnds(libc: Libc): void {
  if (isAwaiting) return;
  isAwaiting = true;
  process.on('SIGCHLD', () => {
    for (const pid of running.keys()) look(libc, pid);
  });
}

function look({ wait }: Libc, pid: number): void {
  const status = wait(pid);
  if (status !== undefined) running.get(pid)?.(status);
}

function watched(libc: Libc, pid: number): Program {
  // It also keeps us from leaving, which a listener for signals does not.
  const again = setInterval(look, LOOK_AGAIN_MS, libc, pid);
  const exited = new Promise<Exit>((resolve) =>
    running.set(pid, (status) => {
      running.delete(pid);
      clearInterval(again);
      resolve(exitOf(status));
    }),
  );
  return { pid, exited, unref: () => void again.unref() };
}

/** The lowest seven bits are the signal, the next eight the code. */
function exitOf(status: number): Exit {
  const signal = status & 0x7f;
  return signal === 0
    ? { exitCode: (status >> 8) & 0xff, signal: null }
    : { exitCode: null, signal: signalName(signal) };
}

/** Those for programs' own use have no name in Node; what they do to a program is the same. */
export const signalName = (number: number): NodeJS.Signals =>
  (Object.entries(osConstants.signals).find(([, value]) => value === number)?.[0] ??
    'SIGKILL') as NodeJS.Signals;
