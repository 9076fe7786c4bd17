import { setTimeout as sleep } from 'node:timers/promises';
import { Background } from './background.ts';
import type { ProcessTable } from './process-table.ts';

/** Output comes in many pieces; those of a moment are told as one. */
const TOGETHER_MS = 100;
const LONGEST_MS = 2 ** 31 - 1;

/** Tells of what a process of this principal prints, and of its end; answers how to stop. */
export function watchOutput(
  table: Pick<ProcessTable, 'find'>,
  principal: string,
  id: string,
  onChange: () => void,
): () => void {
  const stop = new AbortController();
  follow(table, principal, id, onChange, stop.signal).catch(() => {
    // Stopped, or nobody's process: there is no more to hear of.
  });
  return () => stop.abort();
}

async function follow(
  table: Pick<ProcessTable, 'find'>,
  principal: string,
  id: string,
  onChange: () => void,
  signal: AbortSignal,
): Promise<void> {
  const found = await table.find({ principal }, id);
  if (!(found instanceof Background)) return;
  for (let told = found.log.nextSeq; found.isRunning && !signal.aborted; ) {
    if (found.log.nextSeq === told) await found.log.more(LONGEST_MS, signal);
    await sleep(TOGETHER_MS, undefined, { signal, ref: false });
    told = found.log.nextSeq;
    onChange();
  }
}
