import { readFile, rm } from 'node:fs/promises';
import type { ProcessRecord, ProcessStatus } from '../../../core/process/process-record.ts';
import type { Piece } from '../../sandbox/guard/held-output.ts';
import { readBootId } from '../child/proc-files.ts';
import { createSpill } from '../child/spill-files.ts';
import type { Finished, Stream } from '../process.ts';
import type { BackgroundFacts } from './background-parts.ts';
import { type KeptStreams, STREAMS } from './kept-streams.ts';
import type { ProcessTable } from './process-table.ts';

/** Where output goes that is too long for an answer. */
export interface Overflow {
  /** To be told of each piece before it is kept. */
  add(stream: Stream, chunk: Buffer, output: KeptStreams): void;
  /** Nothing more comes: what goes to files is there. */
  close(): Promise<void>;
  /** All that was added, out of the files again: the program goes on, and so does its log. */
  take(): Promise<readonly Piece[] | undefined>;
  /** Its name among the processes, if it was too long. */
  readonly facts: BackgroundFacts | undefined;
  /** The program has ended; the process tools show all it printed, if it was too long. Answers its id. */
  keep(end: OverflowEnd): string | undefined;
}

type OverflowEnd = Pick<ProcessRecord, 'exitCode' | 'signal' | 'status'> &
  Partial<Pick<ProcessRecord, 'pid' | 'startTicks' | 'marker'>>;

type Ended = Pick<Finished, 'exitCode' | 'timedOut' | 'cancelled'>;

export const statusOf = ({ exitCode, timedOut, cancelled }: Ended): ProcessStatus =>
  timedOut || cancelled ? 'stopped' : exitCode === 0 ? 'completed' : 'failed';

/** Writes both streams into files of the table from their first byte on, once they do not fit any more. */
export function createOverflow(table: ProcessTable, makeFacts: () => BackgroundFacts): Overflow {
  let facts: BackgroundFacts | undefined;
  let spill: ReturnType<typeof createSpill> | undefined;
  return {
    add: (stream, chunk, output) => {
      if (!spill && !output.fits(stream, chunk.length)) {
        facts = makeFacts();
        spill = createSpill(table.outputs(facts.id));
        for (const each of STREAMS) spill.add(each, output.whole(each));
      }
      spill?.add(stream, chunk);
    },
    close: async () => {
      await spill?.end();
    },
    take: async () => {
      if (!facts) return undefined;
      const paths = table.outputs(facts.id);
      const pieces = STREAMS.map(async (stream) => [stream, await readFile(paths[stream])] as const);
      const taken = await Promise.all(pieces);
      await Promise.all(STREAMS.map((stream) => rm(paths[stream], { force: true })));
      return taken;
    },
    get facts() {
      return facts;
    },
    keep: (end) => {
      if (!facts) return undefined;
      // No process of this machine has that start time: nothing here is ever taken for one that ran elsewhere.
      const root = { pid: 0, startTicks: -1, marker: '' };
      const endedAt = new Date().toISOString();
      table.addEnded({ ...facts, ...root, ...end, bootId: readBootId(), endedAt, restarts: 0 });
      return facts.id;
    },
  };
}
