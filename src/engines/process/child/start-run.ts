import { StringDecoder } from 'node:string_decoder';
import { ToolError } from '../../../core/errors.ts';
import { whenAborted } from '../../../core/timing/when-aborted.ts';
import type { Guard } from '../../sandbox/guard/guard-run.ts';
import { underGuard } from '../../sandbox/guard/guard-run.ts';
import { type HeldOutput, holdOutput } from '../../sandbox/guard/held-output.ts';
import { lookNowAndThen } from '../../sandbox/guard/look-now-and-then.ts';
import { emptyTmp } from '../../sandbox/machine/session-tmp.ts';
import { sandboxed } from '../../sandbox/sandboxed.ts';
import { accessIn, type Finished, type ProcessSpec, type Stream } from '../process.ts';
import { createKeptStreams, type KeptStreams } from '../table/kept-streams.ts';
import type { RunGroup } from './cgroup.ts';
import { environmentFor } from './environment.ts';
import { isFileTooLarge } from './file-size.ts';
import { createHearing } from './hearing.ts';
import { type Child, startChild } from './start-child.ts';
import { sizeLimits, UNASKED_TMP, watchSize } from './watch-size.ts';

const KEEP_BYTES = 46_080;
/** What a program gets to put its things in order before it is killed. */
export const GRACE_MS = 2000;

/** A program that runs in the foreground, and may be let go. */
export interface Run {
  readonly child: Child;
  readonly finished: Promise<Finished>;
  /** What it printed so far. */
  readonly output: KeptStreams;
  /** For somebody who reads on while it runs, from then on. */
  hold(pass: (stream: Stream, chunk: Buffer) => void, from?: Promise<unknown>): HeldOutput;
  /** Fails where it may have seen, until now, what it must not see. */
  look(): Promise<void>;
  /** From now on neither its time nor the signal ends it. */
  letGo(): void;
}

export async function startRun(spec: ProcessSpec): Promise<Run> {
  const { signal, keepBytes = KEEP_BYTES, answerBytes, stdin, onData } = spec;
  const env = await environmentFor(spec);
  if (signal?.aborted) throw asCancelled(signal);
  const startedAt = performance.now();
  const output = createKeptStreams(answerBytes === undefined ? { keepBytes } : { answerBytes });
  const teller = spec.onOutput && createTeller(spec.onOutput);
  const { hear, failed } = createHearing();
  const { guard, group, ...started } = await sandboxed(spec, env);
  const hold: Run['hold'] = (pass, from) => holdOutput(guard, pass, () => void child.end(0), from);
  const told = passedOn(guard, hold, (stream, chunk) => hear(() => teller?.add(stream, chunk)));
  const child: Child = await underGuard(guard, () =>
    startChild({
      ...started,
      ...(stdin !== undefined && { stdin: { text: stdin } }),
      ...(spec.installation !== undefined && { installation: spec.installation }),
      ...(spec.isReader && { isReader: true, memoryBytes: sizeLimits([]).bytes }),
      onData: (stream, chunk) =>
        hear(() => {
          onData?.(stream, chunk);
          output.add(stream, chunk);
          told.add(stream, chunk);
        }),
    }),
  );
  whenAborted(failed, () => void child.end(0));
  if (guard?.endsTheRun) void lookNowAndThen(guard, child).catch(() => {});
  const limits = limit(child, spec);
  let tooLarge: string | undefined;
  // What only reads for us (rg, git) is started by the hundred: the kernel keeps it within its memory.
  const stopWatching = spec.isReader
    ? () => {}
    : watchSize(watchedSize(child, spec, group), (why) => {
        tooLarge = why;
        void child.end(0);
      });
  const finished = child.ended.then(async ({ exitCode, signal: endedBy, leftovers }): Promise<Finished> => {
    limits.letGo();
    stopWatching();
    tooLarge ??= group?.why() ?? (isFileTooLarge({ exitCode, signal: endedBy }) ? FILE_TOO_LARGE : undefined);
    void group?.remove();
    if (tooLarge?.includes('/tmp')) await emptyTmpOf(spec.reach);
    const setAside = (await guard?.finish()) ?? [];
    await told.settle();
    hear(() => teller?.end());
    failed.throwIfAborted();
    const { timedOut, cancelled } = limits.reached;
    const isStopped = timedOut || cancelled;
    return {
      // What we ended ourselves has no answer of its own, even if it managed to exit in time.
      exitCode: isStopped ? null : exitCode,
      signal: isStopped ? (endedBy ?? 'SIGTERM') : endedBy,
      ...output.read(),
      durationMs: Math.round(performance.now() - startedAt),
      timedOut,
      cancelled,
      leftovers,
      ...(tooLarge !== undefined && { tooLarge }),
      setAside,
      sandbox: spec.sandbox ?? 'none',
      access: accessIn(spec),
    };
  });
  const look = async () => void (guard?.endsTheRun && (await guard.look()));
  return { child, finished, output, hold, look, letGo: limits.letGo };
}

const watchedSize = ({ root }: Child, { reach }: ProcessSpec, group: RunGroup | undefined) => ({
  pid: root.pid,
  limits: sizeLimits(reach?.access ?? ['host']),
  tmp: reach?.tmp,
  group,
});

const emptyTmpOf = async (reach: ProcessSpec['reach']): Promise<void> => {
  if (reach?.tmp !== undefined) await emptyTmp(reach.tmp, { isAllowed: reach.access.length > 0 });
};

const FILE_TOO_LARGE = `it wrote a file to /tmp of more than ${UNASKED_TMP.bytes / 1_073_741_824} GB, which is the limit`;

/** Ends the child when its time is over or the call is cancelled, whichever comes first. */
function limit(child: Child, { timeoutMs, signal }: ProcessSpec) {
  const reached = { timedOut: false, cancelled: false };
  const stop = (why: keyof typeof reached): void => {
    letGo();
    reached[why] = true;
    void child.end(GRACE_MS);
  };
  const onAbort = (): void => stop(isTimeout(signal?.reason) ? 'timedOut' : 'cancelled');
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs, 'timedOut');
  const letGo = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return { reached, letGo };
}

/** What is held may lose its beginning; the host's own readers, which nothing is kept from, need all of it. */
const passedOn = (
  guard: Guard | undefined,
  hold: Run['hold'],
  pass: (stream: Stream, chunk: Buffer) => void,
): ReturnType<Run['hold']> => (guard?.endsTheRun ? hold(pass) : { add: pass, settle: async () => {} });

const isTimeout = (reason: unknown): boolean => reason instanceof ToolError && reason.code === 'TIMEOUT';

const asCancelled = ({ reason }: AbortSignal): ToolError =>
  reason instanceof ToolError ? reason : new ToolError('CANCELLED', 'The call was cancelled before it ran');

/** Hands text on as it comes; a character that is cut in two waits for its other half. */
export function createTeller(onOutput: (stream: Stream, text: string) => unknown) {
  const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  let isWanted = true;
  const tell = (stream: Stream, text: string): void => {
    if (isWanted && text !== '') isWanted = onOutput(stream, text) !== false;
  };
  return {
    add: (stream: Stream, chunk: Buffer): void => {
      if (isWanted) tell(stream, decoders[stream].write(chunk));
    },
    end: (): void => {
      for (const stream of ['stdout', 'stderr'] as const) tell(stream, decoders[stream].end());
    },
  };
}
