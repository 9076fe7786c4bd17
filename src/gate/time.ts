import { resolved, type Step } from '../core/call.ts';
import { ToolError } from '../core/errors.ts';
import type { Tool } from '../core/tool.ts';
import { type LimitClass, limitClassOf } from './limit-class.ts';

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
  return new Promise((resolve, reject) => {
    const onStop = () => {
      clock.stop();
      const error = signal.reason instanceof ToolError ? signal.reason : cancelled(tool);
      // A tool that runs programs ends them first, and says what they printed.
      if (limitClassOf(tool) === 'execution') setTimeout(reject, ENDING_MS, error).unref();
      else reject(error);
    };
    const clock = startClock(limitMs, () => call.stop(timedOut(tool, limitMs)));
    const tidyUp = () => {
      clock.stop();
      signal.removeEventListener('abort', onStop);
    };
    signal.addEventListener('abort', onStop, ONCE);
    call.waitForPerson = clock.pauseFor;
    call.background.start();
    next(call).then(
      (result) => {
        tidyUp();
        resolve(result);
      },
      (error: unknown) => {
        tidyUp();
        reject(error);
      },
    );
  });
};

const ONCE = { once: true };

/** A deadline that stands still while a person is asked. */
function startClock(limitMs: number, onEnd: () => void) {
  let leftMs = limitMs;
  let startedAt = performance.now();
  let timer = setTimeout(onEnd, leftMs);
  let isStopped = false;
  return {
    pauseFor: async <T>(answer: Promise<T>): Promise<T> => {
      clearTimeout(timer);
      leftMs -= performance.now() - startedAt;
      try {
        return await answer;
      } finally {
        startedAt = performance.now();
        if (!isStopped) timer = setTimeout(onEnd, leftMs);
      }
    },
    stop: () => {
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
