import { counted } from '../../core/text/counted.ts';
import type { Toolgate } from '../toolgate.ts';

type Data = Record<string, unknown>;

export interface ShellProcess {
  readonly id: string;
  /** As it is now. */
  readonly status: 'running' | 'completed' | 'failed';
  /** What it prints, from the beginning, until it ends. */
  readonly output: AsyncIterable<string>;
}

const WAIT_MS = 20_000;
const LINES = 5000;

export async function followProcess(
  { events }: Pick<Toolgate, 'events'>,
  id: string,
  read: (args: Data) => Promise<Data>,
): Promise<ShellProcess> {
  let status: ShellProcess['status'] = 'running';
  const stop = events.subscribe(['process.ended'], ({ data }) => {
    if (!('processId' in data) || data.processId !== id || !('status' in data)) return;
    status = statusOf(data.status);
    stop();
  });
  // It may have ended before anybody listened.
  const now = await read({ processId: id, tailLines: 1 });
  if (status === 'running') status = statusOf(now.status);
  if (status !== 'running') stop();
  return {
    id,
    get status() {
      return status;
    },
    output: {
      [Symbol.asyncIterator]: () =>
        outputOf(id, read, (seen) => {
          status = seen;
        }),
    },
  };
}

async function* outputOf(
  processId: string,
  read: (args: Data) => Promise<Data>,
  tell: (status: ShellProcess['status']) => void,
): AsyncGenerator<string, void> {
  let sinceSeq = 0;
  for (;;) {
    const page = await read({ processId, sinceSeq, tailLines: LINES, waitMs: WAIT_MS });
    // Sound: the output schema of the tool says so.
    const { lines, nextSeq, dropped, prompt } = page as unknown as OutputPage;
    if (dropped > 0) yield `(${counted(dropped, 'line is', 'lines are')} no longer kept)\n`;
    if (lines.length > 0) yield lines.map(({ text }) => `${text}\n`).join('');
    sinceSeq = nextSeq;
    const status = statusOf(page.status);
    tell(status);
    if (status === 'running' || lines.length > 0) continue;
    if (prompt) yield prompt;
    return;
  }
}

interface OutputPage {
  readonly lines: readonly { readonly text: string }[];
  readonly nextSeq: number;
  readonly dropped: number;
  readonly prompt?: string;
}

function statusOf(status: unknown): ShellProcess['status'] {
  if (status === 'starting' || status === 'running') return 'running';
  return status === 'completed' ? 'completed' : 'failed';
}
