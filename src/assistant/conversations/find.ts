import type { Conversation } from '../../core/assistant/conversation.ts';
import { ToolError } from '../../core/errors.ts';
import type { ConversationStore } from '../../store/conversations.ts';

export const EVERYTHING = 100_000;

/** By its id, or by the first letters where they fit one alone. */
export function findConversation(store: ConversationStore, id: string): Conversation {
  const found = store.get(id) ?? byStart(store, id);
  if (found) return found;
  throw new ToolError('NOT_FOUND', `There is no conversation "${id}"`, {
    hint: 'toolgate chat list shows them.',
  });
}

function byStart(store: ConversationStore, start: string): Conversation | undefined {
  if (start.length < 4) return undefined;
  const fitting = store
    .list(EVERYTHING)
    .filter(({ id }) => id.startsWith(start) || id.startsWith(`chat_${start}`));
  return fitting.length === 1 ? fitting[0] : undefined;
}
