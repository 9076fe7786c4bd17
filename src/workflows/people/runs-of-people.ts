import { ToolError, UsageError } from '../../core/errors.ts';
import type { ExecutionView } from '../../core/workflow/workflows.ts';
import type { OpRow, RunRow } from '../../store/runs.ts';
import type { Parts } from '../parts.ts';
import { executionView } from '../runs/execution-view.ts';
import type { RunEnd, RunStart } from '../runs/run-port.ts';
import type { RunWork } from '../steps/run-work.ts';
import type { PeoplesRuns } from './people.ts';

const ENDING_MS = 5000;
const MOST_LINES = 10_000;

export function runsOfPeople({ stores, engine, log, services }: Parts): PeoplesRuns {
  const { runs } = stores;
  const rowOf = (id: string): RunRow => {
    const row = runs.get(id);
    if (!row) throw new ToolError('NOT_FOUND', `There is no execution "${id}"`);
    return row;
  };
  const execution = (id: string): ExecutionView => executionView(rowOf(id), runs.ops(id));
  return {
    execution,
    executions: (limit) => runs.list({ limit }).map((row) => executionView(row, runs.ops(row.id))),
    logs: (id, after) => log.read(id, after, MOST_LINES),
    cancel: async (id) => {
      execution(id);
      if (!(await engine.cancel(id))) throw new UsageError(`The execution ${id} has ended already.`);
      await engine.ended(id, ENDING_MS);
      return execution(id);
    },
    answer: async (executionId, stepId, answer, by) => {
      const run = execution(executionId);
      const asked = runs.ops(executionId).findLast((op) => isQuestionOf(op, stepId));
      const approvalId = String(asked?.value);
      const { status: stands } = services.approvals.get(approvalId) ?? {};
      const isAnswered = stands !== undefined && stands !== 'pending' && stands !== 'expired';
      if (isAnswered || !waitsFor(run, stepId, approvalId)) throw notAwaited(run, stepId);
      const status = { retry: 'approved', done: 'done', fail: 'denied' }[answer];
      await engine.send(executionId, `confirm:${approvalId}`, { status, by });
      // The question is settled; nobody has to look at its card any more.
      services.approvals.close(approvalId, by);
    },
    rerunFailed: async (id, by) => {
      const row = rowOf(id);
      if (row.endedAt === null) throw new UsageError(`The execution ${id} still runs.`);
      if (row.kind !== 'workflow') throw new UsageError(`The execution ${id} is one of an action.`);
      // Sound: `start` alone writes it.
      const { runId } = await engine.start(startAgain(row, row.work as RunWork, by));
      return runId;
    },
    signal: async (executionId, event, data) => {
      if (execution(executionId).endedAt !== undefined)
        throw new UsageError(`The execution ${executionId} has ended already.`);
      assertAwaited(stores.runs.get(executionId), event);
      await engine.send(executionId, `event:${event}`, data);
    },
  };
}

const waitsFor = ({ steps }: ExecutionView, stepId: string, approvalId: string): boolean =>
  steps.some(
    (step) => step.stepId === stepId && step.status === 'pending_confirm' && step.approvalId === approvalId,
  );

function notAwaited({ executionId, status, steps }: ExecutionView, stepId: string): UsageError {
  const step = steps.find((one) => one.stepId === stepId);
  if (!step)
    return new UsageError(
      `The run ${executionId} has no step "${stepId}"; it has ${steps.map((one) => one.stepId).join(', ')}.`,
    );
  const stands = `The step is ${inWords(step.status)}, the run is ${inWords(status)}.`;
  return new UsageError(`The step "${stepId}" of ${executionId} waits for no answer. ${stands}`);
}

const inWords = (status: string): string => status.replaceAll('_', ' ');

/** It may be sent before the run comes to the step that waits for it, but one that no step waits for is lost. */
function assertAwaited(row: RunRow | undefined, event: string): void {
  if (!row) return;
  const { document } = row.work as RunWork;
  const awaited = document.steps.flatMap(({ wait }) => wait?.event ?? []);
  if (awaited.includes(event)) return;
  const instead = awaited.length === 0 ? 'It waits for none.' : `It waits for ${awaited.join(', ')}.`;
  throw new UsageError(`No step of ${row.id} waits for the event "${event}". ${instead}`);
}

/** What a person allowed then is allowed once more, and nothing beyond it. */
function startAgain(row: RunRow, work: RunWork, by: string): RunStart {
  const { results = {} } = (row.ending ?? {}) as Partial<RunEnd>;
  const { concurrency } = work.document;
  const done = Object.entries(results).filter(([, { status }]) => status === 'completed');
  return {
    kind: 'workflow',
    name: row.name,
    workflowId: row.workflowId ?? undefined,
    version: row.version ?? undefined,
    trigger: 'manual',
    startedBy: by,
    client: row.client,
    approvalId: row.approvalId ?? undefined,
    inputs: row.inputs,
    concurrency:
      concurrency && row.concurrencyKey !== null ? { ...concurrency, key: row.concurrencyKey } : undefined,
    work: { ...work, done: Object.fromEntries(done) } satisfies RunWork,
  };
}

const isQuestionOf = ({ name, endedAt, value }: OpRow, stepId: string): boolean =>
  name.startsWith(`${stepId}#`) &&
  /\.ask(~\d+)?$/.test(name) &&
  endedAt !== null &&
  typeof value === 'string';
