import { ToolError } from '../../../core/errors.ts';
import type { Machine } from '../machines.ts';

export interface ScriptEnd {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Far more than any of our scripts prints; the largest listing takes a third of it. */
const MOST_BYTES = 67_108_864;

/** Runs a script of our own on a machine to its end; its output is ours to read. */
export function runScript(
  { pool, host }: Machine,
  script: string,
  { signal, limitSeconds = 3600 }: { readonly signal: AbortSignal; readonly limitSeconds?: number },
): Promise<ScriptEnd> {
  return pool.withWorker(async (worker) => {
    const printed: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
    let bytes = 0;
    const running = worker.run({
      script,
      cwd: '/',
      limitSeconds,
      onOutput: (stream, piece) => {
        bytes += piece.length;
        if (bytes > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`);
        printed[stream].push(Buffer.from(piece));
      },
    });
    const stop = (): void => running.stop({ force: true });
    signal.addEventListener('abort', stop, { once: true });
    const end = await running.ended;
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
    if (end?.kind !== 'done')
      throw new ToolError('UNAVAILABLE', `The connection to ${host.name} was lost`, { hint: 'Try again.' });
    const { status } = end;
    return {
      status,
      stdout: Buffer.concat(printed.stdout),
      stderr: Buffer.concat(printed.stderr).toString('utf8'),
    };
  }, signal);
}
