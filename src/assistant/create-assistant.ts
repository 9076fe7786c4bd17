import { type Conversation, type ConversationCaller, isEnded } from '../core/assistant/conversation.ts';
import type { ConversationSummary, ConversationView } from '../core/assistant/conversation-view.ts';
import type { Caller } from '../core/caller.ts';
import { ToolError } from '../core/errors.ts';
import type { ConversationStore } from '../store/conversations.ts';
import { createTurns } from './conversations/turns.ts';
import { summaryOf, viewOf } from './conversations/view.ts';
import { projectContext } from './project-context.ts';
import { chooseProvider } from './providers/choose-provider.ts';
import { listModels } from './providers/list-models.ts';
import type { Services } from './services.ts';
import { titleFrom } from './title.ts';

/** Whether there is a model, and which. */
export interface AssistantStatus {
  readonly isReady: boolean;
  readonly provider: string | null;
  readonly model: string | null;
  readonly url: string | null;
  /** Why it is not ready, and what to do. */
  readonly help: string | null;
}

export interface NewConversation {
  readonly caller: Caller;
  readonly cwd: string | undefined;
  readonly model: string | null;
  readonly title: string | undefined;
}

/** The assistant: conversations with a model whose calls pass the gate. */
export interface AssistantService {
  status(model: string | null): Promise<AssistantStatus>;
  models(): Promise<string[]>;
  start(conversation: NewConversation): Promise<ConversationSummary>;
  /** Answers at once; what comes of it is told by events. */
  send(id: string, text: string, caller: Caller): Promise<ConversationSummary>;
  /** Goes on with a turn that failed, was stopped or was cut off. */
  goOn(id: string, caller: Caller): Promise<ConversationSummary>;
  stop(id: string, by: string): Promise<ConversationSummary>;
  list(query: string, limit: number): ConversationSummary[];
  show(id: string): ConversationView;
  change(id: string, change: Partial<Pick<Conversation, 'title' | 'model'>>): ConversationSummary;
  remove(id: string, by: string): Promise<void>;
  /** Takes up what an earlier host left: questions that are open stay open. */
  resume(): Promise<void>;
  readonly isWatching: boolean;
  close(): Promise<void>;
}

