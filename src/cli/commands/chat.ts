import { writeFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import type { ConversationSummary } from '../../core/assistant/conversation-view.ts';
import { UsageError } from '../../core/errors.ts';
import { chatClient } from '../chat/chat-client.ts';
import { conversationLine, transcript, usageLine } from '../chat/chat-text.ts';
import { followTurn, note } from '../chat/follow-turn.ts';
import { withScreen } from '../chat/open-screen.ts';
import { talk } from '../chat/talk.ts';
import { type HostClient, withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { choiceFlag, countFlag, textFlag } from '../line/flag.ts';
import { print, printJson, printPainted, say } from '../print.ts';
import { terminalText } from '../terminal-text.ts';

const model = textFlag('model', {
  value: 'NAME',
  takes: 'the name of a model, or provider:NAME',
  about: 'another model than the configured one',
});

export const chat = defineGroup({
  name: 'chat',
  section: 'work',
  about: 'talk with the built-in assistant',
  more: [
    'ID may be the first letters of one. /help inside a conversation lists what can be typed there.',
    'It needs a model: a key for Anthropic, OpenAI or Google, or the address of an OpenAI-compatible service.',
  ].join('\n'),
  acts: {
    start: defineAct({
      about: 'begin a conversation in this directory',
      flags: { model },
      run: ({ flags }) => {
        assertTerminal();
        return withScreen(flags, flags.model, async (screen) => {
          const { id, roots } = await screen.chat.start({ model: flags.model ?? null });
          if (roots.length === 0) note(screen.side, NOTHING_OPEN);
          note(screen.side, 'Ask away; /help lists commands, Ctrl-C stops an answer, Ctrl-D leaves.');
          return talk(screen, id);
        });
      },
    }),
    ask: defineAct({
      about: 'one question, one answer; without TEXT it is read from stdin',
      words: '[TEXT]',
      flags: { model },
      run: async ({ words: [given], flags }) => {
        const text = given ?? (await readAll(process.stdin));
        if (text.trim() === '') throw new UsageError('There is nothing to ask: toolgate chat ask TEXT.');
        return withScreen(flags, flags.model, async (screen) => {
          const { id } = await screen.chat.start({ model: flags.model ?? null });
          await screen.chat.act('send', { id, text });
          if ((await followTurn(screen, id)) === 'left') return 3;
          const view = await screen.chat.show(id);
          if (flags.json) printJson(view);
          return view.status === 'idle' ? 0 : 1;
        });
      },
    }),
    resume: defineAct({
      about: 'continue a conversation; without ID the latest one',
      words: '[ID]',
      run: ({ words: [given], flags }) => {
        assertTerminal();
        return withScreen(flags, undefined, async (screen) => {
          const id = given ?? (await listed(screen.client, { limit: 1 }))[0]?.id;
          if (id === undefined) throw new UsageError('There is no conversation yet: toolgate chat.');
          const view = await screen.chat.show(id);
          printPainted(transcript(view, screen.out));
          if (view.note !== null) note(screen.side, `${view.note}. /continue goes on.`);
          if (view.draft) screen.out.write(`\n${terminalText(view.draft.text)}`);
          return talk(screen, view.id);
        });
      },
    }),
    continue: defineAct({
      about: 'resume a turn that failed, was stopped or was cut off, and follow it',
      words: 'ID',
      run: ({ words: [given = ''], flags }) =>
        withScreen(flags, undefined, async (screen) => {
          const { id, status } = await screen.chat.act('continue', { id: given });
          const isOn = status === 'working' || status === 'waiting';
          if (isOn && (await followTurn(screen, id)) === 'left') return 3;
          return (await screen.chat.show(id)).status === 'idle' ? 0 : 1;
        }),
    }),
    list: defineAct({
      about: 'conversations, newest first',
      flags: { limit: countFlag('limit', 'how many at most; default 20') },
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const all = await listed(client, { limit: flags.limit ?? 20 });
          if (flags.json) return printJson(all);
          return print(all.map(conversationLine).join('\n') || 'There are no conversations.');
        }),
    }),
    search: defineAct({
      about: 'conversations where these words were said',
      words: 'WORDS',
      run: ({ words: [query = ''], flags }) =>
        withClient(flags, async (client) => {
          const all = await listed(client, { query });
          if (flags.json) return printJson(all);
          return print(all.map(conversationLine).join('\n') || `Nothing was said of "${query}".`);
        }),
    }),
    show: defineAct({
      about: 'one conversation, to read',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          const view = await chatClient(client).show(id);
          if (flags.json) return printJson(view);
          return printPainted(
            `${conversationLine(view)}\n\n${transcript(view, process.stdout)}\n\n${usageLine(view)}`,
          );
        }),
    }),
    export: defineAct({
      about: 'one conversation as a file',
      words: 'ID [FILE]',
      flags: { format: choiceFlag('format', ['markdown', 'json'] as const, 'markdown is the default') },
      run: ({ words: [id = '', file], flags }) =>
        withClient(flags, async (client) => {
          const format = flags.format ?? 'markdown';
          const { text } = await client.request('admin/assistant/export', { id, format });
          if (file === undefined) {
            const shown = String(text).trimEnd();
            return print(process.stdout.isTTY ? terminalText(shown) : shown);
          }
          writeNew(file, String(text));
          return print(`Written to ${file}.`);
        }),
    }),
    rename: defineAct({
      about: 'give one another title',
      words: 'ID TITLE',
      run: ({ words: [id = '', title = ''], flags }) =>
        withClient(flags, async (client) =>
          print(conversationLine(await chatClient(client).act('change', { id, title }))),
        ),
    }),
    stop: defineAct({
      about: 'stop what one is doing',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) =>
          print(conversationLine(await chatClient(client).act('stop', { id }))),
        ),
    }),
    remove: defineAct({
      about: 'delete one; the record of its calls stays',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          await chatClient(client).act('remove', { id });
          return print(`Removed ${id}.`);
        }),
    }),
    models: defineAct({
      about: 'those the provider has, and the one that answers',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const status = await client.request('admin/assistant/status', {});
          if (status.isReady !== true) {
            say(String(status.help));
            return 1;
          }
          const { models } = await client.request('admin/assistant/models', {});
          if (flags.json) return printJson({ ...status, models });
          print(
            `${String(status.provider)} answers with ${String(status.model ?? 'its first model')}. It has:`,
          );
          return print((models as string[]).join('\n'));
        }),
    }),
  },
});

const NOTHING_OPEN =
  'No directory is open here: go into a project, or open one with --root DIR. Without it the assistant can only talk.';

const listed = async (client: HostClient, params: Record<string, unknown>): Promise<ConversationSummary[]> =>
  // Sound: the act answers with its own schema.
  (await client.request('admin/assistant/conversations', params)).conversations as ConversationSummary[];

function assertTerminal(): void {
  if (process.stdin.isTTY) return;
  throw new UsageError('A conversation needs a terminal; toolgate chat ask TEXT asks one question.');
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new UsageError(
      `${file} was not written: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
