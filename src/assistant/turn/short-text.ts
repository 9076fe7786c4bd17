import type { Usage } from '../../core/assistant/conversation.ts';
import type { LoadedModel } from '../providers/load-model.ts';
import type { Services } from '../services.ts';
import { createTextLimits } from './answer-limits.ts';
import { createSink } from './step-sink.ts';
import { streamStep } from './stream-step.ts';

interface ShortTextRequest {
  readonly loaded: LoadedModel;
  readonly instructions: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
  /** Not every service keeps to the tokens. What it thinks before it writes counts. */
  readonly mostCharacters: number;
  readonly retries: number;
  readonly signal: AbortSignal;
}

/**
 * A text that a model writes beside its answers, without secrets. It comes as a stream, too: the SDK reads an answer that
 * comes at once in one go, and for minutes where it has thousands of calls.
 */
export async function shortText(
  { prompt, mostCharacters, ...request }: ShortTextRequest,
  { redaction }: Pick<Services, 'redaction'>,
): Promise<{ readonly text: string; readonly usage: Omit<Usage, 'cost'> }> {
  const sink = createSink({
    redaction: redaction(),
    onDelta: () => {},
    limits: createTextLimits(mostCharacters),
  });
  const messages = [{ role: 'user' as const, content: prompt }];
  const { usage } = await streamStep({ ...request, messages, tools: {} }, sink);
  return { text: sink.draft, usage };
}
