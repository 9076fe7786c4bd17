import type { ProcessRecord, Relaunch } from '../../../core/process/process-record.ts';
import { type HeldOutput, holdOutput } from '../../sandbox/guard/held-output.ts';
import type { Child } from '../child/start-child.ts';
import type { ProcessOwner } from '../processes.ts';
import { Background } from './background.ts';
import { followFiles } from './follow-files.ts';
import type { ProcessTable } from './process-table.ts';
import { lastingReach } from './reach-of.ts';
import { factsOf } from './record-facts.ts';
import { adopt, againOf } from './recover.ts';
import { lastHeard, lastRead, startKept, tellKept } from './start-kept.ts';

/** A kept process that an earlier host started, not yet followed. */
export function takenOver(record: ProcessRecord, table: ProcessTable): Background {
  const { id } = record;
  const relaunch = againOf(record);
  let files: ReturnType<typeof followFiles> | undefined;
  let held: HeldOutput | undefined;
  return new Background({
    facts: factsOf(record),
    start: async (onData, again) => {
      held ??= holdOutput(undefined, onData, () => {});
      const output = held;
      const child =
        again && relaunch
          ? await table.startAgain(relaunch.call, again, (now) => startFor(now, record, relaunch, table))
          : adopt(record);
      files ??= followFiles(table.outputs(id), {
        onData: output.add,
        onFailed: (error) => table.noteUnread(id, error),
      });
      // The first who asks hears what it printed before.
      await output.settle();
      return lastHeard(child, () => lastRead(files, output));
    },
    restart: relaunch?.restart,
    restarts: record.restarts,
    relaunch,
    tell: (words) => tellKept(table.outputs(id), words, { files, held }),
    onChange: table.onChange,
    onEnd: () => files?.stop(),
  });
}

async function startFor(
  owner: ProcessOwner,
  facts: ProcessRecord,
  { argv, env, shares }: Relaunch,
  table: ProcessTable,
): Promise<Child> {
  const reach = lastingReach(table, owner, { shares });
  // What it prints is followed already.
  const { child } = await startKept({ argv, env, reach, expects: owner.bound, facts, table }, () => {});
  return child;
}
