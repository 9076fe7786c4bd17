import { visibleLine } from '../../core/text/visible.ts';
import type { StepResult } from '../../core/workflow/execution.ts';
import { kindOf, type Step } from '../../core/workflow/step.ts';
import type { Scope } from '../expression/scope.ts';
import { fillValue } from '../expression/template.ts';
import { DEADLINE, RunCancelled, type RunningRun, type RunPort } from '../runs/run-port.ts';
import { childStart } from './child-start.ts';
import type { Limit } from './limit.ts';
import type { RunWork } from './run-work.ts';
import type { CutOff, PersonsAnswer, StepActions } from './step-actions.ts';
import { failed, onlyToolError } from './step-failure.ts';

export interface StepRun {
  readonly port: RunPort;
  readonly run: RunningRun;
  readonly work: RunWork;
  readonly step: Step;
  readonly scope: Scope;
  readonly limit: Limit;
  readonly signal: AbortSignal;
  readonly actions: StepActions;
}

const WEEK_MS = 604_800_000;
/** A crash or a question is no failure, but nothing is tried without end. */
const MOST_ATTEMPTS = 100;

/** Tries a step as often as it says; each attempt has a name of its own in the record. */
export async function runAttempts(at: StepRun): Promise<StepResult> {
  const { port, step } = at;
  const most = step.retry?.attempts ?? 1;
  let failures = 0;
  for (let number = 1; number <= MOST_ATTEMPTS; number++) {
    const name = `${step.id}#${number}`;
    const tried = await attempt(at, name);
    if (tried === 'again') continue;
    const isFinal = !isWorthTrying(tried) || at.signal.aborted;
    if (isFinal || ++failures >= most) return tried;
    await inTime(at, port.sleepUntil(`${name}.backoff`, Date.now() + backoffMs(step, failures)));
  }
  return { status: 'failed', error: { code: 'INTERNAL', message: `it was begun ${MOST_ATTEMPTS} times` } };
}

/** What has artifacts did what it was to do, and does not run anew where they did not all fit. */
const isWorthTrying = ({ status, artifacts }: StepResult): boolean =>
  (status === 'failed' && artifacts === undefined) || status === 'timed_out';

function backoffMs({ retry }: Step, failures: number): number {
  const { backoffMs: first = 1000, factor = 2, maxMs = 60_000, jitter = true } = retry ?? {};
  const wait = Math.min(first * factor ** (failures - 1), maxMs);
  return jitter ? wait * (0.5 + Math.random() / 2) : wait;
}

async function attempt(at: StepRun, name: string): Promise<StepResult | 'again'> {
  switch (kindOf(at.step)) {
    case 'approval':
      return approval(at);
    case 'wait':
      return at.step.wait?.event === undefined
        ? limited(at, name, (within) => sleep(within, name))
        : event(at, at.step.wait.event);
    case 'workflow':
      return limited(at, name, (within) => child(within, name));
    default:
      return work(at, name);
  }
}

/** One call through the gate; asked about or cut off, it is made again under the next name. */
async function work(at: StepRun, name: string): Promise<StepResult | 'again'> {
  const { port, run, step, scope, signal, actions } = at;
  const done = await at.limit(() =>
    port.step(name, async () => {
      const result = await actions.execute({ run, step, name, signal }, scope);
      if (result.status !== 'completed' || step.artifacts === undefined) return result;
      return withArtifacts(result, () =>
        actions.keepArtifacts({ run, step: { ...step, ...placesOf(step, scope) }, name, signal }),
      );
    }),
  );
  if (done.kind === 'cut-off') return afterCutOff(at, name, done.startedAt);
  if (done.value.status !== 'needs_person') return done.value;
  const { approvalId } = done.value;
  const answer = await answerTo(at, approvalId);
  if (answer?.status === 'denied') return denied(answer, approvalId);
  // Approved: the same call again uses the approval. Expired: it asks again.
  return 'again';
}

/** Where its files are, with values in place of placeholders. */
const placesOf = ({ artifacts, cwd }: Step, scope: Scope): Pick<Step, 'artifacts' | 'cwd'> => ({
  artifacts: artifacts?.map((glob) => String(fillValue(glob, scope))),
  ...(cwd !== undefined && { cwd: String(fillValue(cwd, scope)) }),
});

/** What ran has run; that its files could not all be kept is what failed. */
async function withArtifacts(
  result: StepResult,
  keep: () => Promise<NonNullable<StepResult['artifacts']>>,
): Promise<StepResult> {
  try {
    return { ...result, artifacts: await keep() };
  } catch (error) {
    return { ...result, ...failed(onlyToolError(error)), artifacts: [] };
  }
}

const denied = ({ by, feedback }: PersonsAnswer, approvalId: string): StepResult => ({
  status: 'denied',
  approvalId,
  error: {
    code: 'PERMISSION_DENIED',
    message: `${by ?? 'a person'} did not allow it${feedback === undefined ? '' : `: ${feedback}`}`,
  },
});

const answerTo = async (at: StepRun, approvalId: string, timeoutMs = WEEK_MS) =>
  // Sound: `tellRuns` alone sends it.
  (await inTime(at, at.port.waitFor(`confirm:${approvalId}`, timeoutMs))) as PersonsAnswer | undefined;

