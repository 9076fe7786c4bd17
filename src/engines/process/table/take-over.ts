import type { ProcessRecord, Relaunch } from '../../../core/process/process-record.ts';
import { type HeldOutput, holdOutput } from '../../sandbox/guard/held-output.ts';
import type { Child } from '../child/start-child.ts';
import { Background } from './background.ts';
import { followFiles } from './follow-files.ts';
import type { ProcessTable } from './process-table.ts';
import { factsOf } from './record-facts.ts';
import { adopt, againOf } from './recover.ts';
import { lastHeard, lastRead, startKept } from './start-kept.ts';

/** A kept process that an earlier host started, not yet followed. */
export function takenOver(record: ProcessRecord, table: ProcessTable): Background {
  const { id } = record;
  const relaunch = againOf(record);
  let files: ReturnType<typeof followFiles> | undefined;
  let held: HeldOutput | undefined;
  return new Background({
    facts: factsOf(record),
    start: async (onData) => {
      held ??= holdOutput(undefined, onData, () => {});
      const output = held;
      const child = files && relaunch ? await startAgain(record, relaunch, table) : adopt(record);
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
    onChange: table.onChange,
    onEnd: () => files?.stop(),
  });
}

async function startAgain(
  facts: ProcessRecord,
  { argv, env, reach: decided, expects }: Relaunch,
  table: ProcessTable,
): Promise<Child> {
  const hidden = [...new Set([...table.place.hidden, ...decided.hidden])];
  const reach = { ...table.place, ...decided, hidden, tmp: table.tmp.of(facts.session) };
  // What it prints is followed already.
  const { child } = await startKept({ argv, env, reach, expects, facts, table }, () => {});
  return child;
}
