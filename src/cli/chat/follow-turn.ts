import type { Approval } from '../../core/approval/approval.ts';
import type { ConversationCall } from '../../core/assistant/conversation.ts';
import { withOwnCommand } from '../../core/process/own-command.ts';
import { askCard } from '../cards/ask-card.ts';
import { decideAt } from '../cards/decide-at.ts';
import type { Inbox } from '../cards/inbox.ts';
import { openKeys } from '../cards/keys.ts';
import { paint } from '../cards/paint.ts';
import type { HostClient } from '../host-client.ts';
import { terminalText } from '../terminal-text.ts';
import type { ChatClient } from './chat-client.ts';
import { callLine, outcomeLine, shortId, summaryText, usageLine } from './chat-text.ts';
import type { ChatEvent, EventQueue } from './event-queue.ts';

export interface ChatScreen {
  readonly client: HostClient;
  readonly chat: ChatClient;
  readonly events: EventQueue;
  readonly inbox: Inbox;
  /** For the words of the model. */
  readonly out: NodeJS.WriteStream;
  /** For calls and notes: a pipe gets the answer alone. */
  readonly side: NodeJS.WriteStream;
  /** Somebody can answer cards here. */
  readonly isAtTerminal: boolean;
}

/** Shows a turn as it happens and puts its questions to the person; answers how it ended. */
export async function followTurn(screen: ChatScreen, id: string): Promise<'ended' | 'left'> {
  const { chat, events, side } = screen;
  const printer = createPrinter(screen);
  const onInterrupt = (): void => {
    note(side, 'Stopping …');
    void chat.act('stop', { id }).catch(() => {});
  };
  process.on('SIGINT', onInterrupt);
  try {
    // What was asked before this terminal came is asked here too.
    for (const approval of (await chat.show(id)).approvals)
      if ((await putQuestion(screen, approval)) === 'left') return 'left';
    for (;;) {
      const event = await events.next(id);
      // What it says was so when it was sent; a title that comes late says it of the turn before.
      const isEnd = event.name === 'assistant.changed' && !isOpen(event.data.status);
      if (isEnd && !isOpen((await chat.show(id)).status)) break;
      await printer.show(event);
      if (event.name !== 'assistant.call' || event.data.state !== 'waiting') continue;
      const approval = screen.inbox.next((one) => one.id === event.data.approvalId);
      if (approval && (await putQuestion(screen, approval)) === 'left') return 'left';
    }
  } finally {
    process.off('SIGINT', onInterrupt);
  }
  const view = await chat.show(id);
  printer.end();
  if (view.note !== null) note(side, withOwnCommand(view.note));
  note(side, usageLine(view));
  return 'ended';
}

const isOpen = (status: string): boolean => status === 'working' || status === 'waiting';

interface Printer {
  show(event: ChatEvent): Promise<void>;
  end(): void;
}

function createPrinter({ chat, out, side }: ChatScreen): Printer {
  let isInLine = false;
  let kind = 'text';
  const newLine = (): void => {
    if (isInLine) out.write('\n');
    isInLine = false;
  };
  const callOf = async (id: string, callId: string): Promise<ConversationCall | undefined> =>
    (await chat.show(id)).calls.find((call) => call.id === callId);
  return {
    end: newLine,
    show: async ({ name, data }) => {
      if (name === 'assistant.delta') {
        const target = data.kind === 'text' ? out : side;
        const text = terminalText(data.text);
        // What it thinks and what it says stand apart.
        if (data.kind !== kind) newLine();
        kind = data.kind;
        target.write(data.kind === 'text' ? text : paint('dim', text, side));
        isInLine = !text.endsWith('\n');
      } else if (name === 'assistant.retry') {
        newLine();
        const wait = (data.waitMs / 1000).toFixed(1);
        note(side, `${data.reason}. Trying again in ${wait} s (${data.attempt}).`);
      } else if (name === 'assistant.message' && data.role !== 'user') {
        newLine();
        if (data.role === 'assistant') return;
        const { messages } = await chat.show(data.conversationId);
        const summary = messages.find(({ id }) => id === data.messageId);
        if (summary) note(side, summaryText(summary));
      } else if (name === 'assistant.call') {
        newLine();
        const call = await callOf(data.conversationId, data.callId);
        if (!call) return;
        if (data.state === 'running') {
          // Once more after the person allowed it.
          if (call.attempts <= 1) note(side, `  ${callLine(call)}`);
        } else if (data.state === 'waiting') note(side, `  ${call.tool} waits for you`);
        else note(side, `  ${call.tool}: ${outcomeLine(call)}`);
      }
    },
  };
}

/** The same card as everywhere, with the same answers. */
async function putQuestion(screen: ChatScreen, approval: Approval): Promise<'answered' | 'left'> {
  const { client, inbox, side, isAtTerminal } = screen;
  const elsewhere = withOwnCommand(`toolgate approvals approve ${approval.id.slice(0, 8)} (or deny)`);
  if (!isAtTerminal) {
    note(side, `  It waits for an answer: ${elsewhere}`);
    return 'answered';
  }
  const { signal, reason } = inbox.open(approval);
  const keys = openKeys(process.stdin, side);
  const ended = new AbortController();
  const gone = client.gone.then((error) => {
    ended.abort();
    throw error;
  });
  try {
    const either = AbortSignal.any([signal, ended.signal]);
    const asking = askCard(approval, { keys, out: side, signal: either, ignoreKeysMs: IGNORE_KEYS_MS });
    const said = await Promise.race([asking, gone]);
    if (said === 'quit' || said === 'later') {
      const back = withOwnCommand(`toolgate chat resume ${shortId(approval.session)}`);
      side.write(`The question stays open. Answer it with ${elsewhere}, or come back: ${back}\n`);
      return 'left';
    }
    side.write(`${await decideAt(client, approval, said.answer)}\n`);
  } catch (error) {
    if (!signal.aborted) throw error;
    side.write(`\n${reason()}\n`);
  } finally {
    gone.catch(() => {});
    keys.close();
  }
  return 'answered';
}

/** A key that was meant for something else must not answer a card that has just come. */
const IGNORE_KEYS_MS = 500;

export const note = (side: NodeJS.WriteStream, text: string): void =>
  void side.write(`${paint('dim', terminalText(text), side)}\n`);
