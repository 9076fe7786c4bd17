import type { Log } from '../../../core/log.ts';
import type { ProcessRecord } from '../../../core/process/process-record.ts';
import { lookAfterEarlier } from '../../sandbox/guard/guard-run.ts';
import type { Background } from './background.ts';
import type { AttachRemote, ProcessTable } from './process-table.ts';
import { factsOf } from './record-facts.ts';
import { adopt, asLost, endOrphans } from './recover.ts';
import { takenOver } from './take-over.ts';

const EARLIER_EVERY_MS = 2000;

interface Earlier {
  readonly table: ProcessTable;
  readonly records: readonly ProcessRecord[];
  readonly log: Log;
  readonly attachRemote: AttachRemote | undefined;
}

/**
 * Takes in what an earlier host wrote down: each by itself, since any of them may have made its own things so that they
 * cannot be used.
 */
export async function takeInEarlier({ table, records, log, attachRemote }: Earlier): Promise<void> {
  const found = await endOrphans(records, table.installation).catch((error: unknown) => {
    log.warn('processes of an earlier host could not be ended', { error });
    return records;
  });
  for (const record of found) {
    if (record.endedAt !== null) await table.addPast(record, { isNew: !records.includes(record) });
    else if (record.remoteHost === undefined) await takeOver(record, table, log);
    else await takeOverRemote(record, { table, log, attachRemote });
  }
}

/** What cannot be followed must not run on where nobody sees it. What is ended is surely ours: its pid, its start, its boot. */
async function takeOver(record: ProcessRecord, table: ProcessTable, log: Log): Promise<void> {
  try {
    const background = takenOver(record, table);
    await background.start();
    table.add(background);
  } catch (error) {
    const { id, command } = record;
    log.warn('a kept process could not be taken over, and is ended', { id, command, error });
    await adopt(record)
      .end(0)
      .catch((error: unknown) => log.warn('a kept process could not be ended', { id, command, error }));
    await table.addPast(asLost(record), { isNew: true });
  }
}

/** A host that was taken away since is nobody's any more, and neither is what runs on it. */
async function takeOverRemote(
  record: ProcessRecord,
  { table, log, attachRemote }: Omit<Earlier, 'records'>,
): Promise<void> {
  try {
    if (!attachRemote) throw new Error('Nobody follows processes of other machines');
    await table.addRemote(factsOf(record), (onData) => attachRemote(record, onData));
  } catch (error) {
    log.warn('a process of a remote host could not be followed', { id: record.id, error });
    table.addEnded(asLost(record));
  }
}

/** What runs of an earlier host made in open directories, until the last of them has ended. */
export async function lookAfterEarlierRuns(
  { place: { scratch, onSetAside } }: Pick<ProcessTable, 'place'>,
  adopted: readonly Background[],
  log: Log,
): Promise<void> {
  if (scratch === undefined) return;
  for (let areOver = false; !areOver; ) {
    areOver = !adopted.some(({ isRunning }) => isRunning);
    try {
      const setAside = await lookAfterEarlier(scratch, areOver);
      if (setAside.length > 0) onSetAside?.(setAside);
    } catch (error) {
      log.warn('what runs of an earlier host made could not be looked after', { error });
    }
    if (!areOver) await new Promise((resolve) => setTimeout(resolve, EARLIER_EVERY_MS).unref());
  }
}
