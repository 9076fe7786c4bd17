import type { Caller } from '../../core/call/caller.ts';
import { ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot } from '../../core/path/paths.ts';
import { feedsInput } from '../../core/shell/data-variables.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import type { Trigger } from '../../core/workflow/execution.ts';
import { isWithinReach, type PlannedCall } from '../../core/workflow/planned-call.ts';
import type { Definition, Definitions, Enabled } from '../definitions/definitions.ts';
import { placeOfFile } from '../definitions/workflow-files.ts';
import { checkedInputs } from '../document/inputs.ts';
import { textOf } from '../expression/scope.ts';
import { fillValue } from '../expression/template.ts';
import { type Plan, planRun } from '../plan/plan-run.ts';
import type { Services } from '../services.ts';
import { callerOfRun, runCallerOf } from '../steps/run-caller.ts';
import type { RunWork } from '../steps/run-work.ts';
import type { RunEngine } from './run-port.ts';

type Data = Readonly<Record<string, unknown>>;

export interface StartParts {
  readonly services: Services;
  readonly definitions: Definitions;
  readonly engine: RunEngine;
}

/** Where a workflow works: its project, that of its file, that its caller is in, else where its caller is. */
export function placedCaller(
  { projectId, file }: Pick<Definition, 'projectId' | 'file'>,
  caller: Caller,
  services: Services,
): Caller {
  const projects = services.projects();
  const project = projects.find(({ id }) => id === projectId)?.path;
  // Anywhere else its commands would change what they are not about.
  if (projectId !== null && project === undefined)
    throw new ToolError('NOT_FOUND', `There is no project "${projectId}"`, {
      hint: 'list_projects shows them; register_project adds one, or one that was removed again.',
    });
  const place = file === null ? undefined : placeOfFile(file);
  const cwd = project ?? place ?? placeWithout(projects, caller);
  if (cwd === undefined) return caller;
  if (isInside(cwd, caller.roots)) return { ...caller, cwd };
  throw outsideRoot(cwd, caller.roots);
}

/**
 * Where it works that names no project. A person at the command line may stand anywhere, and nobody stands anywhere over
 * HTTP: then it is the only project there is.
 */
function placeWithout(
  projects: ReturnType<Services['projects']>,
  { cwd, roots, transport }: Caller,
): string | undefined {
  const open = projects.filter(({ path }) => isInside(path, roots)).map(({ path }) => path);
  if (cwd !== undefined) {
    const around = open.filter((path) => isInside(cwd, [path])).sort((a, b) => b.length - a.length);
    if (around[0] !== undefined) return around[0];
    // A person's commands make nothing of where they stand, unless nothing else is known.
    if (isInside(cwd, roots) && (transport !== 'cli' || open.length === 0)) return undefined;
  }
  if (open.length <= 1) return open[0];
  throw new ToolError('VALIDATION', 'The workflow has no project: say which one it belongs to', {
    hint: `Registered are: ${open.join(', ')}. Give its projectId, or go there.`,
  });
}

/** What a run of this workflow would do for this caller. Left out inputs will come later. */
export function planOf(
  definition: Definition,
  inputs: Data | undefined,
  caller: Caller,
  { services, definitions }: Pick<StartParts, 'services' | 'definitions'>,
): Promise<Plan> {
  const { id, version, document } = definition;
  return planRun(
    {
      document,
      inputs: inputs && checkedInputs(document.inputs, inputs),
      caller: placedCaller(definition, caller, services),
      subject: [id, version, definition.hash, inputs ?? null],
      chain: [id],
    },
    { services, findWorkflow: definitions.snapshot },
  );
}

export interface StartRequest {
  readonly definition: Definition;
  readonly inputs: Data;
  readonly caller: Caller;
  readonly trigger: Trigger;
  readonly approvalId?: string | undefined;
  /** What a person approved; if it is something else by now, nothing starts. */
  readonly approvedDigest?: string | undefined;
  /** Throws where it is not what was judged. */
  readonly check?: (plan: Plan) => void;
}

