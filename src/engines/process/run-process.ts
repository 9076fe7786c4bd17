import { StringDecoder } from 'node:string_decoder';
import { ToolError } from '../../core/errors.ts';
import { sandboxed } from '../sandbox/sandboxed.ts';
import { childEnvironment } from './environment.ts';
import { createKeptOutput } from './kept-output.ts';
import type { Finished, ProcessSpec, Stream } from './process.ts';
import { startChild } from './start-child.ts';

const KEEP_BYTES = 46_080;
/** What a program gets to put its things in order before it is killed. */
export const GRACE_MS = 2000;

/** Runs a program to its end; a program that fails is an answer, one that cannot be started is an error. */
export async function runProcess(spec: ProcessSpec): Promise<Finished> {
  const { signal, timeoutMs, keepBytes = KEEP_BYTES, stdin, sandbox = 'none' } = spec;
  const env = await childEnvironment(spec.env);
  if (signal?.aborted) throw asCancelled(signal);
  const startedAt = performance.now();
  const output = { stdout: createKeptOutput(keepBytes), stderr: createKeptOutput(keepBytes) };
  const tell = spec.onOutput && createTeller(spec.onOutput);
  const child = await startChild({
    ...sandboxed(spec, env),
    stdin: stdin === undefined ? 'closed' : 'pipe',
    onData: (stream, chunk) => {
      output[stream].add(chunk);
      tell?.add(stream, chunk);
    },
  });
  if (stdin !== undefined) child.stdin?.end(stdin);
  const stopped = { timedOut: false, cancelled: false };
  const stop = (why: keyof typeof stopped): void => {
    if (stopped.timedOut || stopped.cancelled) return;
    stopped[why] = true;
    void child.end(GRACE_MS);
  };
  const onAbort = (): void => stop(isTimeout(signal?.reason) ? 'timedOut' : 'cancelled');
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs, 'timedOut');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const { exitCode, signal: endedBy, leftovers } = await child.ended;
  clearTimeout(timer);
  signal?.removeEventListener('abort', onAbort);
  tell?.end();
  const isStopped = stopped.timedOut || stopped.cancelled;
  return {
    // What we ended ourselves has no answer of its own, even if it managed to exit in time.
    exitCode: isStopped ? null : exitCode,
    signal: isStopped ? (endedBy ?? 'SIGTERM') : endedBy,
    stdout: output.stdout.read(),
    stderr: output.stderr.read(),
    durationMs: Math.round(performance.now() - startedAt),
    ...stopped,
    leftovers,
    sandbox,
  };
}

const isTimeout = (reason: unknown): boolean => reason instanceof ToolError && reason.code === 'TIMEOUT';

const asCancelled = ({ reason }: AbortSignal): ToolError =>
  reason instanceof ToolError ? reason : new ToolError('CANCELLED', 'The call was cancelled before it ran');

/** Hands text on as it comes; a character that is cut in two waits for its other half. */
function createTeller(onOutput: (stream: Stream, text: string) => void) {
  const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  const tell = (stream: Stream, text: string): void => {
    if (text !== '') onOutput(stream, text);
  };
  return {
    add: (stream: Stream, chunk: Buffer): void => tell(stream, decoders[stream].write(chunk)),
    end: (): void => {
      for (const stream of ['stdout', 'stderr'] as const) tell(stream, decoders[stream].end());
    },
  };
}
