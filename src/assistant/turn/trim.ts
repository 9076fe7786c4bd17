import { type ConversationCall, type Message, textOf } from '../../core/assistant/conversation.ts';
import type { LoadedModel } from '../providers/load-model.ts';
import { priced } from '../providers/price.ts';
import { liveMessages } from './history.ts';
import { shortText } from './short-text.ts';
import type { TurnPlace } from './turn-place.ts';

/** Of the room there is, what the newest messages keep as they are. */
const KEPT_SHARE = 0.3;
const CHARACTERS_PER_TOKEN = 4;
const SHOWN_OF_RESULT = 1500;
const SUMMARY_TOKENS = 2000;
const SUMMARY_CHARACTERS = 65_536;

const INSTRUCTIONS = `You are given the older part of a conversation between a person and an assistant that works with tools. Write a summary that replaces it: what the person wants, what was decided and why, what was found (names, paths, numbers, exact error messages), what was changed, what failed or was denied and with which reason, what is still to do. No introduction, no praise. At most 600 words.`;

/** Replaces the older messages by a summary once they take too much room; true if it did. */
export async function trim(
  { store, services, id, signal }: TurnPlace,
  loaded: LoadedModel,
  { isForced }: { readonly isForced: boolean },
): Promise<boolean> {
  const room = services.settings().contextTokens;
  const byId = new Map(store.calls(id).map((call) => [call.id, call]));
  const { summary, rest } = liveMessages(store.messages(id));
  const sizes = rest.map((message) => tokensOf(message, byId));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (!isForced && total <= room) return false;
  const older = rest.slice(0, cutAt(sizes, Math.min(room, total) * KEPT_SHARE));
  const last = older.at(-1);
  if (!last) return false;
  const transcript = [
    ...(summary ? [`Summary of what came before:\n${textOf(summary)}`] : []),
    ...older.map((message) => inWords(message, byId)),
  ].join('\n\n');
  const made = await summarise(transcript, loaded, { room, signal, services }).catch((error: unknown) => {
    signal.throwIfAborted();
    services.log.warn('the summary of a conversation failed', { error });
    return undefined;
  });
  const appended = store.append(id, {
    role: 'summary',
    parts: [{ type: 'text', text: made?.text ?? services.redact(plainSummary(older, byId)) }],
    covers: last.seq,
    model: loaded.name,
    ...(made && { usage: priced(made.usage, services.settings().prices[loaded.name]) }),
  });
  services.emit('assistant.message', { conversationId: id, messageId: appended.id, role: 'summary' });
  return true;
}

/** How many of the first messages go, so that the rest fits; the last one always stays. */
function cutAt(sizes: readonly number[], kept: number): number {
  let sum = 0;
  for (let at = sizes.length - 1; at >= 0; at--) {
    sum += sizes[at] ?? 0;
    if (sum > kept) return Math.min(at + 1, sizes.length - 1);
  }
  return 0;
}

async function summarise(
  transcript: string,
  loaded: LoadedModel,
  { room, signal, services }: Pick<TurnPlace, 'signal' | 'services'> & { readonly room: number },
) {
  const { text, usage } = await shortText(
    {
      loaded,
      instructions: INSTRUCTIONS,
      prompt: middleOut(transcript, room * CHARACTERS_PER_TOKEN * 0.8),
      maxOutputTokens: SUMMARY_TOKENS,
      mostCharacters: SUMMARY_CHARACTERS,
      retries: 2,
      signal,
    },
    services,
  );
  if (text.trim() === '') throw new Error('The summary is empty');
  return { text: text.trim(), usage };
}

/** Without a model: what the person said, and which tools were called. */
function plainSummary(messages: readonly Message[], byId: Calls): string {
  const lines = messages.flatMap((message) => {
    if (message.role === 'user') return [`The person said: ${textOf(message).slice(0, 500)}`];
    const calls = callsOf(message, byId).map(({ tool, state }) => `${tool} (${state})`);
    return calls.length === 0 ? [] : [`Tools were called: ${calls.join(', ')}`];
  });
  return middleOut(lines.join('\n'), 8000);
}

type Calls = ReadonlyMap<string, ConversationCall>;

const callsOf = ({ parts }: Message, byId: Calls): ConversationCall[] =>
  parts.flatMap((part) => (part.type === 'call' ? (byId.get(part.callId) ?? []) : []));

function tokensOf(message: Message, byId: Calls): number {
  const calls = callsOf(message, byId);
  const characters =
    JSON.stringify(message.parts).length +
    calls.reduce((sum, { args, result }) => sum + JSON.stringify(args).length + (result?.length ?? 0), 0);
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

function inWords(message: Message, byId: Calls): string {
  const calls = callsOf(message, byId).map(
    ({ tool, args, result }) =>
      `[called ${tool} ${JSON.stringify(args).slice(0, SHOWN_OF_RESULT)}; it answered: ${(result ?? '').slice(0, SHOWN_OF_RESULT)}]`,
  );
  const who = message.role === 'user' ? 'Person' : 'Assistant';
  return [`${who}: ${textOf(message)}`, ...calls].join('\n');
}

/** Beginning and end say most. */
function middleOut(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = Math.floor(length / 2);
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`;
}
