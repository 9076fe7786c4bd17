import { createInterface } from 'node:readline/promises';
import { withOwnCommand } from '../../core/own-command.ts';
import { paint } from '../cards/paint.ts';
import { shortId } from './chat-text.ts';
import { type ChatScreen, followTurn, note } from './follow-turn.ts';
import { runSlash } from './slash-commands.ts';

/** Talks with the assistant at this terminal until the person leaves. */
export async function talk(screen: ChatScreen, first: string): Promise<number> {
  const { chat, events, side } = screen;
  const history: string[] = [];
  let id = first;
  for (;;) {
    const { status } = await chat.show(id);
    if (status === 'working' || status === 'waiting') {
      if ((await followTurn(screen, id)) === 'left') return 0;
      continue;
    }
    const text = await readMessage(side, history);
    if (text === undefined) return leave(side, id);
    if (text === '') continue;
    try {
      if (!text.startsWith('/')) {
        events.clear();
        await chat.act('send', { id, text });
        continue;
      }
      const next = await runSlash(screen, id, text);
      if (next === 'quit') return leave(side, id);
      if (next !== undefined) id = next;
    } catch (error) {
      note(side, error instanceof Error ? error.message : String(error));
    }
  }
}

function leave(side: NodeJS.WriteStream, id: string): number {
  note(side, withOwnCommand(`Come back with toolgate chat resume ${shortId(id)}`));
  return 0;
}

/** Undefined where the person leaves, with Ctrl-D or Ctrl-C. A line that ends in \ goes on. */
async function readMessage(side: NodeJS.WriteStream, history: string[]): Promise<string | undefined> {
  const lines = createInterface({
    input: process.stdin,
    output: side,
    history,
    historySize: 200,
    removeHistoryDuplicates: true,
  });
  const left = new AbortController();
  for (const event of ['close', 'SIGINT'] as const) lines.once(event, () => left.abort());
  lines.on('history', (now: string[]) => history.splice(0, history.length, ...now));
  try {
    let text = '';
    for (;;) {
      const prompt = `${paint('bold', text === '' ? '> ' : '… ', side)}`;
      const line = await lines.question(text === '' ? `\n${prompt}` : prompt, { signal: left.signal });
      if (!line.endsWith('\\')) return (text + line).trim();
      text += `${line.slice(0, -1)}\n`;
    }
  } catch (error) {
    if (!left.signal.aborted) throw error;
    side.write('\n');
    return undefined;
  } finally {
    lines.close();
  }
}
