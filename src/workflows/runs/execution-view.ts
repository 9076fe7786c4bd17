import type { Execution, ExecutionStep, StepResult, StepStatus } from '../../core/workflow/execution.ts';
import { kindOf, type Step } from '../../core/workflow/step.ts';
import type { ExecutionView } from '../../core/workflow/workflows.ts';
import type { OpRow, RunRow } from '../../store/runs.ts';
import type { RunWork } from '../steps/run-work.ts';
import { isDeadline, type RunEnd } from './run-port.ts';

/** A run as history shows it. */
export function toExecution(row: RunRow): Execution {
  const { startedAt, endedAt } = row;
  // Sound: `finish` of the engine alone writes it.
  const { outputs } = (row.ending ?? {}) as Partial<RunEnd>;
  return {
    executionId: row.id,
    kind: row.kind,
    ...(row.workflowId !== null && { workflowId: row.workflowId }),
    ...(row.version !== null && { version: row.version }),
    ...(row.actionId !== null && { actionId: row.actionId }),
    ...(row.actionType !== null && { actionType: row.actionType as NonNullable<Execution['actionType']> }),
    name: row.name,
    status: row.status as Execution['status'],
    trigger: row.trigger as Execution['trigger'],
    startedBy: row.startedBy,
    client: row.client,
    ...(row.approvalId !== null && { approvalId: row.approvalId }),
    ...(row.parentId !== null && { parentExecutionId: row.parentId }),
    inputs: row.inputs,
    ...(outputs && Object.keys(outputs).length > 0 && { outputs }),
    ...(row.error !== null && { error: row.error }),
    createdAt: iso(row.createdAt),
    ...(startedAt !== null && { startedAt: iso(startedAt) }),
    ...(endedAt !== null && { endedAt: iso(endedAt) }),
    ...(endedAt !== null && { durationMs: endedAt - row.createdAt }),
  };
}

const CONFIRM = 'wait:confirm:';

const iso = (ms: number): string => new Date(ms).toISOString();

/** The same with each step, from what the run wrote down so far. */
export function executionView(row: RunRow, ops: readonly OpRow[]): ExecutionView {
  const { document, done = {} } = row.work as RunWork;
  const results = (row.ending as Partial<RunEnd> | null)?.results ?? {};
  const steps = document.steps.map((step) => stepView(step, ops, results[step.id] ?? done[step.id], row));
  return { ...toExecution(row), steps };
}

function stepView(
  step: Step,
  ops: readonly OpRow[],
  result: StepResult | undefined,
  row: RunRow,
): ExecutionStep {
  const waitsFor = step.wait?.event === undefined ? undefined : `wait:event:${step.wait.event}`;
  const all = ops.filter(
    ({ name }) => name === waitsFor || name.startsWith(`${step.id}#`) || name.startsWith(`${step.id}.`),
  );
  const own = all.filter(({ name }) => !isDeadline(name));
  const attempts = own.filter(({ name }) => /#\d+$/.test(name));
  const last = attempts.at(-1) ?? own.find(({ name }) => name === waitsFor);
  const first = own[0];
  const answer = answerTo(own, last, ops);
  const seen = result ?? lastResult(last) ?? (step.approval === undefined ? undefined : answered(answer));
  const ending = seen?.status === 'timed_out' ? all : own;
  const status = seen?.status ?? statusNow(own, last, answer, row);
  const endedAt =
    seen && ending.reduce<number | null>((end, op) => Math.max(end ?? 0, op.endedAt ?? 0), null);
  return {
    stepId: step.id,
    name: step.name,
    kind: kindOf(step) ?? 'command',
    ...seen,
    status,
    ...(status === 'pending_confirm' && answer && { approvalId: answer.name.slice(CONFIRM.length) }),
    attempts: attempts.filter((op) => hasBegun(op, own)).length,
    ...(first && { startedAt: iso(first.startedAt) }),
    ...(first && endedAt && { endedAt: iso(endedAt), durationMs: endedAt - first.startedAt }),
  };
}

/** A call that only asked a person, or that a host never came to, was no attempt: nothing of it ran. */
function hasBegun({ name, value }: OpRow, own: readonly OpRow[]): boolean {
  const found = own.find((op) => op.name === `${name}.found`)?.value as { kind?: string } | null | undefined;
  return (value as { status?: string } | null)?.status !== 'needs_person' && found?.kind !== 'never began';
}

function lastResult(op: OpRow | undefined): StepResult | undefined {
  if (op?.endedAt == null) return undefined;
  if (op.kind === 'sleep') return { status: 'completed' };
  if (op.kind === 'wait') return { status: op.value === null ? 'timed_out' : 'completed' };
  const value = op.value as { status?: string } | null;
  if (op.kind === 'child') return { status: value?.status === 'completed' ? 'completed' : 'failed' };
  return value?.status === undefined || value.status === 'needs_person' ? undefined : (value as StepResult);
}

/** Where the step's last question stands: the wait for its answer. */
function answerTo(own: readonly OpRow[], last: OpRow | undefined, ops: readonly OpRow[]): OpRow | undefined {
  const asked = own.findLast(({ name, endedAt }) => /\.ask(~\d+)?$/.test(name) && endedAt !== null);
  const needed = last?.value as { status?: string; approvalId?: string } | undefined;
  const approvalId = needed?.status === 'needs_person' ? needed.approvalId : asked?.value;
  return ops.find(({ name }) => name === `${CONFIRM}${approvalId}`);
}

function answered(answer: OpRow | undefined): StepResult | undefined {
  if (answer?.endedAt == null) return undefined;
  const { data } = (answer.value ?? {}) as { data?: { status?: string } };
  if (data === undefined || data.status === 'expired') return { status: 'timed_out' };
  return { status: data.status === 'denied' ? 'denied' : 'completed' };
}

function statusNow(
  own: readonly OpRow[],
  last: OpRow | undefined,
  answer: OpRow | undefined,
  row: RunRow,
): StepStatus {
  if (row.endedAt !== null) return own.length === 0 ? 'skipped' : 'cancelled';
  if (answer?.endedAt === null) return 'pending_confirm';
  if (!last) return 'pending';
  return last.kind === 'step' && last.endedAt === null ? 'running' : 'waiting';
}
