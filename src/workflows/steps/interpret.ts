import { ToolError } from '../../core/errors.ts';
import type { StepResult } from '../../core/workflow/execution.ts';
import type { Step } from '../../core/workflow/step.ts';
import { needsOf } from '../document/graph.ts';
import { notifyStep } from '../document/notify-step.ts';
import { evaluate, parseCondition, stepsDecidedBy } from '../expression/condition.ts';
import type { Scope } from '../expression/scope.ts';
import { fillValue } from '../expression/template.ts';
import {
  DEADLINE,
  type Interpret,
  RunCancelled,
  type RunEnd,
  type RunningRun,
  type RunPort,
} from '../runs/run-port.ts';
import { createLimit } from './limit.ts';
import { missingValue } from './missing-value.ts';
import { runAttempts } from './run-attempts.ts';
import type { RunWork } from './run-work.ts';
import type { StepActions } from './step-actions.ts';
import { onlyToolError } from './step-failure.ts';

const PARALLEL = 4;

/** Goes through the graph of a workflow: the one interpreter, on the five primitives of the port. */
export const createInterpreter =
  (actions: StepActions): Interpret =>
  async (port, run) => {
    // Sound: `start` alone writes it.
    const work = run.work as RunWork;
    const { document } = work;
    if (work.direct !== undefined)
      return {
        status: 'failed',
        error: 'The host ended while it ran; it is not known whether it took effect',
      };
    const needs = needsOf(document);
    const results: Record<string, StepResult> = {};
    const limit = createLimit(document.maxParallel ?? PARALLEL);
    const expired = new AbortController();
    watchDeadline(port, run, document.timeoutMs, expired);
    const signal = AbortSignal.any([port.cancelled, expired.signal]);
    // Steps before which anything failed, near or far.
    const tainted = new Set<string>();
    const visits = new Map<string, Promise<void>>();
    const visit = (id: string): Promise<void> => {
      const known = visits.get(id) ?? node(id);
      visits.set(id, known);
      return known;
    };
    const node = async (id: string): Promise<void> => {
      const step = document.steps.find((one) => one.id === id);
      if (!step) throw new Error(`There is no step ${id}`);
      const before = needs.get(id) ?? [];
      await Promise.all(before.map(visit));
      if (before.some((need) => tainted.has(need) || isBad(need, results, work))) tainted.add(id);
      const done = work.done?.[id];
      if (done) {
        results[id] = { ...done, reason: 'done in the run before' };
        return;
      }
      const scope = scopeFor(run, results, tainted.has(id));
      results[id] = await settle(step, scope);
      actions.note(run, step, noteOf(results[id]));
    };
    const settle = async (step: Step, scope: Scope): Promise<StepResult> => {
      if (signal.aborted) return { status: 'cancelled', reason: 'the run was ended' };
      const left = reasonToSkip(step, scope, { needs, results, work });
      if (left !== undefined) return { status: 'skipped', reason: left };
      const missing = missingValue(step, scope, results);
      if (missing) return missing;
      try {
        return await runAttempts({ port, run, work, step, scope, limit, signal, actions });
      } catch (error) {
        if (error instanceof RunCancelled) return { status: 'cancelled', reason: 'the run was cancelled' };
        throw error;
      }
    };
    // All of them end before the run does: nothing may still be at work when it is given up.
    const settled = await Promise.allSettled(document.steps.map(({ id }) => visit(id)));
    const broken = settled.find((one) => one.status === 'rejected');
    if (broken) throw broken.reason;
    const end = endOf(run, work, results, {
      isCancelled: port.cancelled.aborted,
      isExpired: expired.signal.aborted,
    });
    await notify({ port, run, work, end, limit, actions });
    return end;
  };

/** Ends the run when its time is over; recorded, so that a restart does not begin to count again. */
function watchDeadline(
  port: RunPort,
  run: RunningRun,
  timeoutMs: number | undefined,
  expired: AbortController,
): void {
  if (timeoutMs === undefined) return;
  port
    .sleepUntil(DEADLINE, run.createdAt + timeoutMs)
    .then(() => expired.abort())
    // It is given up when the run ends before.
    .catch(() => {});
}

const BAD: readonly StepResult['status'][] = ['failed', 'cancelled', 'timed_out', 'denied'];

const isBad = (id: string, results: Readonly<Record<string, StepResult>>, { document }: RunWork): boolean => {
  const result = results[id];
  const step = document.steps.find((one) => one.id === id);
  if (!result || !step) return false;
  if (!BAD.includes(result.status)) return result.reason === NEEDS_FAILED;
  // A question that nobody answered with yes stops what comes after it, whatever else the step says.
  return step.continueOnError !== true || step.approval !== undefined;
};

