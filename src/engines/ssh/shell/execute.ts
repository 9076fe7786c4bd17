import { ToolError } from '../../../core/errors.ts';
import { signalName } from '../../process/child/spawn-program.ts';
import { createTeller } from '../../process/child/start-run.ts';
import type { Kept, Stream } from '../../process/process.ts';
import { createKeptStreams, type KeepLimits } from '../../process/table/kept-streams.ts';
import type { Overflow } from '../../process/table/overflow.ts';
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
  readonly keeps: KeepLimits;
  /** Where its output goes if it is too long. */
  readonly overflow: Overflow;
  readonly onOutput?: ((stream: Stream, text: string) => unknown) | undefined;
}

/** A command of another machine that has ended, or was ended. */
export interface RemoteFinished {
  /** null where a signal ended it, or it was ended. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Kept;
  readonly stderr: Kept;
  /** Under which all it printed is kept, if it was too long. */
  readonly processId?: string;
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
  const { cwd, stdin, deadline, keeps, overflow } = command;
  const startedAt = performance.now();
  const output = createKeptStreams(keeps);
  const teller = command.onOutput && createTeller(command.onOutput);
  const running = worker.run({
    script: withVariables(command),
    cwd,
    stdin,
    limitSeconds: Math.ceil(Math.max(0, deadline - startedAt) / 1000) + SLACK_SECONDS,
    onOutput: (stream, piece) => {
      overflow.add(stream, piece, output);
      output.add(stream, piece);
      teller?.add(stream, piece);
    },
  });
  const { end, stopped } = await untilEnd(worker, running, deadline, signal);
  teller?.end();
  if (end?.kind === 'no-directory') throw noDirectory(host, cwd);
  await overflow.close();
  const processId = overflow.keep(endedAs(end, stopped));
  const result = {
    ...output.read(),
    ...(processId !== undefined && { processId }),
    durationMs: Math.round(performance.now() - startedAt),
    timedOut: stopped === 'timeout',
    cancelled: stopped === 'cancel',
  };
  if (end === undefined && stopped === undefined) throw connectionLost(host, result);
  if (end?.kind === 'unknown' && stopped === undefined) throw unknownEnd(host, result);
  if (end?.kind !== 'done' || stopped !== undefined) {
    const isGone = end?.kind === 'done' && end.killed !== 'unconfirmed';
    const killed = isGone ? 'confirmed' : 'unconfirmed';
    return { ...result, exitCode: null, signal: 'SIGTERM', killed, leftovers: false };
  }
  return { ...result, ...exitOf(end.status), killed: 'no', leftovers: end.leftovers };
}

/** As the list of processes has it. */
function endedAs(end: WorkerEnd | undefined, stopped: Ended['stopped']) {
  if (stopped !== undefined) return { exitCode: null, signal: 'SIGTERM', status: 'stopped' } as const;
  if (end?.kind !== 'done') return { exitCode: null, signal: null, status: 'lost' } as const;
  const how = exitOf(end.status);
  return { ...how, status: how.exitCode === 0 ? 'completed' : 'failed' } as const;
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

type Printed = Pick<RemoteFinished, 'stdout' | 'stderr' | 'processId' | 'durationMs' | 'timedOut'>;

const unknownEnd = (host: string, result: Printed): ToolError =>
  new ToolError('EXEC_FAILED', `${host} did not say how the command ended`, {
    hint: 'Look at what it did before you run it again.',
    data: dataOf(result),
  });

/** What it printed is kept; how it ended is not known. */
function dataOf({ stdout, stderr, processId, durationMs, timedOut }: Printed) {
  return {
    ...(processId !== undefined && { processId }),
    stdout: stdout.text,
    stderr: stderr.text,
    exitCode: null,
    timedOut,
    durationMs,
    truncated: stdout.truncated || stderr.truncated,
  };
}

function connectionLost(host: string, result: Printed): ToolError {
  return new ToolError(
    'UNAVAILABLE',
    `The connection to ${host} was lost after ${(result.durationMs / 1000).toFixed(1)} s, while the command ran. ` +
      'How it ended is unknown; its machine ends it once it notices that nobody is there',
    {
      hint: 'Look at what it did before you run it again. Work that must go on: background=true.',
      data: dataOf(result),
    },
  );
}
