import {
  type ModelMessage,
  type SystemModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import { createPauses } from '../../core/timing/in-turns.ts';
import { type LoadedModel, PROVIDER_OPTIONS } from '../providers/load-model.ts';
import type { StepOutcome, StepSink } from './step-sink.ts';

interface StepRequest {
  readonly loaded: LoadedModel;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  /** 0: as long as the provider lets it. */
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
  /** Of the SDK, unseen. Those of a turn are ours: a person sees them, and a broken stream is retried too. */
  readonly retries?: number;
}

/**
 * Asks the model once. Its calls are only collected: nothing runs before the answer is complete and stored, so an
 * answer that breaks off can be asked for again without anything happening twice.
 */
export async function streamStep(request: StepRequest, sink: StepSink): Promise<StepOutcome> {
  const { loaded, instructions, messages, tools, maxOutputTokens, signal, retries = 0 } = request;
  const { stream } = streamText({
    model: loaded.model,
    instructions: cached(instructions),
    messages: [...messages],
    tools,
    ...(maxOutputTokens > 0 && { maxOutputTokens }),
    maxRetries: retries,
    abortSignal: signal,
    providerOptions: PROVIDER_OPTIONS,
    // Errors arrive as parts of the stream; the default prints them.
    onError: () => {},
  });
  const pause = createPauses();
  for await (const part of stream)
    for (const piece of inPieces(part)) {
      sink.take(piece);
      await pause();
    }
  return sink.outcome();
}

const PIECE = 16_384;

/** A service may send megabytes as one piece of a text, and searching them takes as long as it takes. */
function* inPieces(part: TextStreamPart<ToolSet>): Generator<TextStreamPart<ToolSet>> {
  const isText = part.type === 'text-delta' || part.type === 'reasoning-delta';
  if (!isText || part.text.length <= PIECE) return yield part;
  for (let at = 0; at < part.text.length; at += PIECE)
    yield { ...part, text: part.text.slice(at, at + PIECE) };
}

/** Instructions and tools are the same in every request: a provider that can is told to remember them. */
const cached = (content: string): SystemModelMessage => ({
  role: 'system',
  content,
  providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
});
