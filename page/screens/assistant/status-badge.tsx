import type { ConversationStatus } from '../../../src/core/assistant/conversation.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';

const WORDS: Readonly<Record<Exclude<ConversationStatus, 'idle'>, { look: BadgeLook; word: string }>> = {
  working: { look: 'low', word: 'working' },
  waiting: { look: 'warn', word: 'waits for you' },
  stopped: { look: 'plain', word: 'stopped' },
  failed: { look: 'bad', word: 'failed' },
  interrupted: { look: 'warn', word: 'interrupted' },
};

/** How a conversation stands; nothing where it is simply done. */
export function StatusBadge({ status }: { readonly status: ConversationStatus }) {
  if (status === 'idle') return null;
  const { look, word } = WORDS[status];
  return <Badge look={look}>{word}</Badge>;
}
