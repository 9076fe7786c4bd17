import { ToolError } from '../../../core/errors.ts';
import type { Machine } from '../machines.ts';

export interface ScriptEnd {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

interface ScriptOptions {
  readonly signal: AbortSignal;
  readonly limitSeconds?: number;
  /** Reads what it prints as it comes, none of which is kept then; `false`: that was enough, and it is ended. */
  readonly onStdout?: (piece: Buffer) => boolean;
}

/** A few lines are all that most of our scripts print; who wants more reads it as it comes. */
const MOST_BYTES = 65_536;
/** One complaint for each file of a large tree. */
const MOST_COMPLAINTS = 67_108_864;

/** Runs a script of our own on a machine to its end; its output is ours to read. */
export function runScript(
  { pool, host }: Machine,
  script: string,
  { signal, limitSeconds = 3600, onStdout }: ScriptOptions,
): Promise<ScriptEnd> {
  return pool.withWorker(async (worker) => {
    const stdout = piecesUpTo(MOST_BYTES);
    const stderr = piecesUpTo(MOST_BYTES);
    let isEnough = false;
    const read = (piece: Buffer): void => {
      if (isEnough) return;
      if (!onStdout) stdout.add(piece);
      else if (!onStdout(piece)) {
        isEnough = true;
        // Told to stop, a machine may go on all the same; without its channel it cannot.
        worker.close();
      }
      // One that means no harm prints no more than it was told to.
      if (stdout.bytes > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`);
    };
    const complain = (piece: Buffer): void => {
      stderr.add(piece);
      if (stderr.bytes > MOST_COMPLAINTS) throw new Error(`more than ${MOST_COMPLAINTS} bytes`);
    };
    const running = worker.run({
      script,
      cwd: '/',
      limitSeconds,
      onOutput: (stream, piece) => (stream === 'stdout' ? read : complain)(piece),
    });
    const stop = (): void => running.stop({ force: true });
    signal.addEventListener('abort', stop, { once: true });
    const end = await running.ended;
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
    if (!isEnough && end?.kind !== 'done')
      throw new ToolError('UNAVAILABLE', `The connection to ${host.name} was lost`, { hint: 'Try again.' });
    return {
      status: end?.kind === 'done' ? end.status : 0,
      stdout: stdout.read(),
      stderr: stderr.read().toString('utf8'),
    };
  }, signal);
}

/** The first bytes of a stream, and how many there were in all. */
function piecesUpTo(mostBytes: number) {
  const pieces: Buffer[] = [];
  let bytes = 0;
  return {
    add: (piece: Buffer): void => {
      if (bytes < mostBytes) pieces.push(Buffer.from(piece.subarray(0, mostBytes - bytes)));
      bytes += piece.length;
    },
    get bytes() {
      return bytes;
    },
    read: () => Buffer.concat(pieces),
  };
}
