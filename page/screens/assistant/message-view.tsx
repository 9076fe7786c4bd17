import { ScrollText } from 'lucide-react';
import { usePending } from '../../live/use-pending.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../approvals/card.tsx';
import { CallView } from './call-view.tsx';
import { Prose } from './prose.tsx';
import { Reasoning } from './reasoning.tsx';
import type { Call, Message } from './use-conversation.ts';

interface Props {
  readonly message: Message;
  readonly calls: readonly Call[];
  /** The conversation, by which its questions are known. */
  readonly session: string;
}

/** What one side said, with the calls in it; a call that waits has its card right below. */
export function MessageView({ message, calls, session }: Props) {
  const { waiting } = usePending();
  if (message.role === 'user')
    return (
      <article aria-label="You" className="max-w-[85%] self-end rounded-lg bg-raised px-3.5 py-2">
        {message.parts.map((part, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a stored message never move
          part.type === 'call' ? null : <Prose key={at} text={part.text} />,
        )}
      </article>
    );
  const isSummary = message.role === 'summary';
  return (
    <article
      aria-label={isSummary ? 'Summary of earlier messages' : 'Assistant'}
      className={`flex min-w-0 flex-col gap-2 ${isSummary ? 'rounded-lg border border-line border-dashed p-3' : ''}`}
    >
      {isSummary && (
        <p className="flex items-center gap-1.5 text-soft text-xs">
          <ScrollText aria-hidden size={14} />
          Summary the model goes on with instead of the earlier messages
        </p>
      )}
      {message.parts.map((part, at) => {
        const key = `${message.id}-${at}`;
        if (part.type !== 'call')
          return part.type === 'text' ? (
            <Prose key={key} text={part.text} />
          ) : (
            <Reasoning key={key} text={part.text} />
          );
        const call = calls.find(({ id }) => id === part.callId);
        const approval = waiting.find(({ id, session: of }) => id === call?.approvalId && of === session);
        return (
          call && (
            <div key={key} className="flex min-w-0 flex-col gap-2">
              <CallView call={call} />
              {approval && (
                <div className="[&_footer]:static">
                  <Card approval={approval} />
                </div>
              )}
            </div>
          )
        );
      })}
      {message.isPartial && (
        <span>
          <Badge look="warn">stopped before its end</Badge>
        </span>
      )}
    </article>
  );
}