export function createAssistant(store: ConversationStore, services: Services): AssistantService {
  const parts = { store, services };
  const turns = createTurns(parts);
  const find = (id: string): Conversation => {
    const found = store.get(id) ?? byStart(store, id);
    if (found) return found;
    throw new ToolError('NOT_FOUND', `There is no conversation "${id}"`, {
      hint: 'toolgate chat list shows them.',
    });
  };
  const tell = (conversation: Conversation): ConversationSummary => {
    const { id: conversationId, title, status, note } = conversation;
    services.emit('assistant.changed', { conversationId, title, status, note });
    return summaryOf(conversation);
  };
  const begin = async (conversation: Conversation, caller: Caller): Promise<ConversationSummary> => {
    turns.begin(conversation.id, await callerFor(parts.services, store, conversation, caller));
    return summaryOf(find(conversation.id));
  };
  const assertFree = ({ id, status }: Conversation): void => {
    if (!turns.isOn(id)) return;
    throw new ToolError('CONFLICT', `The assistant is ${status} in this conversation`, {
      hint: 'Wait until it is done, answer its questions, or stop it.',
    });
  };
  const assertModel = async ({ model }: Conversation): Promise<void> => {
    if (services.model === undefined) await chooseProvider(services, model);
  };
  return {
    status: async (model) => {
      try {
        const { name, url, model: chosen } = await chooseProvider(services, model);
        return { isReady: true, provider: name, model: chosen || null, url, help: null };
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        const help = error.message.startsWith('No model')
          ? (error.hint ?? '')
          : `${error.message}. ${error.hint ?? ''}`;
        return { isReady: false, provider: null, model: null, url: null, help };
      }
    },
    models: async () => {
      const chosen = await chooseProvider(services, null);
      const fetch = services.fetchFor(new URL(chosen.url), services.settings().timeoutMs);
      return listModels(chosen, fetch, AbortSignal.timeout(services.settings().timeoutMs));
    },
    start: async ({ caller, cwd, model, title }) => {
      const made = store.create({
        title: title ?? titleFrom(''),
        model,
        caller: factsOf({ ...caller, cwd }),
        context: '',
      });
      const context = await projectContext(services, await services.callerOf(made.caller, made.id));
      store.update(made.id, { context: services.redact(context) });
      return tell(find(made.id));
    },
    send: async (id, text, caller) => {
      const conversation = find(id);
      assertFree(conversation);
      await assertModel(conversation);
      const clean = services.redact(text);
      const isFirst = store.messages(conversation.id).length === 0;
      if (isFirst && conversation.title === titleFrom(''))
        store.update(conversation.id, { title: titleFrom(clean) });
      const { id: messageId } = store.append(conversation.id, {
        role: 'user',
        parts: [{ type: 'text', text: clean }],
      });
      services.emit('assistant.message', { conversationId: conversation.id, messageId, role: 'user' });
      return begin(conversation, caller);
    },
    goOn: async (id, caller) => {
      const conversation = find(id);
      if (turns.isOn(conversation.id) || store.messages(conversation.id).length === 0)
        return summaryOf(conversation);
      await assertModel(conversation);
      return begin(conversation, caller);
    },
    stop: async (id, by) => {
      const conversation = find(id);
      if (turns.isOn(conversation.id)) await turns.stop(conversation.id, by);
      return summaryOf(find(conversation.id));
    },
    list: (query, limit) =>
      query === ''
        ? store.list(limit).map((one) => summaryOf(one))
        : store.search(query, limit).map(({ conversation, excerpt }) => summaryOf(conversation, excerpt)),
    show: (id) => {
      const conversation = find(id);
      return viewOf(parts, conversation, turns.draftOf(conversation.id));
    },
    change: (id, { title, ...change }) => {
      const { id: found } = find(id);
      store.update(found, { ...change, ...(title !== undefined && { title: services.redact(title) }) });
      return tell(find(found));
    },
    remove: async (id, by) => {
      const { id: found, title } = find(id);
      await turns.stop(found, by);
      services.endSession(found);
      store.remove(found);
      services.emit('assistant.changed', { conversationId: found, title, status: 'removed', note: null });
    },
    resume: async () => {
      for (const conversation of store.list(EVERYTHING)) await takeUp(conversation);
    },
    get isWatching() {
      return turns.areWorking;
    },
    close: async () => {
      await turns.close();
      store.close();
    },
  };

  async function takeUp({ id, status, caller }: Conversation): Promise<void> {
    if (status !== 'working' && status !== 'waiting') return;
    const open = store.calls(id).filter((call) => !isEnded(call));
    // Somebody was asked, and may answer at any time. Where nobody was, nothing goes on unless a person wants it.
    if (open.some(({ state }) => state === 'waiting'))
      return turns.begin(id, await services.callerOf(caller, id));
    store.update(id, { status: 'interrupted', note: 'Toolgate ended in the middle of this turn' });
    tell(find(id));
  }
}

const EVERYTHING = 100_000;

/** The first letters are enough where they fit one alone. */
function byStart(store: ConversationStore, start: string): Conversation | undefined {
  if (start.length < 4) return undefined;
  const fitting = store
    .list(EVERYTHING)
    .filter(({ id }) => id.startsWith(start) || id.startsWith(`chat_${start}`));
  return fitting.length === 1 ? fitting[0] : undefined;
}

const factsOf = ({ principal, cwd, roots, mode, packs, toolPermissions }: Caller): ConversationCaller => ({
  ...{ principal, cwd, roots, mode, packs, toolPermissions },
});

/** Whoever began it may change what it may do by how they come back to its directory; else it stays as it is. */
async function callerFor(
  services: Services,
  store: ConversationStore,
  { id, caller }: Conversation,
  now: Caller,
): Promise<Caller> {
  if (now.principal !== caller.principal || now.cwd !== caller.cwd) return services.callerOf(caller, id);
  const facts = factsOf(now);
  store.update(id, { caller: facts });
  const made = await services.callerOf(facts, id);
  const { mode, toolPermissions, settings } = now;
  return { ...made, mode, toolPermissions, ...(settings && { settings }) };
}
