import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ShownStep } from '../../core/approval/preview.ts';
import type { Assessment } from '../../core/call/assessment.ts';
import type { Caller } from '../../core/call/caller.ts';
import { ToolError, toToolError } from '../../core/errors.ts';
import { highestRisk, type Risk } from '../../core/risk.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import { quotedLine, visibleLine } from '../../core/text/visible.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import { LATER, type PlannedCall, reachOf } from '../../core/workflow/planned-call.ts';
import { kindOf, type Step } from '../../core/workflow/step.ts';
import { secretForProgram } from '../../core/workflow/stored-secret.ts';
import { needsOf } from '../document/graph.ts';
import { checkedInputs } from '../document/inputs.ts';
import { notifyStep } from '../document/notify-step.ts';
import { createRoom, type Room } from '../expression/room.ts';
import { isLater, type Scope, UNKNOWN } from '../expression/scope.ts';
import { fillValue } from '../expression/template.ts';
import type { Services } from '../services.ts';
import { takesTimeout } from '../steps/perform.ts';
import type { Documents, WorkflowSnapshot } from '../steps/run-work.ts';
import { stepCall } from '../steps/step-call.ts';
import { digestOf } from './as-judged.ts';
import { assertChildOutputs } from './child-outputs.ts';
import { assertSteps } from './count-steps.ts';
import { type Executed, executedBy, executedIn } from './executed.ts';
import { judgeCall } from './judge-call.ts';
import { isShownWhole } from './later-data.ts';
import { laterIn, shownCall } from './shown-call.ts';

type Data = Readonly<Record<string, unknown>>;

/** Everything a run would do, as far as it is known before it begins. */
export interface Plan extends Assessment {
  readonly planned: Readonly<Record<string, PlannedCall>>;
  readonly children: Readonly<Record<string, WorkflowSnapshot>>;
  /** For the person who is asked, as a text and as data. */
  readonly text: string;
  readonly steps: readonly ShownStep[];
  /** An approval holds only while this is the same. */
  readonly digest: string;
  /** A standing answer holds while this is: what it would run, but not how the files are that it writes. */
  readonly standing: string;
  readonly documents: Documents;
}

export interface PlanRequest {
  readonly document: WorkflowDocument;
  /** Left out: they will come with whatever starts it. */
  readonly inputs: Data | undefined;
  readonly caller: Caller;
  /** What names the run: workflow and version. */
  readonly subject: unknown;
  readonly chain: readonly string[];
}

/** With those of the workflows that it runs. */
interface Planning extends PlanRequest {
  readonly room: Room;
}

export interface PlanParts {
  readonly services: Pick<Services, 'foresee' | 'findTool' | 'packageManager'>;
  readonly findWorkflow: (id: string) => WorkflowSnapshot | undefined;
}

const DEEPEST = 5;
const BEFORE_OTHERS = 5;

export async function planRun({ caller, ...given }: PlanRequest, parts: PlanParts): Promise<Plan> {
  // As its steps will be called: by a run, not by its starter.
  const request: Planning = { ...given, caller: { ...caller, transport: 'run' }, room: createRoom() };
  assertSteps(request.document, parts.findWorkflow);
  const found = await planSteps(request, parts, '');
  const planned = Object.fromEntries(found.map(({ path, call }) => [path, call]).filter(([, call]) => call));
  const children = Object.assign({}, ...found.map((one) => one.children ?? {}));
  const forbidden = found.find((one) => one.forbidden !== undefined)?.forbidden;
  const commands = found.flatMap((one) => one.commands ?? []);
  const documents = documentsOf(children);
  return {
    planned,
    children,
    documents,
    risk: highestRisk(found.map(({ risk }) => risk)),
    reasons: [...new Set(found.flatMap(({ reasons }) => reasons))],
    ...(commands.length > 0 && { commands }),
    ...executedBy(found.flatMap(({ executed }) => executed ?? [])),
    ...(forbidden !== undefined && { forbidden }),
    text: found.map(({ text }) => text).join('\n'),
    steps: found.map(({ shown }) => shown),
    digest: hash('sha256', canonicalJson([request.subject, planned, documents])),
    standing: `${digestOf(request.subject)}.${digestOf([lasting(planned, parts), documents])}`,
  };
}

