import { hash } from 'node:crypto';
import type { Approval, ApprovalDecision } from '../../core/approval/approval.ts';
import { answerOf } from '../../core/approval/approval-answer.ts';
import { approvalRefusal } from '../../core/approval/approval-refusal.ts';
import type { ShownPreview } from '../../core/approval/preview.ts';
import { type Call, type Next, type RunResult, resolved, type Step } from '../../core/call/call.ts';
import { InputRequired } from '../../core/call/input.ts';
import type { Config } from '../../core/config.ts';
import { ToolError } from '../../core/errors.ts';
import { isAtLeast } from '../../core/risk.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { cardFor } from '../approvals/card.ts';
import { questionFor, wordsFor } from '../approvals/client-question.ts';
import { doesMore } from '../approvals/does-more.ts';
import { tellEdited } from '../approvals/edited-note.ts';
import type { ShownFiles } from '../approvals/executed-files.ts';
import { pageFor, pageQuestion, whereToDecide } from '../approvals/where-to-decide.ts';
import { boundArgs } from '../policy/subject.ts';

const KEY = 'approval';

export interface ApproveParts {
  readonly approvals: Approvals;
  readonly settings: Config['approvals'];
  /** What the tool shows of a call, from its own view of the machine. */
  readonly preview: (call: Call) => Promise<ShownPreview | undefined>;
  /** What the call would do right now, beyond what its arguments say. */
  readonly effect: (call: Call) => Promise<string | undefined>;
  /** Whether the call is about a file that is not read without a question. */
  readonly holdsSecrets: (call: Call) => boolean;
  /** Whether nothing in a text is masked on its way to a client. */
  readonly isShownWhole: (text: string) => boolean;
  /** Where the page for people is served, if it is. */
  readonly address?: (() => string | undefined) | undefined;
  /** Judges the call again, with the arguments a person changed. */
  readonly recheck: (call: Call, args: Record<string, unknown>) => Promise<void>;
  /** The files the call will execute, as they are now. */
  readonly bindFiles: (call: Call) => void;
  /** What a person sees of them. */
  readonly executed: (call: Call) => ShownFiles;
  /** Keeps them as approved. */
  readonly rememberFiles: (call: Call) => void;
}

/** Asks a person; the answer counts for exactly this call, once, whichever way it comes. */
export const approve =
  (parts: ApproveParts): Step =>
  (call, next) => {
    parts.bindFiles(call);
    if (call.request.onlyAsk) return askOnly(call, parts);
    return call.facts.decision?.verdict === 'ask' ? runApproved(call, next, parts) : next(call);
  };

async function runApproved(call: Call, next: Next, parts: ApproveParts): Promise<RunResult> {
  const { args: asked } = resolved(call);
  const allowed = await approved(call, parts);
  const { args } = resolved(allowed);
  return args === asked ? next(allowed) : tellEdited(asked, args, () => next(allowed));
}

/** Leaves the question with the person; the caller makes the call once it is answered. */
async function askOnly(call: Call, parts: ApproveParts): Promise<never> {
  const { tool } = resolved(call);
  if (call.facts.decision?.verdict !== 'ask')
    throw new ToolError('CONFLICT', `${tool.name} needs no approval any more`, { hint: 'Call it.' });
  const digest = digestOf(call, await parts.effect(call));
  throw approvalRefusal(parts.approvals.ask(await questionOf(call, digest, parts)));
}

