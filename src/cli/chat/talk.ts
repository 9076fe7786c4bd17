import { withOwnCommand } from '../../core/process/own-command.ts';
import { shortId } from './chat-text.ts';
import { type ChatScreen, followTurn, note } from './follow-turn.ts';
import { readMessage } from './read-message.ts';
import { runSlash } from './slash-commands.ts';

/** Talks with the assistant at this terminal until the person leaves. */
export async function talk(screen: ChatScreen, first: string): Promise<number> {
  const { chat, events, side } = screen;
  const history: string[] = [];
  let id = first;
  for (;;) {
    const { status } = await chat.show(id);
    if (status === 'working' || status === 'waiting') {
      if ((await followOrSay(screen, id)) === 'left') return 0;
      continue;
    }
    const text = await readMessage(side, history);
    if (text === undefined) return leave(screen, id);
    if (text === '') continue;
    try {
      if (!text.startsWith('/')) {
        events.clear();
        await chat.act('send', { id, text });
        continue;
      }
      const next = await runSlash(screen, id, text);
      if (next === 'quit') return leave(screen, id);
      if (next !== undefined) id = next;
    } catch (error) {
      note(side, error instanceof Error ? error.message : String(error));
    }
  }
}

/** A conversation in which nothing was said is not worth keeping. */
async function leave({ chat, side }: ChatScreen, id: string): Promise<number> {
  const { messages } = await chat.show(id);
  if (messages.length === 0) await chat.act('remove', { id });
  else sayHowBack(side, id);
  return 0;
}

const sayHowBack = (side: NodeJS.WriteStream, id: string): void =>
  note(side, withOwnCommand(`Come back with toolgate chat resume ${shortId(id)}`));

/** A conversation outlives the host; who loses it is told how to come back. */
async function followOrSay(screen: ChatScreen, id: string): Promise<'ended' | 'left'> {
  try {
    return await followTurn(screen, id);
  } catch (error) {
    screen.side.write('\n');
    sayHowBack(screen.side, id);
    throw error;
  }
}