/** Starts a run that somebody asked for; the approval of the start covers what was planned. */
export async function startRun(request: StartRequest, parts: StartParts): Promise<string> {
  const { definition, caller, trigger, approvalId, approvedDigest } = request;
  const { id, version, document } = definition;
  const plan = await planOf(definition, request.inputs, caller, parts);
  request.check?.(plan);
  if (approvedDigest !== undefined && approvedDigest !== plan.digest)
    throw new ToolError('CONFLICT', `What ${document.name} would do changed while a person was asked`, {
      retryable: true,
      hint: 'Call again; the person is then asked about it as it is.',
    });
  const inputs = checkedInputs(document.inputs, request.inputs);
  const { runId } = await parts.engine.start({
    ...common(definition, inputs),
    trigger,
    startedBy: caller.onBehalfOf ?? caller.principal,
    session: caller.session,
    client: caller.client.name,
    approvalId,
    work: {
      document,
      caller: runCallerOf(placedCaller(definition, caller, parts.services), id, version),
      planned: plan.planned,
      children: plan.children,
      path: '',
    } satisfies RunWork,
  });
  return runId;
}

const common = ({ id, version, document, createdBy }: Definition, inputs: Data) => ({
  kind: 'workflow' as const,
  name: document.name,
  workflowId: id,
  version,
  inputs,
  concurrency: document.concurrency && {
    ...document.concurrency,
    // Of the one who made the workflow: the same word of somebody else is another key.
    key: `${createdBy}: ${textOf(fillValue(document.concurrency.key, { inputs, steps: {}, run: {} }))}`,
  },
});

export interface TriggeredStart {
  readonly definition: Definition & { readonly enabled: Enabled };
  readonly inputs: Data;
  readonly trigger: 'schedule' | 'webhook';
  readonly client: string;
  /** One firing, one run. */
  readonly idempotencyKey: string;
  readonly concurrency?:
    | {
        readonly key: string;
        readonly limit: number;
        readonly onConflict: 'queue' | 'skip' | 'cancel-oldest';
      }
    | undefined;
}

/** Starts a run nobody is there for, on behalf of the person who enabled it; what they did not see is asked about. */
export async function startTriggered(
  { definition, inputs: given, trigger, client, idempotencyKey, concurrency }: TriggeredStart,
  parts: StartParts,
): Promise<{ runId: string; isNew: boolean }> {
  const { document, enabled } = definition;
  const inputs = checkedInputs(document.inputs, given);
  const caller = { ...enabled.caller, client };
  const planner = callerOfRun('planned', caller, parts.services);
  const plan = await planOf(definition, inputs, planner, parts);
  // As it was planned when it was enabled: before anybody knew the inputs.
  const { planned: known } = await planOf(definition, undefined, planner, parts);
  const start = common(definition, inputs);
  return parts.engine.start({
    ...start,
    concurrency: concurrency ?? start.concurrency,
    trigger,
    startedBy: enabled.by,
    client,
    approvalId: enabled.approvalId,
    idempotencyKey,
    work: {
      document,
      caller,
      planned: isSameWork(plan, enabled) ? stillAllowed(plan.planned, known, enabled.planned) : {},
      children: plan.children,
      path: '',
    } satisfies RunWork,
  });
}

/**
 * The document is the same by its hash; the workflows that it runs may have changed. Where one did, nothing of the run is
 * what was seen: a question that stood before a step may be gone, and its commands may get other secrets.
 */
const isSameWork = ({ documents }: Plan, { documents: seen = {} }: Enabled): boolean =>
  canonicalJson(documents) === canonicalJson(seen);

/** An input may say what runs, or what a program that may write reads: then it is more than data. */
function isReachedAlike({ args, reach }: PlannedCall, now: PlannedCall): boolean {
  if (!now.reach || !isWithinReach(reach, now.reach)) return false;
  if (canonicalJson(args) === canonicalJson(now.args)) return true;
  const isFed = now.reach.needs.length > 0 && feedsInput(String(args.command ?? ''), isInput);
  return now.reach.unfound.length === 0 && !isFed;
}

/** As lines show them that are filled in later. */
const isInput = (variable: string): boolean => variable.startsWith('inputs_');

/**
 * What was seen when it was enabled, word for word but for the inputs, with the same risk and no more access now. Where the
 * inputs change the risk, they are more than data.
 */
const stillAllowed = (
  now: Readonly<Record<string, PlannedCall>>,
  known: Readonly<Record<string, PlannedCall>>,
  seen: Readonly<Record<string, PlannedCall>>,
): Record<string, PlannedCall> =>
  Object.fromEntries(
    Object.entries(now).flatMap(([path, call]) => {
      const [before, same] = [seen[path], known[path]];
      const isAllowed =
        before?.tool === call.tool &&
        before.effect === call.effect &&
        before.risk === call.risk &&
        isReachedAlike(before, call) &&
        canonicalJson(before.args) === canonicalJson(same?.args);
      return isAllowed ? [[path, { ...call, ...(before.inShell && { inShell: before.inShell }) }]] : [];
    }),
  );