/** The call as a person approved it; it waits for them until a certain time, however often it has to ask. */
async function approved(call: Call, parts: ApproveParts, waitUntil?: number): Promise<Call> {
  const { approvals } = parts;
  const effect = await parts.effect(call);
  const digest = digestOf(call, effect);
  const ready = approvals.take(digest);
  if (effect !== undefined) call.facts.effect = effect;
  if (ready) return asApproved(call, ready, parts, waitUntil);
  const earlier =
    (isOfPerson(call) ? undefined : approvals.refused(digest)) ?? approvals.get(questionIn(call) ?? '');
  if (earlier?.status === 'denied') throw approvalRefusal(earlier);
  const asked = approvals.ask(await questionOf(call, digest, parts));
  // The record names the question, so that one which is asked twice is counted once.
  if (call.facts.decision) call.facts.decision = { ...call.facts.decision, approvalId: asked.id };
  const told = answerInClient(call, asked, parts);
  if (told === 'ask') throw new InputRequired({ [KEY]: questionFor(asked) }, { [KEY]: asked.id });
  if (told === 'nobody') tellWhere(call, asked, parts);
  // A run waits by itself, and holds nothing meanwhile.
  const waits = told === 'nobody' && call.request.parent?.kind !== 'run';
  const { patience, waitMs = parts.settings.waitMs } = call.request;
  const until = waitUntil ?? performance.now() + (waits ? (patience?.waitMs(asked.risk) ?? waitMs) : 0);
  const decided = await approvals.wait(
    asked.id,
    Math.max(0, Math.ceil(until - performance.now())),
    call.signal,
  );
  if (decided?.status === 'approved' && (await parts.effect(call)) !== effect)
    throw changedMeanwhile(decided);
  const taken = decided?.status === 'approved' ? approvals.take(digest) : undefined;
  if (taken) return asApproved(call, taken, parts, until);
  if (decided?.status === 'approved' || decided?.status === 'consumed')
    return usedByAnother(call, parts, until);
  if (decided?.status === 'pending' && !call.signal.aborted && patience?.mayAsk(asked.risk))
    return leftToClient(call, asked);
  throw approvalRefusal(decided ?? asked);
}

/** Who makes the call anew knows what they said before, and has changed their mind. */
const isOfPerson = ({ request: { caller } }: Call): boolean =>
  caller.isAdmin === true || caller.transport === 'cli';

/** The answer was for one call, and another one like this has used it: unless it was one for longer, it asks anew. */
async function usedByAnother(call: Call, parts: ApproveParts, waitUntil: number): Promise<Call> {
  const { args } = resolved(call);
  await parts.recheck(call, args);
  // Validated anew they are another object, which would count as changed by a person.
  call.facts.args = args;
  parts.bindFiles(call);
  return call.facts.decision?.verdict === 'ask' ? approved(call, parts, waitUntil) : call;
}

/** Its own prompt asks now; the question stays open, so that the record can say what came of it. */
function leftToClient(call: Call, { id }: Approval): Call {
  call.facts.decision = { verdict: 'ask', rule: 'left to the prompt of the client', approvalId: id };
  return call;
}

/** Nobody is asked in the client, so its user would see nothing but silence while the call waits. */
function tellWhere(call: Call, asked: Approval, { address }: ApproveParts): void {
  const { input, clientCapabilities, onProgress, onLog } = call.request;
  const url = pageFor(address?.(), asked);
  const { elicitation } = clientCapabilities ?? {};
  const canOpen = typeof elicitation === 'object' && elicitation !== null && 'url' in elicitation;
  if (canOpen && url !== undefined && !input?.responses[KEY])
    throw new InputRequired({ [KEY]: pageQuestion(asked, url) }, { [KEY]: asked.id });
  const message = whereToDecide(asked, url);
  if (onProgress) onProgress({ done: 0, message });
  else onLog?.('warning', message);
}

async function questionOf(call: Call, digest: string, parts: ApproveParts) {
  const { settings } = parts;
  const { tool, args } = resolved(call);
  const { principal, session, client } = call.request.caller;
  const card = cardFor(call, await previewOf(call, parts), parts.executed(call));
  const expiresAt = new Date(Date.now() + settings.ttlMs).toISOString();
  return {
    callId: call.request.toolCallId ?? call.id,
    digest,
    principal,
    session,
    client: client.name,
    tool: tool.name,
    card,
    args,
    expiresAt,
  };
}

/**
 * That a call would fail is said before anybody is asked, except where it says something of a secret: then the person
 * sees it, and the agent only what comes of the answer.
 */
