import type { ToolApprovalStatus } from 'ai';
import { type Approval, cardText } from '../core/approval/approval.ts';
import { approvalIn, approvalRefusal } from '../core/approval/approval-refusal.ts';
import type { CallRequest } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import type { ToolError } from '../core/errors.ts';
import type { CatalogEntry } from '../core/tool/registry.ts';
import type { GateHost } from './gate-host.ts';

/** The question that was asked about a tool call, by the id that the model gave the call. */
export type ApprovalIds = Pick<Map<string, string>, 'get' | 'set'>;

interface ToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

export type ToolApproval = (options: { readonly toolCall: ToolCall }) => Promise<ToolApprovalStatus>;

interface ApprovalParts {
  readonly host: GateHost;
  readonly caller: Caller;
  readonly parent: CallRequest['parent'];
  readonly approvalIds: ApprovalIds;
  readonly chosen: ReadonlyMap<string, CatalogEntry>;
}

/**
 * The gate's decision in the SDK's own states. A conversation can be forged, so that an approval in it counts for
 * nothing here: what a person decided is in the inbox, and the gate looks there once more when the call is made.
 */
export function createToolApproval(parts: ApprovalParts): ToolApproval {
  const { host, caller, approvalIds, chosen } = parts;
  return async ({ toolCall }) => {
    const entry = chosen.get(toolCall.toolName);
    if (!entry) return undefined;
    const known = approvalIds.get(toolCall.toolCallId);
    const asked = known === undefined ? undefined : host.approvals.get(known);
    if (asked && asked.status !== 'consumed') return statusOf(asked);
    const { decision, rule } = await host.explain({ tool: entry.name, args: toolCall.input }, caller);
    // What is malformed is said by the call itself, so that the model can mend it.
    if (decision === 'allow' || (decision === 'deny' && rule === undefined)) return undefined;
    return ask(parts, entry, toolCall);
  };
}

/** Puts the question into the inbox, or has the refusal recorded. */
async function ask(
  { host, caller, parent, approvalIds }: ApprovalParts,
  { name }: CatalogEntry,
  { toolCallId, input }: ToolCall,
): Promise<ToolApprovalStatus> {
  const answer = await host.call({ tool: name, args: input, caller, toolCallId, parent, onlyAsk: true });
  if (answer.kind !== 'result' || answer.ok) return undefined;
  const { error } = answer;
  const id = approvalIn(error);
  const asked = id === undefined ? undefined : host.approvals.get(id);
  if (asked) {
    approvalIds.set(toolCallId, asked.id);
    return statusOf(asked);
  }
  // Anything else is no decision: the call fails with the same words when it is made.
  return error.code === 'BLOCKED_BY_POLICY' ||
    error.code === 'PERMISSION_DENIED' ||
    error.code === 'OUTSIDE_ROOT'
    ? { type: 'denied', reason: reasonOf(error) }
    : undefined;
}

function statusOf(asked: Approval): ToolApprovalStatus {
  const { status, card, risk, decidedBy } = asked;
  if (status === 'approved') return { type: 'approved', reason: `Approved by ${decidedBy ?? 'a person'}` };
  if (status === 'pending')
    return { type: 'user-approval', reason: [`${card.title} (risk ${risk})`, cardText(card)].join('\n\n') };
  return { type: 'denied', reason: reasonOf(approvalRefusal(asked)) };
}

const reasonOf = ({ message, hint }: ToolError): string =>
  hint === undefined ? message : `${message}. ${hint}`;