/** The effect of what only changes files is their state, which each run changes. */
const lasting = (planned: Plan['planned'], { services }: PlanParts): unknown =>
  Object.entries(planned).map(([path, { effect, ...call }]) => {
    const effects = services.findTool(call.tool)?.effects ?? ['exec'];
    const runs = effects.some((one) => one === 'exec' || one === 'network');
    return [path, call, runs ? (effect ?? null) : null];
  });

const documentsOf = (children: Readonly<Record<string, WorkflowSnapshot>>): Documents =>
  Object.fromEntries(
    Object.values(children).map(({ workflowId, document }) => [workflowId, digestOf(document)]),
  );

interface PlannedStep {
  readonly path: string;
  readonly call?: PlannedCall | undefined;
  readonly children?: Record<string, WorkflowSnapshot>;
  readonly risk: Risk;
  readonly reasons: readonly string[];
  readonly commands?: Assessment['commands'];
  readonly forbidden?: string | undefined;
  readonly executed?: Executed;
  readonly text: string;
  readonly shown: ShownStep;
}

async function planSteps(request: Planning, parts: PlanParts, path: string): Promise<PlannedStep[]> {
  const { document, inputs } = request;
  assertChildOutputs(document, parts.findWorkflow);
  const needs = needsOf(document);
  const scope = planScope(inputs);
  const planned: PlannedStep[] = [];
  const steps = [...document.steps, ...(document.notify ? [notifyStep(document.notify)] : [])];
  for (const [index, step] of steps.entries()) {
    // Judging a long line takes a while: others get their turn in between.
    await setImmediate();
    const place = `${'  '.repeat(path.split('/').length - 1)}${index + 1}. `;
    const when = step.when === undefined ? '' : `, when ${step.when}`;
    const title = place + visibleLine(`${step.name}${after(needs.get(step.id))}${when}`);
    // Judging is all done in one go: others have to get their turn in between.
    if (index % BEFORE_OTHERS === BEFORE_OTHERS - 1) await setImmediate();
    planned.push(
      ...(await planStep(step, scope, request, parts, { path, title, needs: needs.get(step.id) ?? [] })),
    );
  }
  return planned;
}

const after = (needs: readonly string[] = []): string =>
  needs.length > 0 ? ` (after ${needs.join(', ')})` : '';

/** What earlier steps will find out is not known; neither are inputs that come later. */
const planScope = (inputs: Data | undefined): Scope =>
  // Sound: `valueAt` looks for the symbol before anything else.
  ({ inputs: inputs ?? UNKNOWN, steps: UNKNOWN, run: UNKNOWN }) as unknown as Scope;

const RUN = { id: 'later', failed: UNKNOWN };

interface Place {
  readonly path: string;
  readonly title: string;
  readonly needs: readonly string[];
}

async function planStep(
  step: Step,
  scope: Scope,
  request: Planning,
  parts: PlanParts,
  at: Place,
): Promise<PlannedStep[]> {
  const { services } = parts;
  const { caller, document, room } = request;
  const path = `${at.path}${step.id}`;
  if (kindOf(step) === 'workflow') return planChild(step, scope, request, parts, at);
  const surrounding = {
    document,
    cwd: caller.cwd,
    packageManager: (directory: string) => services.packageManager(directory, caller),
    takesTimeout: (tool: string) => takesTimeout(services, tool),
    room,
  };
  const call = await stepCall(step, scope, surrounding);
  if (!call) return [stepWithout(step, at, waitText(step))];
  const seen = await judgeCall(call, step, scope, { caller, services });
  const { effect, onlyReads } = seen;
  const shown = [shownCall(call, seen), ...handedOn(step)].join('\n');
  // What is left out here is asked about when it is known.
  const { tool, args, env, secrets } = call;
  const around = Object.keys(env).length > 0 && { env };
  const uses = Object.entries(secrets).map(([variable, name]) => secretForProgram(name, variable));
  const getsSecrets = uses.length > 0;
  const risk = highestRisk([seen.risk, ...uses.map((use) => use.risk)]);
  const reasons = [...seen.reasons, ...uses.map(({ reason }) => reason)];
  // Its id is Toolgate's own, so nobody can choose it.
  const inRun = (await stepCall(step, { ...scope, run: RUN }, surrounding)) ?? call;
  const inShell = laterIn(inRun.args.env);
  const kept = inShell.length > 0 && { inShell };
  const isShown = await isShownWhole(inRun, seen, (given) => services.foresee(tool, given, caller));
  const planned = isShown
    ? {
        ...{ tool, args, ...around, ...kept, ...(getsSecrets && { secrets }) },
        ...{ risk: seen.risk, reach: reachOf(seen), onlyReads, effect },
      }
    : undefined;
  return [
    {
      path,
      call: planned,
      risk,
      reasons,
      commands: seen.commands,
      forbidden: seen.forbidden,
      executed: executedIn(step, seen),
      text: `${at.title}: ${call.tool} ${risk}\n${indented(shown)}`,
      shown: { ...shownStep(step, at, call.tool), risk, reasons: [...reasons], text: shown },
    },
  ];
}

