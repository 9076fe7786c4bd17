import { closeSync, openSync, writeSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { getSystemErrorName } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { type CLibrary, CLOSE_ON_EXEC, loadCLibrary } from '../../system/c-library.ts';

/** What the C library can do and Node cannot; the descriptors it gives out do not go to children by themselves. */
export interface Libc {
  /** Where to read, and where to write. */
  pipe(): [number, number];
  /** A file with this text that is nowhere but in memory, to be read from its beginning. */
  textFile(text: string | Uint8Array): number;
  /** Starts a program as the leader of its own session, and answers its number. */
  spawn(start: Start): number;
  /** Keeps a child, and what it starts from now on, from taking more memory than this; files that it only reads do not count. */
  limitMemory(pid: number, bytes: number): void;
  /** The same for each file that it writes. */
  limitFiles(pid: number, bytes: number): void;
  /** Keeps a process, and what it starts from now on, from one of the processors that we have, if there are several. */
  leaveOneProcessor(pid: number): void;
  /** How a child ended, as the system puts it, after which its number is free; undefined while it runs. */
  wait(pid: number): number | undefined;
}

export interface Start {
  readonly path: string;
  readonly argv: readonly string[];
  readonly env: readonly string[];
  readonly cwd: string;
  /** What become its first three. */
  readonly stdio: readonly [number, number, number];
}

/**
 * Node copies itself for every child, and stands still for it: a sixth of a millisecond for each megabyte it holds.
 * posix_spawn copies nothing. Undefined where it cannot be had; then Node's own way has to do.
 */
export function loadLibc(): Promise<Libc | undefined> {
  loading ??= load().catch(() => undefined);
  return loading;
}

let loading: Promise<Libc | undefined> | undefined;

async function load(): Promise<Libc | undefined> {
  // The end of a child is told to the main thread only.
  const library = isMainThread ? await loadCLibrary() : undefined;
  return library && { ...descriptors(library), ...children(library) };
}

const MEMORY_CLOSE_ON_EXEC = 1;

function descriptors(library: CLibrary): Pick<Libc, 'pipe' | 'textFile'> {
  const fail = (call: string): never => {
    throw systemError(call, library.errno());
  };
  const pipe2 = library.declare('int pipe2(_Out_ int *ends, int flags)');
  const memfdCreate = library.declare('int memfd_create(const char *name, unsigned int flags)');
  const memoryFile = (): number => {
    const fd: number = memfdCreate('toolgate-input', MEMORY_CLOSE_ON_EXEC);
    return fd === -1 ? fail('memfd_create') : fd;
  };
  return {
    pipe: () => {
      const ends: [number, number] = [-1, -1];
      return pipe2(ends, CLOSE_ON_EXEC) === -1 ? fail('pipe2') : ends;
    },
    textFile: (text) => {
      const fd = memoryFile();
      try {
        const bytes = typeof text === 'string' ? Buffer.from(text) : text;
        for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
        // Opened again, so that it can only be read, and from its beginning.
        return openSync(`/proc/self/fd/${fd}`, 'r');
      } finally {
        closeSync(fd);
      }
    },
  };
}

/** No smaller than what the C libraries of all our processors take for these. */
const ROOM = { attributes: 512, actions: 256, signals: 256, processors: 1024 } as const;
const SET_SIGNAL_DEFAULTS = 0x04;
const SET_SIGNAL_MASK = 0x08;
const SET_SESSION = 0x80;
const DO_NOT_WAIT = 1;
const SIZE_OF_A_FILE = 1;
const DATA_OF_A_PROCESS = 2;
const KILLED = osConstants.signals.SIGKILL;

function children(
  library: CLibrary,
): Pick<Libc, 'spawn' | 'wait' | 'limitMemory' | 'limitFiles' | 'leaveOneProcessor'> {
  const posixSpawn = library.declare(
    'int posix_spawn(_Out_ int *pid, const char *path, void *actions, void *attributes, const char **argv, const char **env)',
  );
  const waitpid = library.declare('int waitpid(int pid, _Inout_ int *status, int options)');
  const prlimit = library.declare('int prlimit(int pid, int resource, const void *limits, void *before)');
  const getAffinity = library.declare('int sched_getaffinity(int pid, size_t bytes, void *processors)');
  const setAffinity = library.declare('int sched_setaffinity(int pid, size_t bytes, const void *processors)');
  const actionsWith = fileActions(library);
  const attributes = cleanSession(library);
  const limit = (pid: number, resource: number, bytes: number): void => {
    const limits = new BigUint64Array(2).fill(BigInt(Math.floor(bytes)));
    // One that has ended needs no limit.
    prlimit(pid, resource, Buffer.from(limits.buffer), null);
  };
  return {
    spawn: ({ path, argv, env, cwd, stdio }) => {
      const pid = [0];
      const actions = actionsWith(stdio, cwd);
      const error: number = posixSpawn(
        pid,
        path,
        actions.pointer,
        attributes,
        [...argv, null],
        [...env, null],
      );
      actions.destroy();
      if (error !== 0) throw systemError('spawn', error);
      return pid[0] ?? 0;
    },
    limitMemory: (pid, bytes) => limit(pid, DATA_OF_A_PROCESS, bytes),
    limitFiles: (pid, bytes) => limit(pid, SIZE_OF_A_FILE, bytes),
    leaveOneProcessor: (pid) => {
      const processors = Buffer.alloc(ROOM.processors);
      if (getAffinity(0, ROOM.processors, processors) === -1) return;
      const at = processors.findIndex((eight) => eight !== 0);
      const eight = processors[at] ?? 0;
      // All but the first.
      processors[at] = eight & (eight - 1);
      if (processors.some((left) => left !== 0)) setAffinity(pid, ROOM.processors, processors);
    },
    wait: (pid) => {
      const status = [KILLED];
      // One that somebody else waited for is gone as well; how it ended is not known then, least of all that it went well.
      return waitpid(pid, status, DO_NOT_WAIT) === 0 ? undefined : (status[0] ?? KILLED);
    },
  };
}

/** What happens in the child before the program starts. */
function fileActions(library: CLibrary) {
  const on = (name: string, more = '') =>
    library.declare(`int posix_spawn_file_actions_${name}(void *actions${more})`);
  const init = on('init');
  const destroy = on('destroy');
  const duplicate = on('adddup2', ', int from, int to');
  const enter = on('addchdir_np', ', const char *path');
  return (stdio: Start['stdio'], cwd: string) => {
    const pointer = Buffer.alloc(ROOM.actions);
    init(pointer);
    for (const [to, from] of stdio.entries()) duplicate(pointer, from, to);
    enter(pointer, cwd);
    return { pointer, destroy: (): unknown => destroy(pointer) };
  };
}

/** Its own session, so that a signal to us does not reach it; and of signals, nothing of what Node made of them. */
function cleanSession(library: CLibrary): Buffer {
  const attributes = Buffer.alloc(ROOM.attributes);
  const all = Buffer.alloc(ROOM.signals, 0xff);
  const none = Buffer.alloc(ROOM.signals);
  const on = (name: string, more = '') =>
    library.declare(`int posix_spawnattr_${name}(void *attributes${more})`);
  on('init')(attributes);
  on('setsigdefault', ', void *set')(attributes, all);
  on('setsigmask', ', void *set')(attributes, none);
  on('setflags', ', short flags')(attributes, SET_SIGNAL_DEFAULTS | SET_SIGNAL_MASK | SET_SESSION);
  return attributes;
}

const systemError = (call: string, errno: number): NodeJS.ErrnoException => {
  const code = getSystemErrorName(-errno);
  return Object.assign(new Error(`${call} ${code}`), { code, errno: -errno, syscall: call });
};
