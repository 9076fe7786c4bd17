import type { Conversation } from '../core/assistant/conversation.ts';
import type { ConversationSummary, ConversationView } from '../core/assistant/conversation-view.ts';
import type { Caller } from '../core/call/caller.ts';
import { ToolError } from '../core/errors.ts';
import type { ConversationStore } from '../store/conversations.ts';
import { EVERYTHING, findConversation } from './conversations/find.ts';
import {
  callerFor,
  keepMessage,
  type NewConversation,
  startConversation,
  takeUp,
} from './conversations/start.ts';
import { createTurns } from './conversations/turns.ts';
import { summaryOf, viewOf } from './conversations/view.ts';
import { chooseProvider } from './providers/choose-provider.ts';
import { type ModelFacts, modelFacts } from './providers/model-facts.ts';
import type { Services } from './services.ts';

// The SDK prints warnings to a stream that may belong to somebody else.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The assistant: conversations with a model whose calls pass the gate. */
export interface AssistantService extends ModelFacts {
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
  const find = (id: string): Conversation => findConversation(store, id);
  const tell = (conversation: Conversation): ConversationSummary => {
    const { id: conversationId, title, status, note } = conversation;
    services.emit('assistant.changed', { conversationId, title, status, note });
    return summaryOf(conversation);
  };
  return {
    ...modelFacts(services),
    start: async (asked) => tell(await startConversation(parts, asked)),
    send: async (id, text, caller) => {
      const conversation = find(id);
      await assertModel(services, conversation);
      const made = await callerFor(parts, conversation, caller);
      // From here on nothing else can come between.
      if (turns.isOn(conversation.id)) throw busy(find(conversation.id));
      keepMessage(parts, find(conversation.id), services.redact(text));
      turns.begin(conversation.id, made);
      return summaryOf(find(conversation.id));
    },
    goOn: async (id, caller) => {
      const conversation = find(id);
      if (turns.isOn(conversation.id) || store.messages(conversation.id).length === 0)
        return summaryOf(conversation);
      await assertModel(services, conversation);
      const made = await callerFor(parts, conversation, caller);
      if (!turns.isOn(conversation.id)) turns.begin(conversation.id, made);
      return summaryOf(find(conversation.id));
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
      for (const conversation of store.list(EVERYTHING))
        if (await takeUp(parts, conversation, turns)) tell(find(conversation.id));
    },
    get isWatching() {
      return turns.areWorking;
    },
    close: async () => {
      await turns.close();
      store.close();
    },
  };
}

const assertModel = async (services: Services, { model }: Conversation): Promise<void> => {
  if (services.model === undefined) await chooseProvider(services, model);
};

const busy = ({ status }: Conversation): ToolError =>
  new ToolError('CONFLICT', `The assistant is ${status} in this conversation`, {
    retryable: true,
    hint: 'Wait until it is done, answer its questions, or stop it.',
  });
