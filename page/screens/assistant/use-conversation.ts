import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../api/client.ts';
import { useRead } from '../../api/use-acts.ts';
import { useLive } from '../../live/use-live.ts';

export type View = Output<'assistant/conversation'>;
export type Message = View['messages'][number];
export type Call = View['calls'][number];

/** An answer that is being written. */
export interface Draft {
  readonly messageId: string;
  readonly text: string;
  readonly reasoning: string;
}

/** A conversation as it is stored, and what is being written of it right now. */
export function useConversation(id: string) {
  const queries = useQueryClient();
  const answer = useRead('assistant/conversation', { id });
  const [live, setLive] = useState<Draft | undefined>();
  const [retry, setRetry] = useState<string | undefined>();
  const stored = answer.data?.draft;
  useLive(
    ['assistant.changed', 'assistant.message', 'assistant.call', 'assistant.delta', 'assistant.retry'],
    (event) => {
      if (!('conversationId' in event.data) || event.data.conversationId !== id) return;
      if (event.name === 'assistant.delta') {
        const { messageId, kind, text } = event.data;
        setRetry(undefined);
        setLive((before) => {
          const known = before?.messageId === messageId ? before : begun(messageId, stored);
          return kind === 'text'
            ? { ...known, text: known.text + text }
            : { ...known, reasoning: known.reasoning + text };
        });
        return;
      }
      if (event.name === 'assistant.retry') {
        setLive({ messageId: event.data.messageId, text: '', reasoning: '' });
        setRetry(`${event.data.reason} Asked again (attempt ${event.data.attempt}).`);
        return;
      }
      if (event.name !== 'assistant.call') setRetry(undefined);
      void queries.invalidateQueries({ queryKey: ['assistant/conversation', { id }] });
    },
  );
  return { answer, retry, draft: draftOf(answer.data, live) };
}

/** What was written before this page looked. */
const begun = (messageId: string, stored: View['draft'] | undefined): Draft => ({
  messageId,
  text: stored?.messageId === messageId ? stored.text : '',
  reasoning: '',
});

/** A message that is stored stands for itself. */
function draftOf(view: View | undefined, live: Draft | undefined): Draft | undefined {
  if (view === undefined || (view.status !== 'working' && view.status !== 'waiting')) return undefined;
  const draft = live ?? (view.draft ? begun(view.draft.messageId, view.draft) : undefined);
  return draft && view.messages.some(({ id }) => id === draft.messageId) ? undefined : draft;
}
