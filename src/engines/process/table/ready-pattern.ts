import { ToolError } from '../../../core/errors.ts';
import { within } from '../../../core/timing/within.ts';

/** A pattern that backtracks without end must not hold the host: it gets this long for a line. */
const LIMIT_MS = 50;

/** Says whether a line fits a pattern of the agent's; one that takes too long fits nothing any more. */
export function createReadyPattern(source: string): (line: string) => boolean {
  const pattern = compile(source);
  let isSlow = false;
  return (line) => {
    if (isSlow) return false;
    try {
      return within(LIMIT_MS, () => pattern.test(line));
    } catch {
      isSlow = true;
      return false;
    }
  };
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
