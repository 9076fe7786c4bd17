import { type Conversation, textOf } from '../core/assistant/conversation.ts';
import type { LoadedModel } from './providers/load-model.ts';
import { priced } from './providers/price.ts';
import type { Parts } from './services.ts';
import { shortText } from './turn/short-text.ts';

const LONGEST = 60;
const MOST_CHARACTERS = 16_384;
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
  loaded: LoadedModel,
  signal: AbortSignal,
): Promise<Pick<Conversation, 'title' | 'titleUsage'> | undefined> {
  const messages = store.messages(id);
  const asked = messages.filter(({ role }) => role === 'user');
  const [first] = asked;
  if (!first || asked.length > 1 || store.get(id)?.title !== titleFrom(textOf(first))) return undefined;
  const answered = messages.findLast(({ role }) => role === 'assistant');
  const { text, usage } = await shortText(
    {
      loaded,
      instructions: INSTRUCTIONS,
      prompt: `Person: ${textOf(first).slice(0, 2000)}\n\nAssistant: ${answered ? textOf(answered).slice(0, 2000) : ''}`,
      maxOutputTokens: 200,
      mostCharacters: MOST_CHARACTERS,
      retries: 0,
      signal,
    },
    services,
  );
  const title = text.replace(/[\s"“”*#]+/g, ' ').trim();
  const titleUsage = priced(usage, services.settings().prices[loaded.name]);
  return title === '' ? undefined : { title: titleFrom(title), titleUsage };
}
