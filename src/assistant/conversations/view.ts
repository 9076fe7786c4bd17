import type { Conversation } from '../../core/assistant/conversation.ts';
import type { ConversationSummary, ConversationView } from '../../core/assistant/conversation-view.ts';
import { totalOf } from '../providers/price.ts';
import type { Parts } from '../services.ts';
import { withoutSecrets } from '../without-secrets.ts';

export const summaryOf = (conversation: Conversation, excerpt?: string): ConversationSummary => {
  const { id, title, status, note, model, createdAt, updatedAt, caller } = conversation;
  const { cwd = null, roots, principal: startedBy } = caller;
  const facts = { id, title, status, note, model, createdAt, updatedAt, cwd, roots, startedBy };
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
    calls: calls.map((call) => ({ ...call, args: withoutSecrets(call.args, services.redact) })),
    approvals: calls.flatMap(({ state, approvalId }) =>
      state === 'waiting' && approvalId !== null ? (services.approvals.get(approvalId) ?? []) : [],
    ),
    draft,
    usage: totalOf([conversation.titleUsage, ...messages.map(({ usage }) => usage)]),
  };
}
