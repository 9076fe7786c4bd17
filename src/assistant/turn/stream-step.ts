import {
  type ModelMessage,
  type SystemModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import type { Usage } from '../../core/assistant/conversation.ts';
import type { NewMessage } from '../../store/conversations.ts';
import { BrokenStream } from '../providers/failure.ts';
import { type LoadedModel, PROVIDER_OPTIONS } from '../providers/load-model.ts';
import { usageOf } from '../providers/price.ts';
import type { Services } from '../services.ts';
import { callOf } from './parse-call.ts';
import { createShownText, type ShownText } from './shown-text.ts';

interface StepRequest {
  readonly loaded: LoadedModel;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

interface SinkParts {
  readonly redact: Services['redact'];
  readonly onDelta: (kind: 'text' | 'reasoning', text: string) => void;
}

/** One answer of the model. */
export interface StepOutcome {
  readonly parts: NewMessage['parts'];
  readonly usage: Omit<Usage, 'cost'>;
  /** The answer was cut at its longest. */
  readonly isCut: boolean;
}

type Part = NewMessage['parts'][number];
type Open = { readonly part: { type: 'text' | 'reasoning'; provider?: Data }; readonly shown: ShownText };
type Data = Record<string, unknown>;

/**
 * Asks the model once. Its calls are only collected: nothing runs before the answer is complete and stored, so an
 * answer that breaks off can be asked for again without anything happening twice.
 */
export async function streamStep(request: StepRequest, sink: StepSink): Promise<StepOutcome> {
  const { loaded, instructions, messages, tools, maxOutputTokens, signal } = request;
  const { stream } = streamText({
    model: loaded.model,
    instructions: cached(instructions),
    messages: [...messages],
    tools,
    maxOutputTokens,
    // Retries are ours: a person sees them, and a broken stream is retried too.
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: PROVIDER_OPTIONS,
    // Errors arrive as parts of the stream; the default prints them.
    onError: () => {},
  });
  for await (const part of stream) sink.take(part);
  return sink.outcome();
}

/** Collects an answer as it comes; what there is when a person stops it can be kept. */
export interface StepSink {
  take(part: TextStreamPart<ToolSet>): void;
  outcome(): StepOutcome;
  /** The text so far. */
  readonly draft: string;
  /** Text without calls, which were never complete. */
  partial(): NewMessage['parts'];
}

export function createSink({ redact, onDelta }: SinkParts): StepSink {
  const parts: (Part | Open)[] = [];
  const open = new Map<string, Open>();
  let finish: Extract<TextStreamPart<ToolSet>, { type: 'finish-step' }> | undefined;
  const begin = (type: 'text' | 'reasoning', id: string, provider: Data | undefined): void => {
    const made: Open = { part: { type, ...(provider && { provider }) }, shown: createShownText(redact) };
    open.set(`${type} ${id}`, made);
    parts.push(made);
  };
  const add = (type: 'text' | 'reasoning', id: string, text: string): void => {
    const fresh = open.get(`${type} ${id}`)?.shown.push(text);
    if (fresh) onDelta(type, fresh);
  };
  const note = (type: 'text' | 'reasoning', id: string, provider: Data | undefined): void => {
    const noted = open.get(`${type} ${id}`);
    if (provider && noted) noted.part.provider = { ...noted.part.provider, ...provider };
  };
  const end = (type: 'text' | 'reasoning', id: string, provider: Data | undefined): void => {
    note(type, id, provider);
    const fresh = open.get(`${type} ${id}`)?.shown.end();
    if (fresh) onDelta(type, fresh);
  };
  const closed = (): Part[] =>
    parts.map((part) => ('shown' in part ? { ...part.part, text: part.shown.text } : part));
  return {
    take: (part) => {
      switch (part.type) {
        case 'text-start':
          return begin('text', part.id, part.providerMetadata);
        case 'reasoning-start':
          return begin('reasoning', part.id, part.providerMetadata);
        case 'text-delta':
          return add('text', part.id, part.text);
        case 'reasoning-delta':
          // The signature of what was thought can come with a piece of it.
          note('reasoning', part.id, part.providerMetadata);
          return add('reasoning', part.id, part.text);
        case 'text-end':
          return end('text', part.id, part.providerMetadata);
        case 'reasoning-end':
          return end('reasoning', part.id, part.providerMetadata);
        case 'tool-call':
          return void parts.push({ type: 'call', call: callOf(part) });
        case 'finish-step':
          finish = part;
          return undefined;
        case 'error':
          throw part.error;
        case 'abort':
          throw new DOMException(part.reason ?? 'stopped', 'AbortError');
        default:
          return undefined;
      }
    },
    outcome: () => {
      const { usage, finishReason, rawFinishReason } = finish ?? {};
      // A stream that just ends says nothing of why; the calls in it may lack their second half.
      if (!usage || finishReason === 'error' || (finishReason === 'other' && rawFinishReason === undefined))
        throw new BrokenStream();
      return {
        parts: closed(),
        isCut: finishReason === 'length',
        usage: usageOf(usage),
      };
    },
    get draft() {
      return closed()
        .flatMap((part) => (part.type === 'text' ? [part.text] : []))
        .join('');
    },
    partial: () => closed().filter((part) => part.type === 'text' && part.text !== ''),
  };
}

/** Instructions and tools are the same in every request: a provider that can is told to remember them. */
const cached = (content: string): SystemModelMessage => ({
  role: 'system',
  content,
  providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
});
