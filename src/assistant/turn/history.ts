import type { AssistantContent, ModelMessage, ProviderMetadata, ToolResultPart } from 'ai';
import {
  type CallImage,
  type ConversationCall,
  isEnded,
  type Message,
  textOf,
} from '../../core/assistant/conversation.ts';

type CallsById = ReadonlyMap<string, ConversationCall>;
type ImagesById = ReadonlyMap<string, readonly CallImage[]>;

interface Sent {
  readonly byId: CallsById;
  readonly images: ImagesById;
  readonly model: string;
}

/** What the model is sent of a conversation: the newest summary, and everything behind what it covers. */
export function toModelMessages(
  messages: readonly Message[],
  calls: readonly ConversationCall[],
  model: string,
  images: ImagesById,
): ModelMessage[] {
  const byId: CallsById = new Map(calls.map((call) => [call.id, call]));
  const { summary, rest } = liveMessages(messages);
  const sent = [
    ...(summary ? [userMessage(`${SUMMARY_HEAD}\n\n${textOf(summary)}`)] : []),
    ...rest.flatMap((message) =>
      message.role === 'user'
        ? [userMessage(textOf(message))]
        : assistantMessages(message, { byId, images, model }),
    ),
  ];
  // An answer that the person stopped and lets go on: not every provider continues its own words.
  return sent.at(-1)?.role === 'assistant' ? [...sent, userMessage('Go on.')] : sent;
}

const SUMMARY_HEAD =
  'Summary of this conversation so far; the messages themselves were left out to save room:';

/** The newest summary, and the messages that it does not cover. */
export function liveMessages(messages: readonly Message[]): {
  readonly summary: Message | undefined;
  readonly rest: readonly Message[];
} {
  const summary = messages.findLast(({ role }) => role === 'summary');
  const covers = summary?.covers ?? 0;
  return { summary, rest: messages.filter(({ role, seq }) => role !== 'summary' && seq > covers) };
}

const userMessage = (text: string): ModelMessage => ({ role: 'user', content: text });

/** An answer of the model, and what came of its calls: a provider refuses one without the other. */
function assistantMessages(message: Message, { byId, images, model }: Sent): ModelMessage[] {
  const content: Exclude<AssistantContent, string> = [];
  const results: ToolResultPart[] = [];
  // What one model thought, and how its provider names things, means nothing to another.
  const isOwn = message.model === model;
  for (const part of message.parts) {
    if (part.type === 'call') {
      const call = byId.get(part.callId);
      if (!call) continue;
      const toolName = legalName(call.tool);
      const provider = isOwn ? optionsOf(call.provider) : {};
      content.push({
        type: 'tool-call',
        toolCallId: call.providerCallId,
        toolName,
        input: call.args,
        ...provider,
      });
      results.push({
        type: 'tool-result',
        toolCallId: call.providerCallId,
        toolName,
        output: outputOf(call, images.get(call.id) ?? []),
      });
    } else if (part.type === 'text') {
      if (part.text !== '')
        content.push({ type: 'text', text: part.text, ...(isOwn ? optionsOf(part.provider) : {}) });
    } else if (isOwn) content.push({ type: 'reasoning', text: part.text, ...optionsOf(part.provider) });
  }
  return [
    ...(content.length > 0 ? [{ role: 'assistant' as const, content }] : []),
    ...(results.length > 0 ? [{ role: 'tool' as const, content: results }] : []),
  ];
}

function outputOf(call: ConversationCall, images: readonly CallImage[]): ToolResultPart['output'] {
  const value = call.result ?? '';
  if (!isEnded(call)) return { type: 'error-text', value: 'This call has not ended.' };
  if (call.state === 'completed' && images.length > 0)
    return {
      type: 'content',
      value: [
        { type: 'text', text: value },
        ...images.map(({ mediaType, data }) => ({
          type: 'file' as const,
          data: { type: 'data' as const, data },
          mediaType,
        })),
      ],
    };
  if (call.state === 'completed') return { type: 'text', value: value === '' ? '(nothing)' : value };
  return { type: 'error-text', value };
}

// Sound: it is what the provider's package handed out with the part, stored as JSON.
const optionsOf = (provider: Record<string, unknown> | null | undefined) =>
  provider ? { providerOptions: provider as ProviderMetadata } : {};

/** A model may invent a name that its provider would not take back. */
const legalName = (name: string): string => name.replace(/[^\w-]/g, '_').slice(0, 64) || '_';
