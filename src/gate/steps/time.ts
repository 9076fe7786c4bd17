import { type Call, type RunResult, resolved, type Step } from '../../core/call/call.ts';
import { ToolError } from '../../core/errors.ts';
import type { Tool } from '../../core/tool/tool.ts';
import { type LimitClass, limitClassOf } from '../limit-class.ts';

const WORK_LIMIT_MS: Readonly<Record<LimitClass, number>> = {
  read: 10_000,
  write: 30_000,
  execution: 30_000,
  external: 30_000,
};
const CEILING_MS = 3_600_000;
/** What a stopped tool gets to end its children: the grace they have, and a little more. */
const ENDING_MS = 5000;

/** Deadline and cancellation: when either comes, the signal stops the work and the caller is told which it was. */
export const time = (): Step => (call, next) => {
  const { tool, args } = resolved(call);
  const { signal } = call;
  if (signal.aborted) throw cancelled(tool);
  const limitMs = Math.min(askedFor(args) ?? tool.timeoutMs ?? WORK_LIMIT_MS[limitClassOf(tool)], CEILING_MS);
  const clock = createClock(limitMs, () => call.stop(timedOut(tool, limitMs)));
  call.waitForPerson = clock.pauseFor;
  call.background.start();
  const result = next(call);
  // Most reads are done by now, and nothing could have stopped them.
  return result instanceof Promise ? watched(call, result, clock) : result;
};

/** The result, unless the call is stopped before it is there. */
function watched(call: Call, result: Promise<RunResult>, clock: Clock): Promise<RunResult> {
  const { signal } = call;
  const { tool } = resolved(call);
  return new Promise((resolve, reject) => {
    let isDone = false;
    let isWatched = false;
    const onStop = () => {
      clock.stop();
      const error = signal.reason instanceof ToolError ? signal.reason : cancelled(tool);
      // A tool that runs programs ends them first, and says what they printed.
      if (limitClassOf(tool) === 'execution') setTimeout(reject, ENDING_MS, error).unref();
      else reject(error);
    };
    const watch = () => {
      if (isDone) return;
      if (signal.aborted) return onStop();
      isWatched = true;
      signal.addEventListener('abort', onStop, ONCE);
      clock.start();
    };
    const finish = () => {
      isDone = true;
      clock.stop();
      if (isWatched) signal.removeEventListener('abort', onStop);
    };
    // What is done with the promises of this turn needs no watching either.
    process.nextTick(watch);
    result.then(
      (value) => {
        finish();
        resolve(value);
      },
      (error: unknown) => {
        finish();
        reject(error);
      },
    );
  });
}

const ONCE = { once: true };

interface Clock {
  start(): void;
  pauseFor<T>(answer: Promise<T>): Promise<T>;
  stop(): void;
}

/** A deadline that stands still while a person is asked. */
function createClock(limitMs: number, onEnd: () => void): Clock {
  let leftMs = limitMs;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let asked = 0;
  let isStopped = false;
  const start = (): void => {
    if (isStopped || asked > 0 || timer) return;
    startedAt = performance.now();
    timer = setTimeout(onEnd, leftMs);
  };
  const pause = (): void => {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    leftMs -= performance.now() - startedAt;
  };
  return {
    start,
    pauseFor: async <T>(answer: Promise<T>): Promise<T> => {
      asked++;
      pause();
      try {
        return await answer;
      } finally {
        asked--;
        start();
      }
    },
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const askedFor = (args: Record<string, unknown>): number | undefined =>
  typeof args.timeoutMs === 'number' ? args.timeoutMs : undefined;

const cancelled = (tool: Tool): ToolError => new ToolError('CANCELLED', `${tool.name} was cancelled`);

const timedOut = (tool: Tool, limitMs: number): ToolError =>
  new ToolError('TIMEOUT', `${tool.name} took longer than ${limitMs} ms and was stopped`, {
    hint: 'Ask for less at once, or give more time with timeoutMs where the tool has it.',
  });
