import { Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { useRead } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Answer } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { StatusBadge } from './status-badge.tsx';

type Summary = Output<'assistant/conversations'>['conversations'][number];

interface Props {
  readonly shown: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

const MOST = 100;

/** What was talked about, newest first; a search looks into the messages too. */
export function ConversationList({ shown, onOpen }: Props) {
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query.trim());
  const answer = useRead(
    'assistant/conversations',
    { query: asked, limit: MOST },
    { refreshOn: ['assistant.changed'] },
  );
  return (
    <section aria-label="Conversations" className="flex h-full min-h-0 flex-col gap-2">
      <Button look="plain" onClick={() => onOpen(undefined)} icon={<Plus aria-hidden size={15} />}>
        New conversation
      </Button>
      <TextField
        label="Search conversations"
        isLabelHidden
        type="search"
        placeholder="Search conversations"
        maxLength={500}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <Answer of={answer} what="conversations">
        {({ conversations }) => (
          <>
            {conversations.length === 0 && (
              <p className="px-2 py-4 text-soft">
                {asked === '' ? 'No conversations yet.' : `Nothing was said about “${visible(asked)}”.`}
              </p>
            )}
            <ul className="flex min-h-0 flex-col gap-1 overflow-auto p-0.5">
              {conversations.map((one) => (
                <Row key={one.id} one={one} isShown={one.id === shown} onOpen={onOpen} />
              ))}
              {conversations.length === MOST && (
                <li className="p-2 text-soft text-xs">The newest {MOST}. Search finds older ones.</li>
              )}
            </ul>
          </>
        )}
      </Answer>
    </section>
  );
}

interface RowProps {
  readonly one: Summary;
  readonly isShown: boolean;
  readonly onOpen: (id: string) => void;
}

const Row = ({ one, isShown, onOpen }: RowProps) => (
  <li>
    <button
      type="button"
      aria-current={isShown ? 'true' : undefined}
      onClick={() => onOpen(one.id)}
      className={`flex w-full min-w-0 flex-col gap-0.5 rounded-md border px-2.5 py-2 text-left hover:bg-raised ${isShown ? 'border-accent bg-panel' : 'border-transparent'}`}
    >
      <span className="w-full truncate font-medium">{visible(one.title)}</span>
      {one.excerpt !== undefined && (
        <span className="line-clamp-2 break-words text-soft text-xs">{visible(one.excerpt)}</span>
      )}
      <span className="flex items-center justify-between gap-2 text-soft text-xs">
        <Ago at={one.updatedAt} />
        <StatusBadge status={one.status} />
      </span>
    </button>
  </li>
);
