import { setTimeout as pause } from 'node:timers/promises';
import type { LogLine } from '../../core/workflow/execution.ts';
import { isOpen } from '../../core/workflow/execution.ts';
import type { ExecutionView } from '../../core/workflow/workflows.ts';
import type { HostClient } from '../host-client.ts';
import { print, printJson } from '../print.ts';
import { executionText } from './execution-text.ts';

const LOOK_EVERY_MS = 200;

/** Prints the lines of a run, and with `follow` those that come until it ends. */
export async function followLog(
  client: HostClient,
  id: string,
  { follow, json }: { readonly follow: boolean; readonly json: boolean },
): Promise<number> {
  let after = 0;
  let run = await executionOf(client, id);
  for (;;) {
    const { lines } = (await client.request('admin/workflows/logs', { id, after })) as { lines: LogLine[] };
    for (const line of lines) {
      after = line.seq;
      if (json) print(JSON.stringify(line));
      else print(`${line.stepId}: ${line.text}`);
    }
    if (!follow || !isOpen(run.status)) break;
    await pause(LOOK_EVERY_MS);
    run = await executionOf(client, id);
  }
  if (follow) json ? printJson(run) : print(executionText(run));
  return exitCodeOf(run);
}

const executionOf = async (client: HostClient, id: string): Promise<ExecutionView> =>
  (await client.request('admin/workflows/execution', { id })) as unknown as ExecutionView;

/** 0 done or going on, 1 failed, 3 refused. */
const exitCodeOf = ({ status }: ExecutionView): number => {
  if (status === 'completed' || isOpen(status)) return 0;
  return status === 'denied' ? 3 : 1;
};
