import { ToolError } from '../../../core/errors.ts';
import { within } from '../../../core/timing/within.ts';

/** A pattern that backtracks must not hold the host: it gets this long for a line, */
const LINE_MS = 50;
/** this long before the others get their turn, */
const TURN_MS = 10;
/** and this long for everything a process prints. A plain pattern needs a second for gigabytes. */
const TOTAL_MS = 200;

/** Takes the next line, and tells if it fits. */
export type ReadyPattern = (line: string, onFit: () => void) => void;

interface Waiting {
  readonly line: string;
  readonly onFit: () => void;
}

interface Looked {
  /** So many lines. */
  readonly looked: number;
  readonly fitting: Waiting | undefined;
  readonly tookMs: number;
}

/** Looks in turns for a line that fits a pattern of the agent's; one that takes too long fits nothing any more. */
export function createReadyPattern(source: string): ReadyPattern {
  const pattern = compile(source);
  let leftMs = TOTAL_MS;
  let waiting: Waiting[] = [];
  const lookOn = (): void => {
    const { looked, fitting, tookMs } = lookFor(pattern, waiting);
    leftMs -= tookMs;
    waiting = fitting || leftMs <= 0 ? [] : waiting.slice(looked);
    if (waiting.length > 0) setImmediate(lookOn);
    fitting?.onFit();
  };
  return (line, onFit) => {
    if (leftMs <= 0) return;
    if (waiting.length === 0) setImmediate(lookOn);
    waiting.push({ line, onFit });
  };
}

/** As far as there is time for in one turn. Several lines at once: to be able to stop costs more than most patterns. */
function lookFor(pattern: RegExp, waiting: readonly Waiting[]): Looked {
  try {
    return within(LINE_MS, () => {
      const before = process.threadCpuUsage();
      const overAt = performance.now() + TURN_MS;
      let looked = 0;
      let fitting: Waiting | undefined;
      for (const one of waiting) {
        if (fitting || performance.now() > overAt) break;
        if (pattern.test(one.line)) fitting = one;
        looked++;
      }
      const { user, system } = process.threadCpuUsage(before);
      return { looked, fitting, tookMs: (user + system) / 1000 };
    });
  } catch {
    return { looked: 0, fitting: undefined, tookMs: TOTAL_MS };
  }
}

/** Says whether a line, or the beginning of one, is a command as npm (`> vite`) or yarn (`$ vite`) print it. */
export const createEchoTest =
  (commands: readonly string[]) =>
  (line: string): boolean => {
    const [, printed] = /^[>$] (.+)/.exec(line) ?? [];
    if (printed === undefined) return false;
    return commands.some((command) => printed.startsWith(command) || command.startsWith(printed));
  };

function compile(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch (error) {
    throw new ToolError(
      'VALIDATION',
      `successPattern is not a regular expression: ${(error as Error).message}`,
      {
        hint: 'Escape characters like ( [ * + with a backslash.',
      },
    );
  }
}