async function previewOf(
  call: Call,
  { preview, holdsSecrets }: ApproveParts,
): Promise<ShownPreview | undefined> {
  try {
    return await preview(call);
  } catch (error) {
    if (!(error instanceof ToolError) || !holdsSecrets(call)) throw error;
    return `This would fail: ${error.message}`;
  }
}

/** Whether the client is to ask, has answered, or has nobody to ask. */
function answerInClient(
  call: Call,
  asked: Approval,
  { approvals, settings, isShownWhole }: ApproveParts,
): 'ask' | 'answered' | 'nobody' {
  const { input, clientCapabilities, caller } = call.request;
  const canAsk =
    clientCapabilities?.elicitation !== undefined &&
    !isAtLeast(asked.risk, above(settings.clientMaxRisk)) &&
    // A mask could hide what a yes would be for; the page and the terminal show all of it.
    isShownWhole(wordsFor(asked));
  const response = input?.responses[KEY] as
    | { action?: unknown; content?: Record<string, unknown> }
    | undefined;
  if (!canAsk) return 'nobody';
  // An answer to another question (what the call would do has changed since) counts for nothing.
  if (!response || questionIn(call) !== asked.id) return 'ask';
  // A client that cancels has nobody there; that is no "no".
  if (response.action !== 'accept' && response.action !== 'decline') return 'nobody';
  if (asked.status === 'pending') approvals.decide(asked.id, inClientDecision(response, caller.principal));
  return 'answered';
}

/** The question that an earlier round of this call asked. */
function questionIn({ request }: Call): string | undefined {
  const id = (request.input?.state as { [KEY]?: unknown } | undefined)?.[KEY];
  return typeof id === 'string' ? id : undefined;
}

function inClientDecision(
  { action, content }: { action?: unknown; content?: Record<string, unknown> },
  principal: string,
): ApprovalDecision {
  const answer = answerOf(action === 'accept' ? content?.decision : 'deny', content?.feedback);
  return { ...answer, by: principal, via: 'client' };
}

const above = (risk: Config['approvals']['clientMaxRisk']) =>
  ({ LOW: 'MEDIUM', MEDIUM: 'HIGH', HIGH: 'CRITICAL' })[risk] as 'MEDIUM' | 'HIGH' | 'CRITICAL';

/** With the person's arguments, if they changed them. */
async function asApproved(
  call: Call,
  { editedArgs, id, decidedVia }: Approval,
  parts: ApproveParts,
  waitUntil?: number,
): Promise<Call> {
  if (editedArgs) {
    const shown = { ...call.facts };
    await parts.recheck(call, editedArgs);
    parts.bindFiles(call);
    call.facts.effect = await parts.effect(call);
    // They read what the first arguments would do. Where the new ones do more, that is a question of its own.
    if (call.facts.decision?.verdict === 'ask' && doesMore(call.facts, shown))
      return approved(call, parts, waitUntil);
  }
  // A client may have answered by itself, and shown nobody the text.
  if (decidedVia !== 'client') parts.rememberFiles(call);
  call.facts.decision = { verdict: 'allow', rule: `approved (${decidedVia ?? 'person'})`, approvalId: id };
  return call;
}

const changedMeanwhile = ({ tool }: Approval): ToolError =>
  new ToolError('CONFLICT', `What ${tool} would do changed while the person was asked`, {
    retryable: true,
    hint: 'Look at the current state and call again; the person is then asked about it as it is.',
  });

/** Binds an answer to who asked for what, where, and with which effect. */
function digestOf(call: Call, effect: string | undefined): string {
  const { tool, args } = resolved(call);
  const { principal, session, cwd } = call.request.caller;
  return hash(
    'sha256',
    canonicalJson([
      ...[tool.name, tool.description, boundArgs(tool, args), principal, session, cwd, effect ?? null],
      ...[call.facts.bound ?? [], call.facts.scripts ?? [], call.facts.access ?? []],
      ...(call.facts.meanwhile ?? []),
      ...Object.entries(call.request.caller.setByRun?.secrets ?? {}),
    ]),
  );
}
