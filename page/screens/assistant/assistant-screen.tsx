import { useNavigate, useParams } from '@tanstack/react-router';
import { useRead } from '../../api/use-acts.ts';
import { Answer } from '../../ui/states.tsx';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './conversation-list.tsx';
import { NewConversation } from './new-conversation.tsx';
import { NoModel } from './no-model.tsx';

/** Conversations with a model that works with the tools; its calls are asked about like those of any agent. */
export default function AssistantScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  const status = useRead('assistant/status', {}, { refreshOn: ['settings.changed'], everyMs: 30_000 });
  const open = (next: string | undefined): void =>
    void navigate({ to: next === undefined ? '/assistant' : `/assistant/${next}` });
  return (
    <div className="mx-auto flex h-full w-full max-w-[1500px] flex-col gap-4 p-4 md:p-6">
      <h1
        className={`font-semibold text-xl tracking-tight ${id === undefined ? '' : 'sr-only lg:not-sr-only'}`}
      >
        Assistant
      </h1>
      <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <div
          className={`min-h-0 min-w-0 ${id === undefined ? 'order-last lg:order-none' : 'hidden lg:block'}`}
        >
          <ConversationList shown={id} onOpen={open} />
        </div>
        <div className="flex min-h-0 min-w-0 flex-col">
          <Answer of={status} what="the assistant">
            {(facts) => {
              if (id !== undefined)
                return (
                  <Conversation key={id} id={id} model={facts.model} onOpen={open} isReady={facts.isReady} />
                );
              return facts.isReady ? (
                <NewConversation model={facts.model} onBegun={open} />
              ) : (
                <NoModel help={facts.help} onRetry={() => void status.refetch()} />
              );
            }}
          </Answer>
        </div>
      </div>
    </div>
  );
}
