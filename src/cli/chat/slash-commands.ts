import { writeFileSync } from 'node:fs';
import type { ConversationSummary } from '../../core/assistant/conversation-view.ts';
import { suggestion } from '../../core/text/nearest.ts';
import { conversationLine, usageLine } from './chat-text.ts';
import { type ChatScreen, note } from './follow-turn.ts';

interface Slash {
  readonly about: string;
  /** Answers the conversation to go on with, where that is another. */
  run(screen: ChatScreen, id: string, rest: string): Promise<string | 'quit' | undefined>;
}

const SLASHES: Readonly<Record<string, Slash>> = {
  '/help': {
    about: 'this list',
    run: async ({ side }) => {
      for (const [name, { about }] of Object.entries(SLASHES)) note(side, `${name.padEnd(20)} ${about}`);
      note(side, 'Ctrl-C stops an answer; Ctrl-D leaves. A line that ends in \\ goes on in the next.');
      return undefined;
    },
  },
  '/continue': {
    about: 'go on with a turn that failed or was stopped',
    run: async ({ chat, events }, id) => {
      events.clear();
      await chat.act('continue', { id });
      return undefined;
    },
  },
  '/new': {
    about: 'begin another conversation',
    run: async ({ chat, side }) => {
      const { id } = await chat.start({});
      note(side, 'A new conversation.');
      return id;
    },
  },
  '/model': {
    about: 'NAME: another model for this conversation, or provider:NAME',
    run: async ({ chat, side }, id, rest) => {
      const { model } = await chat.act('change', { id, model: rest === '' ? null : rest });
      note(side, model === null ? 'The model is the configured one.' : `The model is ${model}.`);
      return undefined;
    },
  },
  '/models': {
    about: 'those the provider has',
    run: async ({ client, side }) => {
      const { models } = (await client.request('admin/assistant/models', {})) as { models: string[] };
      note(side, models.join('\n'));
      return undefined;
    },
  },
  '/title': {
    about: 'TEXT: rename the conversation',
    run: async ({ chat, side }, id, rest) => {
      note(side, `The title is "${(await chat.act('change', { id, title: rest })).title}".`);
      return undefined;
    },
  },
  '/usage': {
    about: 'tokens and cost so far',
    run: async ({ chat, side }, id) => {
      note(side, usageLine(await chat.show(id)));
      return undefined;
    },
  },
  '/list': {
    about: 'earlier conversations',
    run: async ({ client, side }) => {
      const { conversations } = (await client.request('admin/assistant/conversations', { limit: 20 })) as {
        conversations: ConversationSummary[];
      };
      note(side, conversations.map(conversationLine).join('\n'));
      return undefined;
    },
  },
  '/export': {
    about: 'FILE: write the conversation as Markdown',
    run: async ({ client, side }, id, rest) => {
      const { text } = await client.request('admin/assistant/export', { id });
      const file = rest === '' ? `${id}.md` : rest;
      writeFileSync(file, String(text), { flag: 'wx', mode: 0o600 });
      note(side, `Written to ${file}.`);
      return undefined;
    },
  },
  '/quit': { about: 'leave; the conversation is kept', run: async () => 'quit' },
};

/** Runs what a line with a slash says. */
export async function runSlash(
  screen: ChatScreen,
  id: string,
  line: string,
): Promise<string | 'quit' | undefined> {
  const [name = '', ...words] = line.split(/\s+/);
  const slash = SLASHES[name === '/exit' ? '/quit' : name];
  if (slash) return slash.run(screen, id, words.join(' '));
  note(screen.side, `There is no ${name}${suggestion(name, Object.keys(SLASHES))} /help lists them.`);
  return undefined;
}
