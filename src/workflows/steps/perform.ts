import { approvalIn } from '../../core/approval/approval-refusal.ts';
import type { Answer } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import { ToolError, toToolError } from '../../core/errors.ts';
import { isAtLeast } from '../../core/risk.ts';
import type { StepResult } from '../../core/workflow/execution.ts';
import type { PlannedCall } from '../../core/workflow/planned-call.ts';
import { readStoredSecret } from '../../core/workflow/stored-secret.ts';
import type { Scope } from '../expression/scope.ts';
import type { Services } from '../services.ts';
import type { Grants } from './grants.ts';
import { outputsOf, SEEN_BYTES } from './outputs.ts';
import { readWhole } from './read-whole.ts';
import { tooLate } from './run-attempts.ts';
import { callerOfRun } from './run-caller.ts';
import type { RunLog } from './run-log.ts';
import type { RunWork } from './run-work.ts';
import type { Attempt, NeedsPerson } from './step-actions.ts';
import { type StepCall, stepCall } from './step-call.ts';
import { failed, onlyToolError } from './step-failure.ts';

const MOST_TEXT = 4000;
/** Timers know no longer time. */
const LONGEST_MS = 2_147_483_647;

/** Makes the call a step comes to, through the gate like any other, with the run as its parent. */
export async function perform(
  { run, step, name, signal }: Attempt,
  scope: Scope,
  { services, grants, log }: { readonly services: Services; readonly grants: Grants; readonly log: RunLog },
): Promise<StepResult | NeedsPerson> {
  // Sound: `start` alone writes it.
  const work = run.work as RunWork;
  const { runId } = run;
  const plain = callerOfRun(runId, work.caller, services);
  const call = await stepCall(step, scope, {
    document: work.document,
    cwd: work.caller.cwd,
    packageManager: (directory) => services.packageManager(directory, plain),
    takesTimeout: (tool) => takesTimeout(services, tool),
  }).catch(onlyToolError);
  if (call instanceof ToolError) return failed(call);
  if (!call) throw new Error(`The step ${step.id} is not a call`);
  const secrets = await readSecrets(call, services);
  if (secrets instanceof ToolError) return failed(secrets);
  const planned = work.planned[`${work.path}${step.id}`];
  const refused = await refusedVariables(call, planned, plain, services);
  if (refused) return { ...failed(refused), status: 'denied' };
  const requestKey = keyOf(runId, name);
  // What takes no limit of its own, or was given a longer one, is stopped from here.
  const { timeoutMs } = step;
  const limit =
    timeoutMs === undefined || isLimited(call, timeoutMs)
      ? undefined
      : AbortSignal.timeout(Math.min(timeoutMs, LONGEST_MS));
  const answer = await grants.during(requestKey, planned, () =>
    services.call({
      tool: call.tool,
      args: call.args,
      caller: {
        ...plain,
        env: { ...call.env, ...secrets },
        setByRun: {
          shown: call.env,
          secrets: call.secrets,
          ...(planned?.inShell && { inShell: planned.inShell }),
        },
      },
      signal: limit ? AbortSignal.any([signal, limit]) : signal,
      requestKey,
      parent: { kind: 'run', id: runId },
      ...(step.outputs !== undefined && { keepBytes: SEEN_BYTES }),
      onProgress: ({ message }) => {
        if (message !== undefined) log.append(runId, step.id, message);
      },
    }),
  );
  if (answer.kind !== 'result')
    return failed(new ToolError('INTERNAL', `${call.tool} answered ${answer.kind}`));
  if (!answer.ok && answer.error.code === 'APPROVAL_PENDING') {
    const approvalId = approvalIn(answer.error);
    if (approvalId !== undefined) return { status: 'needs_person', approvalId };
  }
  const result = resultOf(answer);
  const isLate = limit?.aborted === true && !signal.aborted;
  if (result.status !== 'completed')
    return isLate && timeoutMs !== undefined ? { ...result, ...tooLate(timeoutMs) } : result;
  if (step.outputs === undefined || !answer.ok) return result;
  const read = (path: string) => readWhole(path, SEEN_BYTES, { run, caller: plain, signal }, services);
  const outputs = await outputsOf(step.outputs, answer.data, read);
  return outputs instanceof ToolError ? { ...result, ...failed(outputs) } : { ...result, outputs };
}

