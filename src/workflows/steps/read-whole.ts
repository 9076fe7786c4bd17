import type { Caller } from '../../core/call/caller.ts';
import { ToolError } from '../../core/errors.ts';
import type { RunningRun } from '../runs/run-port.ts';
import type { Services } from '../services.ts';

interface Reading {
  readonly run: Pick<RunningRun, 'runId'>;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** The text of a file, read through the gate like any other, page by page to its end. */
export async function readWhole(
  path: string,
  mostBytes: number,
  { run, caller, signal }: Reading,
  services: Pick<Services, 'call'>,
): Promise<string> {
  const pages: string[] = [];
  let place: Readonly<Record<string, unknown>> | undefined = {};
  while (place) {
    const answer = await services.call({
      tool: 'read_file',
      args: { path, maxLines: mostBytes, ...place },
      caller,
      signal,
      parent: { kind: 'run', id: run.runId },
    });
    if (answer.kind !== 'result') throw new ToolError('INTERNAL', `${path} cannot be read`);
    if (!answer.ok) throw answer.error;
    const { content, size, truncated, nextLine, nextColumn = 1 } = answer.data;
    if (Number(size) > mostBytes)
      throw new ToolError('TOO_LARGE', `${path} has ${size} bytes; at most ${mostBytes} are looked at`, {
        hint: 'Keep large results as artifacts.',
      });
    pages.push(String(content));
    place = truncated === true ? { startLine: nextLine, startColumn: nextColumn } : undefined;
  }
  return pages.join('');
}
