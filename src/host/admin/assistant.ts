import { realpathSync, statSync } from 'node:fs';
import * as z from 'zod';
import { toMarkdown } from '../../assistant/conversations/export.ts';
import { CONVERSATION_STATUSES } from '../../core/assistant/conversation.ts';
import type { Caller } from '../../core/call/caller.ts';
import { ToolError } from '../../core/errors.ts';
import { isInside } from '../../core/path/paths.ts';
import { withOwnCommand } from '../../core/process/own-command.ts';
import { defineAct } from './act.ts';
import { conversationSchema, summarySchema } from './assistant-schema.ts';

const id = z.string().min(1).describe('Id of a conversation, or its first letters');
const conversation = z.strictObject({ id });
const model = z
  .string()
  .min(1)
  .max(200)
  .nullable()
  .describe('Name of a model, or provider:model; null means what the configuration says');

export const assistantStatus = defineAct({
  name: 'assistant/status',
  about: 'Whether there is a model to talk to, which one, and how to get one',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({ model: z.string().optional() }),
  output: z.object({
    isReady: z.boolean(),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    url: z.string().nullable(),
    help: z.string().nullable(),
  }),
  run: async (host, input, { via }) => {
    const { help, ...facts } = await (await host.assistant()).status(input.model ?? null);
    // A terminal says how the program is run there.
    return { ...facts, help: help === null || via === 'terminal' ? help : withOwnCommand(help) };
  },
});

export const assistantModels = defineAct({
  name: 'assistant/models',
  about: 'The models that the provider offers',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({ models: z.array(z.string()) }),
  run: async (host) => ({ models: await (await host.assistant()).models() }),
});

export const listConversations = defineAct({
  name: 'assistant/conversations',
  about: 'Conversations with the assistant, newest first, or those where words are found',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'conversations' }],
  input: z.strictObject({
    query: z.string().max(500).default('').describe('Words to look for'),
    limit: z.coerce.number().int().min(1).max(1000).default(50),
  }),
  output: z.object({ conversations: z.array(summarySchema) }),
  run: async (host, { query, limit }) => ({
    conversations: (await host.assistant()).list(query, limit),
  }),
});

export const showConversation = defineAct({
  name: 'assistant/conversation',
  about: 'One conversation with its messages, calls, open questions and what is being written',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'conversations/{id}' }],
  input: conversation,
  output: conversationSchema,
  run: async (host, input) => (await host.assistant()).show(input.id),
});

export const startConversation = defineAct({
  name: 'assistant/start',
  about: 'Begin a conversation, in a project; nothing is said yet',
  scope: 'admin',
  isRecorded: false,
  routes: [{ method: 'POST', path: 'conversations' }],
  input: z.strictObject({
    projectPath: z.string().optional().describe('Directory to work in, inside an open one'),
    title: z.string().min(1).max(200).optional(),
    model: model.default(null),
  }),
  output: summarySchema,
  run: async (host, { projectPath, title, model: asked }, { caller }) => {
    const cwd = projectPath === undefined ? caller.cwd : openDirectory(projectPath, caller);
    return (await host.assistant()).start({ caller, cwd, model: asked, title });
  },
});

export const sendMessage = defineAct({
  name: 'assistant/send',
  about: 'Say something to the assistant; the answer comes as events',
  scope: 'admin',
  isRecorded: false,
  routes: [{ method: 'POST', path: 'conversations/{id}/messages' }],
  input: conversation.extend({ text: z.string().trim().min(1).max(200_000) }),
  output: summarySchema,
  run: async (host, input, { caller }) => (await host.assistant()).send(input.id, input.text, caller),
});

export const continueConversation = defineAct({
  name: 'assistant/continue',
  about: 'Go on with a turn that failed, was stopped or was cut off by a restart',
  scope: 'admin',
  isRecorded: false,
  routes: [{ method: 'POST', path: 'conversations/{id}/continue' }],
  input: conversation,
  output: summarySchema,
  run: async (host, input, { caller }) => (await host.assistant()).goOn(input.id, caller),
});

export const stopConversation = defineAct({
  name: 'assistant/stop',
  about: 'Stop the answer and everything it started; open questions are closed',
  scope: 'admin',
  isRecorded: false,
  routes: [{ method: 'POST', path: 'conversations/{id}/stop' }],
  input: conversation,
  output: summarySchema,
  run: async (host, input, { by }) => (await host.assistant()).stop(input.id, by),
});

export const changeConversation = defineAct({
  name: 'assistant/change',
  about: 'Rename a conversation, or choose its model',
  scope: 'admin',
  isRecorded: false,
  routes: [{ method: 'POST', path: 'conversations/{id}' }],
  input: conversation.extend({
    title: z.string().trim().min(1).max(200).optional(),
    model: model.optional(),
  }),
  output: summarySchema,
  run: async (host, { id: asked, title, model: chosen }) =>
    (await host.assistant()).change(asked, {
      ...(title !== undefined && { title }),
      ...(chosen !== undefined && { model: chosen }),
    }),
});

export const removeConversation = defineAct({
  name: 'assistant/remove',
  about: 'Delete a conversation; the record of its calls stays',
  scope: 'admin',
  routes: [{ method: 'POST', path: 'conversations/{id}/remove' }],
  input: conversation,
  output: z.object({ removed: z.boolean() }),
  run: async (host, input, { by }) => {
    await (await host.assistant()).remove(input.id, by);
    return { removed: true };
  },
});

export const exportConversation = defineAct({
  name: 'assistant/export',
  about: 'A conversation as a text in Markdown, or as JSON',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'conversations/{id}/export' }],
  input: conversation.extend({ format: z.enum(['markdown', 'json']).default('markdown') }),
  output: z.object({ title: z.string(), status: z.enum(CONVERSATION_STATUSES), text: z.string() }),
  run: async (host, { id: asked, format }) => {
    const view = (await host.assistant()).show(asked);
    const text =
      format === 'markdown' ? toMarkdown(view) : JSON.stringify(conversationSchema.parse(view), null, 2);
    return { title: view.title, status: view.status, text };
  },
});

/** A conversation works where its person may; nothing is opened by naming it. */
function openDirectory(path: string, { roots }: Caller): string {
  const real = realDirectory(path);
  if (real !== undefined && isInside(real, roots)) return real;
  throw new ToolError('OUTSIDE_ROOT', `${path} is not open here`, {
    hint: `Open are ${roots.join(', ') || 'none'}.`,
  });
}

function realDirectory(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}
