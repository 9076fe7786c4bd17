import { closeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { compareVersions, type Hello, type Welcome, type WelcomeLine } from '../../core/address/hello.ts';
import { AGENT_VARIABLES } from '../../core/call/agent-choice.ts';
import { UsageError } from '../../core/errors.ts';
import { socketPath } from '../../core/path/socket-path.ts';
import { VERSION } from '../../core/process/version.ts';
import { createLineReader } from '../../core/text/lines.ts';
import { packageRoot } from '../../host/package-root.ts';
import { hostLog, openHostLog } from './host-log.ts';
import { lentReads, type TakePiece } from './lent-reads.ts';

export interface HostConnection {
  readonly socket: Socket;
  readonly welcome: Welcome;
  /** Hands over what comes, beginning with what came behind the welcome. */
  read(take: TakePiece): void;
}

/** A socket whose bytes go to `take`, which changes once the host has introduced itself. */
interface Line {
  readonly socket: Socket;
  take: TakePiece;
}

interface ConnectOptions {
  readonly dataDir: string;
  /** Passed on to a host that has to be started. */
  readonly hostArgs: readonly string[];
  readonly hello: Hello;
  /** False: only a host that is there already, of whatever version. */
  readonly mayStart?: boolean;
}

const START_LIMIT_MS = 20_000;
const LEAVE_LIMIT_MS = 15_000;
const GREET_LIMIT_MS = 10_000;
const MOST_ATTEMPTS = 25;

/** Connects to the host of a data directory; starts one if there is none, replaces one that is older than we are. */
export async function connectHost(options: ConnectOptions): Promise<HostConnection> {
  const path = socketPath(options.dataDir);
  // A host that a person started stays, and an older one is better than none.
  let mayReplace = options.mayStart !== false;
  for (let attempt = 1; ; attempt++) {
    const line = await tryConnect(path);
    if (!line && options.mayStart === false)
      throw new UsageError(`No host is running for ${options.dataDir}.`);
    if (!line) {
      if (attempt > MOST_ATTEMPTS)
        throw new UsageError(
          `No host could be started for ${options.dataDir}; see ${hostLog(options.dataDir)}.`,
        );
      await startHost(options);
      continue;
    }
    const greeted = await greet(line, options.hello).catch((error: unknown) => {
      // A host that is just leaving closes without a word; the next one will answer.
      if (error instanceof UsageError || attempt > 5) throw error;
      return undefined;
    });
    if (!greeted) continue;
    if (compareVersions(greeted.welcome.version, VERSION) >= 0 || !mayReplace) return greeted;
    line.socket.destroy();
    mayReplace = await askToLeave(path);
  }
}

function tryConnect(path: string): Promise<Line | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path, onread: lentReads((piece) => line.take(piece)) });
    const line: Line = { socket, take: () => false };
    socket.once('connect', () => resolve(line));
    socket.once('error', () => resolve(undefined));
  });
}

/** Says who we are and waits for the host's own line. */
function greet(line: Line, hello: Hello): Promise<HostConnection> {
  const { socket } = line;
  return new Promise((resolve, reject) => {
    let rest = Buffer.alloc(0);
    const reader = createLineReader({
      maxBytes: 65_536,
      onLine: (text) => {
        const { toolgate } = JSON.parse(text.toString()) as WelcomeLine;
        clearTimeout(timer);
        socket.removeAllListeners();
        if ('error' in toolgate) return reject(new UsageError(toolgate.error));
        socket.pause();
        const read = (take: TakePiece): void => {
          line.take = take;
          if (rest.length > 0) take(rest);
          socket.resume();
        };
        resolve({ socket, welcome: toolgate, read });
      },
      onTooLong: () => reject(new Error('The host answered in an unknown way')),
    });
    // A host that hangs must not make every agent hang with it.
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new UsageError(`The host does not answer; end it with toolgate stop and try again.`));
    }, GREET_LIMIT_MS);
    socket.once('close', () => clearTimeout(timer));
    line.take = (piece) => {
      const end = piece.indexOf(0x0a) + 1;
      rest = Buffer.from(piece.subarray(end || piece.length));
      reader.push(piece.subarray(0, end || piece.length));
      return false;
    };
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The host closed the connection')));
    socket.write(`${JSON.stringify({ toolgate: hello })}\n`);
  });
}

/** Asks the host on this socket to finish and leave, and waits until it has; false if it stays. */
export async function askToLeave(path: string): Promise<boolean> {
  const line = await tryConnect(path);
  if (!line) return true;
  const { socket } = line;
  const hello: Hello = { version: VERSION, kind: 'leave', connectionId: 'leave', cwd: process.cwd() };
  const isLeaving = await greet(line, hello).then(
    () => true,
    () => false,
  );
  if (!isLeaving) return false;
  socket.resume();
  socket.on('error', () => {});
  return new Promise((resolve, reject) => {
    const late = new UsageError(
      'The running host did not end in time; end it with toolgate stop and try again.',
    );
    const timer = setTimeout(() => reject(late), LEAVE_LIMIT_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** Starts a host that outlives us, and waits until it listens or says why it cannot. */
async function startHost({ dataDir, hostArgs }: ConnectOptions): Promise<void> {
  // Most pipes find a host running and never need this module, which is one of Node's larger ones.
  const { spawn } = await import('node:child_process');
  // The launcher, not the bundle: it knows where compiled code is kept.
  const launcher = join(packageRoot(), 'bin', 'toolgate.js');
  const logFd = openHostLog(dataDir);
  const child = spawn(process.execPath, [launcher, 'host', '--data-dir', dataDir, ...hostArgs], {
    detached: true,
    cwd: '/',
    env: hostEnvironment(),
    stdio: ['ignore', logFd, logFd, 'pipe'],
  });
  closeSync(logFd);
  const ready = child.stdio[3];
  const said = await new Promise<string>((resolve, reject) => {
    const chunks: string[] = [];
    const timer = setTimeout(
      () =>
        reject(
          new UsageError(
            `The host did not start within ${START_LIMIT_MS / 1000} s; see ${hostLog(dataDir)}.`,
          ),
        ),
      START_LIMIT_MS,
    );
    const finish = () => {
      clearTimeout(timer);
      resolve(chunks.join(''));
    };
    ready?.on('data', (chunk: Buffer) => {
      chunks.push(chunk.toString());
      if (chunk.includes(0x0a)) finish();
    });
    ready?.on('close', finish);
    child.once('error', reject);
  });
  ready?.removeAllListeners();
  if (ready && 'destroy' in ready) ready.destroy();
  child.unref();
  // "owned" means that somebody else's host won the race: ours left, theirs answers.
  if (said !== 'ready\n' && said !== 'owned\n')
    throw new UsageError(said.trim() || `The host did not start; see ${hostLog(dataDir)}.`);
  if (said === 'owned\n') await new Promise((resolve) => setTimeout(resolve, 20));
}

/** What was chosen for one agent must not hold for the others that this host will serve. */
function hostEnvironment(): NodeJS.ProcessEnv {
  const isForAgent = (name: string): boolean => AGENT_VARIABLES.some((variable) => variable === name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForAgent(name)));
}
