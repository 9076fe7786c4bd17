import { generateText } from 'ai';
import { type Conversation, textOf } from '../core/assistant/conversation.ts';
import type { LoadedModel } from './providers/load-model.ts';
import { priced, usageOf } from './providers/price.ts';
import type { Parts } from './services.ts';

const LONGEST = 60;
const INSTRUCTIONS =
  'Write a title for this conversation: 3 to 7 words, no quotes, no full stop, in its language. Answer with the title alone.';

/** The first words of a message. */
export function titleFrom(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST
    ? `${line.slice(0, LONGEST - 1).replace(/\s+\S*$/, '')}…`
    : line || 'New conversation';
}

/** A better title once the first question is answered; undefined where a person chose one, or the model has none. */
export async function modelTitle(
  { store, services }: Parts,
  id: string,
  { model, name }: LoadedModel,
  signal: AbortSignal,
): Promise<Pick<Conversation, 'title' | 'titleUsage'> | undefined> {
  const messages = store.messages(id);
  const asked = messages.filter(({ role }) => role === 'user');
  const [first] = asked;
  if (!first || asked.length > 1 || store.get(id)?.title !== titleFrom(textOf(first))) return undefined;
  const answered = messages.findLast(({ role }) => role === 'assistant');
  const { text, usage } = await generateText({
    model,
    instructions: INSTRUCTIONS,
    prompt: `Person: ${textOf(first).slice(0, 2000)}\n\nAssistant: ${answered ? textOf(answered).slice(0, 2000) : ''}`,
    maxOutputTokens: 200,
    maxRetries: 0,
    abortSignal: signal,
  });
  const title = services
    .redact(text)
    .replace(/[\s"“”*#]+/g, ' ')
    .trim();
  const titleUsage = priced(usageOf(usage), services.settings().prices[name]);
  return title === '' ? undefined : { title: titleFrom(title), titleUsage };
}
