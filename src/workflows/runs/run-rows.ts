import { randomBytes } from 'node:crypto';
import type { NewRun, RunRow } from '../../store/runs.ts';
import type { RunEnd, RunStart } from './run-port.ts';

// In the order of their making, so that lists and files sort by age.
export const newId = (): string => `exec_${Date.now().toString(36)}${randomBytes(5).toString('hex')}`;

/** The row that a run begins with. */
export const newRun = (id: string, start: RunStart, parent?: RunRow): NewRun => ({
  id,
  kind: start.kind,
  name: start.name,
  workflowId: start.workflowId ?? null,
  version: start.version ?? null,
  actionId: start.actionId ?? null,
  actionType: start.actionType ?? null,
  trigger: start.trigger,
  startedBy: start.startedBy,
  client: start.client,
  approvalId: start.approvalId ?? null,
  parentId: parent?.id ?? null,
  depth: parent ? parent.depth + 1 : 0,
  idempotencyKey: start.idempotencyKey ?? null,
  // A child waits for no place its own parent holds.
  concurrencyKey: parent ? null : (start.concurrency?.key ?? null),
  concurrencyLimit: parent ? null : (start.concurrency?.limit ?? null),
  work: start.work,
  inputs: { ...start.inputs },
});

/** How a run ended; undefined as long as it has not. */
export function endOf(row: RunRow | undefined): RunEnd | undefined {
  if (!row || row.endedAt === null) return undefined;
  // Sound: `finish` alone writes it.
  const ending = (row.ending ?? {}) as Omit<RunEnd, 'status' | 'error'>;
  return {
    ...ending,
    status: row.status as RunEnd['status'],
    ...(row.error !== null && { error: row.error }),
  };
}