const NEEDS_FAILED = 'a step before it did not succeed';

/** A step runs when all before it succeeded; one whose condition looks at what failed decides for itself. */
function reasonToSkip(step: Step, scope: Scope, progress: Progress): string | undefined {
  const condition = step.when === undefined ? undefined : parseCondition(step.when);
  const decided = condition ? stepsDecidedBy(condition) : new Set<string>();
  if (decided !== 'all' && failedBefore(step, progress).some((id) => !decided.has(id))) return NEEDS_FAILED;
  if (!condition || evaluate(condition, scope)) return undefined;
  return `its condition is false: ${step.when}`;
}

/** What was left out only because of another step did not fail itself: that one did. */
function failedBefore({ id }: Step, { needs, results, work }: Progress): string[] {
  const seen = new Set(needs.get(id));
  // Grows while it is walked: a set hands out what is added meanwhile.
  for (const need of seen)
    if (results[need]?.reason === NEEDS_FAILED) for (const before of needs.get(need) ?? []) seen.add(before);
  return [...seen].filter((need) => results[need]?.reason !== NEEDS_FAILED && isBad(need, results, work));
}

interface Progress {
  readonly needs: ReadonlyMap<string, readonly string[]>;
  readonly results: Readonly<Record<string, StepResult>>;
  readonly work: RunWork;
}

const scopeFor = (
  run: RunningRun,
  results: Readonly<Record<string, StepResult>>,
  failed: boolean,
): Scope => ({
  inputs: run.inputs,
  steps: results as Readonly<Record<string, unknown>>,
  run: { id: run.runId, failed },
});

function endOf(
  run: RunningRun,
  work: RunWork,
  results: Readonly<Record<string, StepResult>>,
  { isCancelled, isExpired }: { isCancelled: boolean; isExpired: boolean },
): RunEnd {
  const bad = work.document.steps.filter(({ id }) => isBad(id, results, work));
  const first = bad.find(({ id }) => results[id]?.status !== 'skipped') ?? bad[0];
  const error = first && results[first.id]?.error;
  const outputs = outputsOf(work, scopeFor(run, results, bad.length > 0));
  const common = { results, outputs: outputs instanceof ToolError ? {} : outputs };
  if (isCancelled) return { ...common, status: 'cancelled', error: 'It was cancelled' };
  if (isExpired)
    return { ...common, status: 'timed_out', error: `It took longer than ${work.document.timeoutMs} ms` };
  if (!first && outputs instanceof ToolError) return { ...common, status: 'failed', error: outputs.message };
  if (!first) return { ...common, status: 'completed' };
  const status = results[first.id]?.status === 'denied' ? 'denied' : 'failed';
  return {
    ...common,
    status,
    error: `Step "${first.id}": ${error === undefined ? (results[first.id]?.reason ?? 'it failed') : error.message}`,
  };
}

function outputsOf({ document }: RunWork, scope: Scope): Record<string, unknown> | ToolError {
  try {
    // Sound: of an object.
    return fillValue(document.outputs ?? {}, scope) as Record<string, unknown>;
  } catch (error) {
    return onlyToolError(error);
  }
}

/** The webhook of the workflow itself; how that goes changes nothing about the run. */
async function notify({
  port,
  run,
  work,
  end,
  limit,
  actions,
}: Pick<Parameters<typeof runAttempts>[0], 'port' | 'run' | 'work' | 'limit' | 'actions'> & { end: RunEnd }) {
  const { notify: wanted, name } = work.document;
  if (!wanted || end.status === 'cancelled') return;
  const isGood = end.status === 'completed';
  if (wanted.trigger === (isGood ? 'onFailure' : 'onSuccess')) return;
  const step = notifyStep(wanted);
  const scope: Scope = {
    inputs: run.inputs,
    steps: (end.results ?? {}) as Readonly<Record<string, unknown>>,
    run: {
      id: run.runId,
      name,
      status: end.status,
      error: end.error ?? '',
      durationMs: Date.now() - run.createdAt,
      failed: !isGood,
    },
  };
  const signal = new AbortController().signal;
  const result = await runAttempts({ port, run, work, step, scope, limit, signal, actions });
  actions.note(run, step, noteOf(result));
}

const noteOf = ({ status, reason, error }: StepResult): string =>
  `[${status}${reason === undefined ? '' : `: ${reason}`}${error === undefined ? '' : `: ${error.message}`}]`;
