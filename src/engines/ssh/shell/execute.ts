import { ToolError } from '../../../core/errors.ts';
import { signalName } from '../../process/child/spawn-program.ts';
import { createTeller } from '../../process/child/start-run.ts';
import type { Kept, Stream } from '../../process/process.ts';
import { createKeptOutput } from '../../process/table/kept-output.ts';
import { withVariables } from './with-variables.ts';
import type { Running, Worker, WorkerEnd } from './worker.ts';

export interface RemoteCommand {
  readonly command: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Variables of `env` that programs do not get: only the words of the command do. */
  readonly inShell?: readonly string[] | undefined;
  readonly stdin?: string | undefined;
  /** Until then it must have ended, on the clock of `performance`. */
  readonly deadline: number;
  readonly keepBytes: number;
  readonly onOutput?: ((stream: Stream, text: string) => unknown) | undefined;
}

/** A command of another machine that has ended, or was ended. */
export interface RemoteFinished {
  /** null where a signal ended it, or it was ended. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Kept;
  readonly stderr: Kept;
  readonly durationMs: number;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** Of one that was ended: whether all of it is known to be gone. */
  readonly killed: 'no' | 'confirmed' | 'unconfirmed';
  /** It left processes running, which were ended. */
  readonly leftovers: boolean;
}

/** How long the other machine may take to end a command before we stop waiting for it. */
const ENDING_MS = 6000;
/** The other machine's own limit is a second line of defence; ours comes first. */
const SLACK_SECONDS = 10;

/** Runs a command to its end, to its deadline, or until the call is over. */
export async function execute(
  worker: Worker,
  host: string,
  command: RemoteCommand,
  signal: AbortSignal,
): Promise<RemoteFinished> {
  const { cwd, stdin, deadline, keepBytes } = command;
  const startedAt = performance.now();
  const output = { stdout: createKeptOutput(keepBytes), stderr: createKeptOutput(keepBytes) };
  const teller = command.onOutput && createTeller(command.onOutput);
  const running = worker.run({
    script: withVariables(command),
    cwd,
    stdin,
    limitSeconds: Math.ceil(Math.max(0, deadline - startedAt) / 1000) + SLACK_SECONDS,
    onOutput: (stream, piece) => {
      output[stream].add(piece);
      teller?.add(stream, piece);
    },
  });
  const { end, stopped } = await untilEnd(worker, running, deadline, signal);
  teller?.end();
  if (end?.kind === 'no-directory') throw noDirectory(host, cwd);
  const result = {
    stdout: output.stdout.read(),
    stderr: output.stderr.read(),
    durationMs: Math.round(performance.now() - startedAt),
    timedOut: stopped === 'timeout',
    cancelled: stopped === 'cancel',
  };
  if (end === undefined && stopped === undefined) throw connectionLost(host, result);
  if (end === undefined || stopped !== undefined) {
    const killed = end?.killed === 'confirmed' || end?.killed === 'no' ? 'confirmed' : 'unconfirmed';
    return { ...result, exitCode: null, signal: 'SIGTERM', killed, leftovers: false };
  }
  return { ...result, ...exitOf(end.status), killed: 'no', leftovers: end.leftovers };
}

interface Ended {
  readonly end: WorkerEnd | undefined;
  readonly stopped: 'timeout' | 'cancel' | undefined;
}

function untilEnd(worker: Worker, running: Running, deadline: number, signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve) => {
    let stopped: Ended['stopped'];
    let giveUp: NodeJS.Timeout | undefined;
    const finish = (end: WorkerEnd | undefined): void => {
      clearTimeout(timer);
      clearTimeout(giveUp);
      signal.removeEventListener('abort', cancel);
      resolve({ end, stopped });
    };
    const stop = (why: 'timeout' | 'cancel'): void => {
      if (stopped !== undefined) return;
      stopped = why;
      running.stop();
      giveUp = setTimeout(() => {
        worker.close();
        finish(undefined);
      }, ENDING_MS);
    };
    const cancel = (): void => stop('cancel');
    const timer = setTimeout(stop, Math.max(0, deadline - performance.now()), 'timeout');
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    void running.ended.then(finish);
  });
}

/** A shell tells of a signal by adding 128; programs hardly ever choose such a code themselves. */
function exitOf(status: number): Pick<RemoteFinished, 'exitCode' | 'signal'> {
  const isSignal = status > 128 && status < 160;
  return isSignal ? { exitCode: null, signal: signalName(status - 128) } : { exitCode: status, signal: null };
}

const noDirectory = (host: string, cwd: string): ToolError =>
  new ToolError('NOT_FOUND', `${host} has no directory ${cwd} that its user may enter`, {
    hint: 'Give another cwd; nothing was executed.',
  });

/** What it printed is kept; how it ended is not known. */
function connectionLost(
  host: string,
  result: Pick<RemoteFinished, 'stdout' | 'stderr' | 'durationMs' | 'timedOut'>,
): ToolError {
  const { stdout, stderr, durationMs, timedOut } = result;
  const data = {
    stdout: stdout.text,
    stderr: stderr.text,
    exitCode: null,
    timedOut,
    durationMs,
    truncated: stdout.truncated || stderr.truncated,
  };
  return new ToolError(
    'UNAVAILABLE',
    `The connection to ${host} was lost after ${(durationMs / 1000).toFixed(1)} s, while the command ran. ` +
      'How it ended is unknown; its machine ends it once it notices that nobody is there',
    { hint: 'Look at what it did before you run it again. Work that must go on: background=true.', data },
  );
}