const shownStep = (step: Step, { path, needs }: Place, does: string) => ({
  path: `${path}${step.id}`,
  name: step.name,
  does,
  needs: [...needs],
  ...(step.when !== undefined && { when: step.when }),
});

/** What later steps can use of it. */
function handedOn({ outputs = {} }: Step): string[] {
  const names = Object.keys(outputs);
  const others = names.length - MOST_NAMED;
  const first = names.slice(0, MOST_NAMED).map((name) => name.slice(0, 40));
  return first.length === 0 ? [] : [`Outputs: ${first.join(', ')}${others > 0 ? ` and ${others} more` : ''}`];
}

const MOST_NAMED = 10;

/** One that calls no tool by itself. */
const stepWithout = (step: Step, at: Place, does: string): PlannedStep => {
  const harmless = { risk: 'SAFE', reasons: [] } as const;
  return {
    path: `${at.path}${step.id}`,
    ...harmless,
    text: `${at.title}: ${does}`,
    shown: { ...shownStep(step, at, does), ...harmless },
  };
};

const waitText = ({ approval, wait }: Step): string =>
  approval === undefined ? `wait ${JSON.stringify(wait)}` : `ask a person: ${quotedLine(approval)}`;

const indented = (text: string): string => text.replace(/^/gm, '     ');

async function planChild(
  step: Step,
  scope: Scope,
  request: Planning,
  parts: PlanParts,
  at: Place,
): Promise<PlannedStep[]> {
  const id = step.workflow ?? '';
  const { chain, caller, room } = request;
  if (chain.includes(id))
    throw new ToolError('VALIDATION', `The workflows run each other: ${[...chain, id].join(' -> ')}`, {
      hint: 'Take out one of these steps: a workflow cannot run itself, not even through another one.',
    });
  if (chain.length >= DEEPEST)
    throw new ToolError('VALIDATION', `Step "${step.id}": workflows are nested deeper than ${DEEPEST}`);
  const snapshot = parts.findWorkflow(id);
  if (!snapshot)
    throw new ToolError('NOT_FOUND', `Step "${step.id}": there is no workflow "${id}"`, {
      hint: 'A step names a workflow by its id; list_workflows shows them.',
    });
  const { document } = snapshot;
  const given = fillValue(step.inputs ?? {}, scope, room) as Data;
  const inputs = isLater(given) ? unmarked(given) : inputsOf(step, snapshot, given);
  const inner = await planSteps(
    { document, inputs, caller, subject: null, chain: [...chain, id], room },
    parts,
    `${at.path}${step.id}/`,
  );
  const own: PlannedStep = {
    ...stepWithout(step, at, visibleLine(`workflow ${document.name} (${id}, version ${snapshot.version})`)),
    children: { [id]: snapshot },
  };
  return [own, ...inner];
}

/** Which of the workflows does not get what it needs is for the step to say. */
function inputsOf({ id }: Step, { document }: WorkflowSnapshot, given: Data): Data {
  try {
    return checkedInputs(document.inputs, given);
  } catch (error) {
    const { code, message, hint } = toToolError(error);
    throw new ToolError(code, `Step "${id}" runs ${document.name}: ${message}`, { hint, cause: error });
  }
}

/** Marks become what the scope knows as unknown. */
const unmarked = (given: Data): Data =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === LATER ? UNKNOWN : value]));
