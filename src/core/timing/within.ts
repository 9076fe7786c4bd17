import { type Context, createContext, Script } from 'node:vm';

/** What a stranger's pattern or schema needed more time for than it gets. */
export class OutOfTime extends Error {
  constructor(limitMs: number) {
    super(`it took longer than ${limitMs} ms`);
  }
}

const script = new Script('work()');
let context: Context | undefined;

/**
 * Does something that cannot wait and may take for ever: a regular expression or a schema that a repository, an agent
 * or another server wrote. V8 ends it where it is, in the midst of backtracking too, and OutOfTime is thrown. On a busy
 * machine the clock runs on while the work does not: then it begins anew, so it must do no harm twice.
 */
export function within<T>(limitMs: number, work: () => T): T {
  for (let tries = 1; ; tries++) {
    const before = process.threadCpuUsage();
    try {
      return inTime(limitMs, work);
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const wasAtWork = (user + system) / 1000 > limitMs / 2;
      if (!(error instanceof OutOfTime) || wasAtWork || tries === MOST_TRIES) throw error;
    }
  }
}

const MOST_TRIES = 3;

function inTime<T>(limitMs: number, work: () => T): T {
  // One serves all: making one takes longer than most of what is done in it.
  context ??= createContext({});
  const outer: unknown = context.work;
  let result: { readonly value: T } | undefined;
  context.work = () => {
    result = { value: work() };
  };
  try {
    script.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new OutOfTime(limitMs);
    throw error;
  } finally {
    context.work = outer;
  }
  if (!result) throw new OutOfTime(limitMs);
  return result.value;
}