const isLimited = ({ args }: StepCall, timeoutMs: number): boolean =>
  Number(args.timeoutMs ?? Number(args.timeout) * 1000) <= timeoutMs;

export const keyOf = (runId: string, name: string): string => `${runId}/${name}`;

export const takesTimeout = (services: Pick<Services, 'findTool'>, tool: string): boolean =>
  'timeoutMs' in ((services.findTool(tool)?.inputSchema.properties as object | undefined) ?? {});

/** What the gate cannot see among the arguments is judged here, now that its values are known. */
async function refusedVariables(
  { tool, env }: StepCall,
  planned: PlannedCall | undefined,
  caller: Caller,
  services: Services,
): Promise<ToolError | undefined> {
  // What nobody has seen with its value: the rest was shown, and is what it was.
  const unseen = Object.entries(env).filter(([variable, value]) => planned?.env?.[variable] !== value);
  if (unseen.length === 0) return undefined;
  const given = { command: ':', env: Object.fromEntries(unseen) };
  const { risk, reasons } = await services.foresee('shell_execute', given, caller);
  if (!isAtLeast(risk, 'HIGH')) return undefined;
  const names = unseen.map(([variable]) => variable).join(', ');
  return new ToolError('PERMISSION_DENIED', `${tool} would run with ${names}, whose value nobody has seen`, {
    hint: `${reasons[0] ?? 'It may run code'}. Write the value into the workflow, so that a person sees it.`,
  });
}

/** Values of the secrets by variable; the store has them masked in everything that leaves. */
async function readSecrets(
  { secrets }: StepCall,
  services: Services,
): Promise<Record<string, string> | ToolError> {
  const values: Record<string, string> = {};
  for (const [variable, name] of Object.entries(secrets)) {
    try {
      values[variable] = await readStoredSecret(name, services.secrets);
    } catch (error) {
      return toToolError(error);
    }
  }
  return values;
}

function resultOf(answer: Extract<Answer, { kind: 'result' }>): StepResult {
  const { callId, auditSeq } = answer.meta;
  const common = { callId, ...(auditSeq !== undefined && { auditSeq }) };
  if (answer.ok) {
    const text = answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    const { exitCode } = exitOf(answer.data);
    // To an agent a search that finds nothing is an answer; a step that is to check something has failed.
    const error = { code: 'EXEC_FAILED', message: `it exited with ${exitCode}` };
    const ending = exitCode == null || exitCode === 0 ? DONE : { status: 'failed' as const, error };
    return { ...common, ...ending, ...exitOf(answer.data), text: text.slice(-MOST_TEXT) };
  }
  const { code, message, hint, data = {}, text } = answer.error;
  const isDenied = code === 'PERMISSION_DENIED' || code === 'BLOCKED_BY_POLICY';
  const status = isDenied
    ? 'denied'
    : code === 'TIMEOUT'
      ? 'timed_out'
      : code === 'CANCELLED'
        ? 'cancelled'
        : 'failed';
  return {
    ...common,
    status,
    ...exitOf(data),
    error: { code, message: hint === undefined ? message : `${message}. ${hint}` },
    ...(text !== undefined && { text: text.slice(-MOST_TEXT) }),
  };
}

const DONE = { status: 'completed' } as const;

const exitOf = ({ exitCode }: Readonly<Record<string, unknown>>): { exitCode?: number | null } =>
  typeof exitCode === 'number' || exitCode === null ? { exitCode } : {};
