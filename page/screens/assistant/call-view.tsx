import { Wrench } from 'lucide-react';
import type { CallState } from '../../../src/core/assistant/conversation.ts';
import { visible } from '../../../src/core/text/visible.ts';
import { useRead } from '../../api/use-acts.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { TextBlock } from '../../ui/text-block.tsx';
import { durationInWords } from '../../ui/time.tsx';
import { Arguments } from '../approvals/arguments.tsx';
import type { Call } from './use-conversation.ts';

const LOOKS: Readonly<Record<CallState, { look: BadgeLook; word: string }>> = {
  queued: { look: 'plain', word: 'queued' },
  running: { look: 'low', word: 'running' },
  waiting: { look: 'warn', word: 'waits for you' },
  completed: { look: 'good', word: 'done' },
  failed: { look: 'bad', word: 'failed' },
  denied: { look: 'bad', word: 'denied' },
  cancelled: { look: 'plain', word: 'cancelled' },
};

/** A call of a tool: what it was called with and what came of it, one click away. */
export function CallView({ call }: { readonly call: Call }) {
  const { data } = useRead('tools', {});
  const title = data?.tools.find(({ name }) => name === call.tool)?.title;
  const { look, word } = LOOKS[call.state];
  return (
    <details className="min-w-0 rounded-md border border-line">
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-2 px-3 py-1.5">
        <Wrench aria-hidden size={14} className="text-soft" />
        <span className="font-medium">{typeof title === 'string' ? visible(title) : ''}</span>
        <code className="text-soft text-xs">{visible(call.tool)}</code>
        <span className="min-w-0 flex-1 truncate font-mono text-soft text-xs">{visible(briefOf(call))}</span>
        {call.durationMs !== null && (
          <span className="text-soft text-xs">{durationInWords(call.durationMs)}</span>
        )}
        <Badge look={look}>{word}</Badge>
      </summary>
      <div className="flex min-w-0 flex-col gap-3 border-line border-t p-3">
        <Arguments args={call.args} />
        {call.malformed !== null && <p className="break-words text-bad">{visible(call.malformed)}</p>}
        {call.result !== null && <TextBlock text={call.result} label={`Result of ${call.tool}`} />}
      </div>
    </details>
  );
}

/** The first short text among the arguments. */
const briefOf = ({ args }: Call): string =>
  Object.values(args)
    .filter((value) => typeof value === 'string')
    .map((value) => value.slice(0, 120).split('\n')[0] ?? '')
    .find((value) => value !== '') ?? '';
