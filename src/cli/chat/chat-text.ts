import { type ConversationCall, textOf } from '../../core/assistant/conversation.ts';
import type { ConversationSummary, ConversationView } from '../../core/assistant/conversation-view.ts';
import { visibleLine } from '../../core/text/visible.ts';
import { paint } from '../cards/paint.ts';
import { terminalText } from '../terminal-text.ts';

const SHOWN_ARGS = 100;
const SHOWN_RESULT = 160;

/** A call on its way: the tool and the arguments that say most. */
export const callLine = ({ tool, args }: Pick<ConversationCall, 'tool' | 'args'>): string =>
  `${tool} ${cut(JSON.stringify(args), SHOWN_ARGS)}`;

/** What came of it, in one line. */
export function outcomeLine({ state, result, durationMs }: ConversationCall): string {
  const took = durationMs === null ? '' : `, ${Math.round(durationMs)} ms`;
  if (state === 'completed') return `done${took}`;
  return `${state}: ${cut((result ?? '').split('\n')[0] ?? '', SHOWN_RESULT)}`;
}

export function usageLine({ usage }: Pick<ConversationView, 'usage'>): string {
  const { inputTokens, cachedTokens, outputTokens, cost } = usage;
  const cached = cachedTokens === 0 ? '' : ` (${count(cachedTokens)} cached)`;
  const price = cost === null || cost === 0 ? '' : `, $${cost.toFixed(4)}`;
  return `${count(inputTokens)} tokens in${cached}, ${count(outputTokens)} out${price}`;
}

export const conversationLine = ({ id, title, status, updatedAt, excerpt }: ConversationSummary): string =>
  [
    `${shortId(id)}  ${updatedAt.slice(0, 16).replace('T', ' ')}  ${status.padEnd(11)} ${visibleLine(title)}`,
    ...(excerpt === undefined
      ? []
      : [`          ${cut(terminalText(excerpt).replace(/\s+/g, ' '), SHOWN_RESULT)}`]),
  ].join('\n');

export const shortId = (id: string): string => id.replace(/^chat_/, '').slice(0, 8);

/** The messages as they were shown when they came. */
export function transcript({ messages, calls }: ConversationView, out: NodeJS.WriteStream): string {
  const byId = new Map(calls.map((call) => [call.id, call]));
  return messages
    .map((message) => {
      if (message.role === 'user') return `${paint('bold', '>', out)} ${terminalText(textOf(message))}`;
      if (message.role === 'summary') return paint('dim', terminalText(summaryText(message)), out);
      return message.parts
        .flatMap((part) => {
          if (part.type === 'text') return part.text.trim() === '' ? [] : [terminalText(part.text).trim()];
          const call = part.type === 'call' ? byId.get(part.callId) : undefined;
          return call
            ? [paint('dim', terminalText(`  ${callLine(call)}\n    ${outcomeLine(call)}`), out)]
            : [];
        })
        .join('\n');
    })
    .join('\n\n');
}

export const summaryText = (message: ConversationView['messages'][number]): string =>
  `[The conversation grew long; the messages up to ${message.covers ?? 0} are now this summary:]\n${textOf(message)}`;

const count = (tokens: number): string => (tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`);

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;
