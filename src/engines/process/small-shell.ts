import { spawn } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { findProgram, isDirectory } from './missing-program.ts';
import { memoryPlace } from './pipes.ts';

export type Exit = readonly [exitCode: number | null, signal: NodeJS.Signals | null];

/** A program that the small shell has started. */
export interface Forked {
  readonly pid: number;
  readonly exited: Promise<Exit>;
}

export interface Forkable {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors of ours that it writes to. */
  readonly outputs: readonly [number, number];
}

/**
 * Starts a program from a shell of one megabyte. To fork this process stops it for 3 to 13 ms, by the memory it
 * holds, and makes it slower for as long again; a shell forks in a fraction of that, while the others go on.
 * Undefined where that cannot be done; then nothing has been started.
 */
export async function forkSmall(wanted: Forkable): Promise<Forked | undefined> {
  if (!canFork(wanted)) return undefined;
  shell ??= startShell();
  const used = shell;
  try {
    return await used.fork(wanted);
  } catch {
    used.end();
    return undefined;
  }
}

interface Shell {
  fork(wanted: Forkable): Promise<Forked>;
  end(): void;
}

interface Waiting {
  readonly onStart: (pid: number) => void;
  readonly onExit: (exit: Exit) => void;
  readonly onLoss: () => void;
}

let shell: Shell | undefined;

/** An answer takes half a millisecond; a shell that owes one this long has been stopped. */
const ANSWER_MS = 2000;
// Each line names a descriptor of ours that holds the next program's script: a shell reads lines byte by byte.
const LOOP = 'while read -r script; do . "$script"; done';

function startShell(): Shell {
  const scripts = createScripts();
  const child = spawn('/bin/sh', ['-c', LOOP], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    cwd: '/',
    detached: true,
  });
  const end = (): void => {
    if (shell === self) shell = undefined;
    child.stdin.destroy();
    child.kill('SIGKILL');
    scripts.close();
  };
  child.on('error', end);
  child.once('exit', end);
  child.stdin.on('error', end);
  // It keeps nobody from leaving; once we have left, it finds its input closed and leaves as well.
  child.unref();
  const [input, reports] = [child.stdin, child.stdout] as unknown as [Socket, Socket]; // Sound: Node makes no others.
  input.unref();
  const waiting = createWaiting(reports);
  readReports(reports, waiting);
  let count = 0;

  const self: Shell = {
    fork: (wanted) =>
      new Promise((resolve, reject) => {
        const id = ++count;
        const { promise: exited, resolve: onExit } = Promise.withResolvers<Exit>();
        const script = scripts.write(scriptFor(id, wanted));
        let hasStarted = false;
        // What came while we were busy is read first.
        const timer = setTimeout(
          () => setImmediate(() => hasStarted || waiting.take(id)?.onLoss()),
          ANSWER_MS,
        );
        const onStart = (pid: number): void => {
          hasStarted = true;
          clearTimeout(timer);
          scripts.free(script);
          resolve({ pid, exited });
        };
        const onLoss = (): void => {
          clearTimeout(timer);
          reject(new Error('The shell does not answer'));
          onExit([null, 'SIGKILL']);
        };
        waiting.add(id, { onStart, onExit, onLoss });
        input.write(`/proc/${process.pid}/fd/${script}\n`);
      }),
    end,
  };
  return self;
}

/** Those who are to hear of a program; while there are any, the process stays. */
function createWaiting(reports: Socket) {
  const entries = new Map<number, Waiting>();
  reports.unref();
  return {
    add: (id: number, entry: Waiting): void => {
      entries.set(id, entry);
      reports.ref();
    },
    get: (id: number): Waiting | undefined => entries.get(id),
    take: (id: number): Waiting | undefined => {
      const entry = entries.get(id);
      entries.delete(id);
      if (entries.size === 0) reports.unref();
      return entry;
    },
    ids: (): number[] => [...entries.keys()],
  };
}

/** A line with a pid when a program starts, and one with its exit code when it has ended. */
function readReports(reports: Socket, waiting: ReturnType<typeof createWaiting>): void {
  let rest = '';
  reports.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [id = 0, pid = 0, code] = line.split(' ').map(Number);
      if (code === undefined) waiting.get(id)?.onStart(pid);
      else waiting.take(id)?.onExit(exitOf(code));
    }
  });
  // Its children hold the stream as well: when it ends, nobody is left to tell of.
  reports.on('close', () => {
    for (const id of waiting.ids()) waiting.take(id)?.onLoss();
  });
}

const SIGNALS = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
);
/** git's own, for words it does not understand. */
const USAGE = 129;

/** A shell tells of a signal as of an exit code above 128. */
function exitOf(code: number): Exit {
  const signal = code === USAGE ? undefined : SIGNALS.get(code - 128);
  return signal === undefined ? [code, null] : [null, signal];
}

const NAME = /^[A-Za-z_]\w*$/;
const LONGEST_SCRIPT = 65_536;

/** What a shell would tell in words of its own, or cannot do, is left to whoever starts programs otherwise. */
function canFork({ argv, cwd, env }: Forkable): boolean {
  const words = [...argv, cwd, ...Object.values(env)];
  return (
    process.platform === 'linux' &&
    Object.keys(env).every((name) => NAME.test(name)) &&
    words.every((word) => !word.includes('\0')) &&
    words.reduce((sum, word) => sum + word.length, 0) < LONGEST_SCRIPT &&
    isDirectory(cwd) &&
    findProgram(argv[0], cwd, env.PATH ?? '') !== undefined
  );
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The program itself has neither the way to us nor the shell's input among its descriptors. */
function scriptFor(id: number, { argv, cwd, env, outputs: [stdout, stderr] }: Forkable): string {
  const place = `/proc/${process.pid}/fd`;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  return `{
exec 3>&1 </dev/null >${place}/${stdout} 2>${place}/${stderr}
{ exec 3>&-; export ${variables.join(' ')}; cd -P -- ${quoted(cwd)} && exec ${argv.map(quoted).join(' ')}; } &
exec >&3 2>/dev/null
echo "${id} $!"
wait $!
echo "${id} $! $?"
} &
`;
}

/** Files in memory, without names, that are used again and again. */
function createScripts() {
  const free: number[] = [];
  const all: number[] = [];
  const make = (): number => {
    const directory = mkdtempSync(join(memoryPlace(), 'toolgate-script-'));
    try {
      const fd = openSync(join(directory, 'script'), 'wx+', 0o600);
      all.push(fd);
      return fd;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };
  return {
    write: (text: string): number => {
      const fd = free.pop() ?? make();
      ftruncateSync(fd);
      writeSync(fd, text, 0);
      return fd;
    },
    free: (fd: number): void => void free.push(fd),
    close: (): void => {
      for (const fd of all.splice(0)) closeSync(fd);
    },
  };
}
