import { ToolError } from '../../core/errors.ts';
import { runProcess } from '../process/child/run-process.ts';
import { queryComplaint } from './check-query.ts';
import { ripgrepPath } from './ripgrep-path.ts';

interface RipgrepRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** What ends a line of its output. */
  readonly separator: '\n' | '\0';
  /** Called with each line; false says that no more are needed. */
  readonly onLine: (line: string) => boolean;
  /** Called with the beginning of a line that is too long to be kept. */
  readonly onLongLine?: (head: string) => void;
}

/** Of a file. */
export const LONGEST_LINE = 16 * 1024 * 1024;
/** One line of output holds such a line, and every match in it; the first may be all of it. */
const LONGEST_MESSAGE = 2 * LONGEST_LINE + 65_536;
// Of its output only complaints are kept: the lines went to the caller.
const KEEP_BYTES = 8192;

/** Runs ripgrep to its end, or until it is told that no more is needed; the process is gone when this settles. */
export async function runRipgrep({ args, cwd, signal, ...output }: RipgrepRun): Promise<void> {
  const enough = new AbortController();
  const lines = createLines({
    ...output,
    onLine: (line) => {
      if (!enough.signal.aborted && !output.onLine(line)) enough.abort();
      return true;
    },
  });
  const finished = await runProcess({
    argv: [ripgrepPath(), '--no-config', ...args],
    cwd,
    needsLogin: false,
    isReader: true,
    signal: AbortSignal.any([signal, enough.signal]),
    keepBytes: KEEP_BYTES,
    onOutput: (stream, text) => {
      if (stream === 'stdout') lines.push(text);
    },
  });
  signal.throwIfAborted();
  // 1 is "nothing found"; files that cannot be read make it 2, and are told apart by its silence.
  const { exitCode, stderr } = finished;
  if (enough.signal.aborted || (exitCode !== null && exitCode < 2)) return;
  if (exitCode === 2 && stderr.text.trim() === '') return;
  throw complaintOf(stderr.text.trim() || `It ended with ${exitCode ?? finished.signal}`);
}

function complaintOf(words: string): ToolError {
  // Its advice names options that nobody here can give.
  const said = words.replace(/^rg: /, '').replace(/(?<!\n)\n+Consider enabling [\s\S]*$/, '');
  return (
    queryComplaint(said) ??
    new ToolError('EXEC_FAILED', `ripgrep failed: ${said}`, { hint: 'A person has to look at it.' })
  );
}

/** Cuts text into lines; of one that is too long only the beginning is kept. */
function createLines({ separator, onLine, onLongLine }: Omit<RipgrepRun, 'args' | 'cwd' | 'signal'>) {
  let parts: string[] = [];
  let size = 0;
  return {
    push: (text: string): void => {
      let start = 0;
      for (let end = text.indexOf(separator); end !== -1; end = text.indexOf(separator, start)) {
        const head = parts.join('');
        // What was left out before it must not seem to be there.
        const line = size > LONGEST_MESSAGE ? head : head + text.slice(start, end);
        if (line.length > LONGEST_MESSAGE) onLongLine?.(line);
        else onLine(line);
        [parts, size, start] = [[], 0, end + 1];
      }
      if (start === text.length) return;
      if (size <= LONGEST_MESSAGE) parts.push(text.slice(start));
      size += text.length - start;
    },
  };
}
