import type { Approval } from '../../core/approval.ts';
import type { Conversation, ConversationCall, Message, Usage } from '../../core/assistant/conversation.ts';
import { totalOf } from '../providers/price.ts';
import type { Parts } from '../services.ts';

/** A conversation as a list shows it. */
export interface ConversationSummary
  extends Pick<Conversation, 'id' | 'title' | 'status' | 'note' | 'model' | 'createdAt' | 'updatedAt'> {
  readonly cwd: string | null;
  readonly startedBy: string;
  /** What a search found. */
  readonly excerpt?: string;
}

/** All of it, for a page that opens it or a terminal that takes it up. */
export interface ConversationView extends ConversationSummary {
  readonly context: string;
  readonly messages: readonly Message[];
  readonly calls: readonly ConversationCall[];
  /** The questions its calls wait for. */
  readonly approvals: readonly Approval[];
  /** The answer that is being written right now. */
  readonly draft: { readonly messageId: string; readonly text: string } | null;
  readonly usage: Usage;
}

export const summaryOf = (conversation: Conversation, excerpt?: string): ConversationSummary => {
  const { id, title, status, note, model, createdAt, updatedAt, caller } = conversation;
  const { cwd = null, principal: startedBy } = caller;
  const facts = { id, title, status, note, model, createdAt, updatedAt, cwd, startedBy };
  return { ...facts, ...(excerpt !== undefined && { excerpt }) };
};

export function viewOf(
  { store, services }: Parts,
  conversation: Conversation,
  draft: ConversationView['draft'],
): ConversationView {
  const messages = store.messages(conversation.id);
  const calls = store.calls(conversation.id);
  return {
    ...summaryOf(conversation),
    context: conversation.context,
    messages,
    calls,
    approvals: calls.flatMap(({ state, approvalId }) =>
      state === 'waiting' && approvalId !== null ? (services.approvals.get(approvalId) ?? []) : [],
    ),
    draft,
    usage: totalOf(messages.map(({ usage }) => usage)),
  };
}
