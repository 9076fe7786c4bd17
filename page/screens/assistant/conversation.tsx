import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { Composer } from './composer.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { DraftView } from './draft-view.tsx';
import { MessageView } from './message-view.tsx';
import { useConversation, type View } from './use-conversation.ts';
import { useStayAtEnd } from './use-stay-at-end.ts';

interface Props {
  readonly id: string;
  /** What the configuration says. */
  readonly model: string | null;
  readonly isReady: boolean;
  readonly onOpen: (id: string | undefined) => void;
}

const FIRST_SHOWN = 60;

/** One conversation: what was said and done, the questions that wait, and where to write. */
export function Conversation({ id, model, isReady, onOpen }: Props) {
  const { answer, draft, retry } = useConversation(id);
  return (
    <Answer of={answer} what="the conversation">
      {(view) => (
        <div className="flex min-h-0 flex-1 flex-col rounded-lg border border-line bg-panel">
          <ConversationHead view={view} model={model} onOpen={onOpen} />
          <Said view={view} draft={draft} retry={retry} />
          <Foot view={view} isReady={isReady} />
        </div>
      )}
    </Answer>
  );
}

type SaidProps = { readonly view: View } & Pick<ReturnType<typeof useConversation>, 'draft' | 'retry'>;

function Said({ view, draft, retry }: SaidProps) {
  const [shown, setShown] = useState(FIRST_SHOWN);
  const box = useStayAtEnd<HTMLDivElement>();
  const messages = view.messages.slice(-shown);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Messages"
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-auto p-4"
    >
      {messages.length < view.messages.length && (
        <Button look="quiet" onClick={() => setShown(shown + FIRST_SHOWN)}>
          Show earlier messages ({view.messages.length - messages.length})
        </Button>
      )}
      {view.messages.length === 0 && draft === undefined && (
        <Empty title="Nothing was said yet">Write a message below.</Empty>
      )}
      {messages.map((message) => (
        <MessageView key={message.id} message={message} calls={view.calls} session={view.id} />
      ))}
      {draft && <DraftView draft={draft} />}
      <p role="status" className="text-soft text-sm">
        {retry !== undefined
          ? visible(retry)
          : view.status === 'working' && draft === undefined
            ? 'The assistant works …'
            : view.status === 'waiting'
              ? 'The assistant waits for your answer.'
              : ''}
      </p>
    </div>
  );
}

function Foot({ view, isReady }: { readonly view: View; readonly isReady: boolean }) {
  const refreshes = ['assistant/conversation', 'assistant/conversations'] as const;
  const send = useAct('assistant/send', refreshes);
  const stop = useAct('assistant/stop', refreshes);
  const goOn = useAct('assistant/continue', refreshes);
  const { id, status, note } = view;
  const isBusy = status === 'working' || status === 'waiting';
  const isCutOff = status === 'stopped' || status === 'failed' || status === 'interrupted';
  const error = send.error ?? stop.error ?? goOn.error;
  return (
    <div className="flex flex-col gap-2 border-line border-t p-3">
      {isCutOff && (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-warn-ground px-3 py-2 text-warn">
          <p className="min-w-0 flex-1 break-words">{visible(note ?? `The answer was ${status}.`)}</p>
          <Button disabled={goOn.isPending} onClick={() => goOn.mutate({ id })}>
            Continue
          </Button>
        </div>
      )}
      {!isReady && (
        <p className="text-warn">There is no model to talk to. A new conversation says how to get one.</p>
      )}
      {error && <Failed error={error} />}
      <Composer
        onSend={(text) =>
          send.mutateAsync({ id, text }).then(
            () => true,
            () => false,
          )
        }
        onStop={isBusy ? () => stop.mutate({ id }) : undefined}
        isStopping={stop.isPending}
      />
    </div>
  );
}