/** Nothing is waited for any more once the time of the run is over. */
async function inTime<T>({ signal }: StepRun, waiting: Promise<T>): Promise<T> {
  // What is given up ends with the run; nobody is there to hear of it.
  waiting.catch(() => {});
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const end = () => reject(new RunCancelled());
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([waiting, isOver]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** What was cut off may have had its effect: the step says what becomes of it, or a person does. */
async function afterCutOff(at: StepRun, name: string, startedAt: number): Promise<StepResult | 'again'> {
  const { run, step, actions } = at;
  const found = await repeatable<CutOff>(at, `${name}.found`, () => actions.lookUp(run, name));
  if (found.kind === 'never began') return 'again';
  if (found.kind === 'ended' && found.ok && step.outputs === undefined && step.artifacts === undefined)
    return { status: 'completed', reason: 'it was done when the host ended; what it printed is lost' };
  const policy = step.onInterrupt ?? ((await actions.onlyReads(run, step)) ? 'retry' : 'ask');
  if (policy === 'retry') return 'again';
  if (policy === 'fail') return interrupted('the host ended while it ran');
  const approvalId = await repeatable(at, `${name}.ask`, async () => {
    const asked = await actions.askCutOff(run, step, name, startedAt, found);
    const why = 'the host ended while it ran, and a person has to say what becomes of it';
    actions.note(run, step, `${why} [toolgate approvals show ${asked.slice(0, 8)}]`);
    return asked;
  });
  const answer = await answerTo(at, approvalId);
  actions.settle(run, approvalId);
  if (answer?.status === 'approved') return 'again';
  if (answer?.status === 'done')
    return { status: 'completed', reason: 'a person said that it was done', approvalId };
  return interrupted(
    answer?.status === 'denied'
      ? `the host ended while it ran, and ${personOf(answer)} said not to run it again`
      : 'the host ended while it ran, and nobody said what to do',
  );
}

/** Who answered at a terminal or on the page has no other name. */
const personOf = ({ by }: PersonsAnswer): string => (by === undefined ? 'a person' : `a person (${by})`);

const interrupted = (message: string): StepResult => ({
  status: 'failed',
  error: { code: 'INTERRUPTED', message },
});

/** Something that may be done again: a look, or a question that is the same when it is put twice. */
async function repeatable<T>({ port }: StepRun, name: string, look: () => Promise<T>): Promise<T> {
  for (let number = 1; ; number++) {
    const seen = await port.step(number === 1 ? name : `${name}~${number}`, look);
    if (seen.kind === 'done') return seen.value;
  }
}

async function approval(at: StepRun): Promise<StepResult> {
  const { run, step, scope, actions } = at;
  const question = filled(step.approval ?? '', scope);
  if (typeof question !== 'string') return question;
  const approvalId = await repeatable(at, `${step.id}.ask`, async () => {
    const asked = await actions.askApproval(run, step, question);
    actions.note(
      run,
      step,
      `waits for a person: ${visibleLine(question)} [toolgate approvals approve ${asked.slice(0, 8)}]`,
    );
    return asked;
  });
  const answer = await answerTo(at, approvalId, step.timeoutMs ?? WEEK_MS);
  actions.settle(run, approvalId);
  if (answer?.status === 'approved')
    return { status: 'completed', approvalId, text: `approved by ${answer.by ?? 'a person'}` };
  if (answer?.status === 'denied') return denied(answer, approvalId);
  return { status: 'timed_out', approvalId, error: { code: 'TIMEOUT', message: 'nobody answered in time' } };
}

function filled(text: string, scope: Scope): string | StepResult {
  try {
    return String(fillValue(text, scope));
  } catch (error) {
    return failed(onlyToolError(error));
  }
}

async function event(at: StepRun, name: string): Promise<StepResult> {
  const data = await inTime(at, at.port.waitFor(`event:${name}`, at.step.timeoutMs));
  if (data === undefined)
    return { status: 'timed_out', error: { code: 'TIMEOUT', message: `"${name}" did not come in time` } };
  return { status: 'completed', outputs: { event: data } };
}

async function sleep(at: StepRun, name: string): Promise<StepResult> {
  const { ms = 0, until } = at.step.wait ?? {};
  await inTime(at, at.port.sleepUntil(name, until === undefined ? Date.now() + ms : Date.parse(until)));
  return { status: 'completed' };
}

/** Gives up what takes longer than the step may; recorded, so that a restart does not begin to count again. */
async function limited(
  at: StepRun,
  name: string,
  begin: (at: StepRun) => Promise<StepResult>,
): Promise<StepResult> {
  const { port, step, signal } = at;
  const { timeoutMs } = step;
  if (timeoutMs === undefined) return begin(at);
  const late = new AbortController();
  port
    .sleepUntil(`${name}.${DEADLINE}`, Date.now() + timeoutMs)
    .then(() => late.abort())
    // It is given up when the run ends before.
    .catch(() => {});
  const isLate = () => late.signal.aborted && !signal.aborted;
  try {
    const result = await begin({ ...at, signal: AbortSignal.any([signal, late.signal]) });
    return result.status === 'cancelled' && isLate() ? { ...result, ...tooLate(timeoutMs) } : result;
  } catch (error) {
    if (error instanceof RunCancelled && isLate()) return tooLate(timeoutMs);
    throw error;
  }
}

export const tooLate = (timeoutMs: number): StepResult => ({
  status: 'timed_out',
  error: { code: 'TIMEOUT', message: `it took longer than ${timeoutMs} ms` },
});

async function child(at: StepRun, name: string): Promise<StepResult> {
  const { port, run, work: own, step, scope } = at;
  const start = childStart(run, own, step, scope);
  if ('error' in start) return { status: 'failed', error: start.error };
  const { status, outputs, error, runId } = await port.child(name, start, at.signal);
  const text = error ?? status;
  if (status === 'completed') return { status: 'completed', outputs, executionId: runId };
  if (status === 'cancelled' || status === 'timed_out' || status === 'denied')
    return { status, executionId: runId, error: { code: 'EXEC_FAILED', message: text } };
  return { status: 'failed', executionId: runId, error: { code: 'EXEC_FAILED', message: text } };
}
