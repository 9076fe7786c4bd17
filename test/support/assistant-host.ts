import type { AssistantService } from '../../src/assistant/create-assistant.ts';
import type { Approval, ApprovalAnswer } from '../../src/core/approval/approval.ts';
import type { ConversationStatus } from '../../src/core/assistant/conversation.ts';
import type { ConversationView } from '../../src/core/assistant/conversation-view.ts';
import type { Caller } from '../../src/core/call/caller.ts';
import type { AppEvent } from '../../src/core/events.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createTestHost, type TestHost } from './host.ts';
import { until } from './program.ts';

type Settings = Record<string, unknown>;

export interface AssistantHost extends TestHost {
  readonly assistant: AssistantService;
  readonly caller: Caller;
  readonly events: readonly AppEvent[];
  /** Begins a conversation and says something. */
  say(text: string, id?: string): Promise<string>;
  /** Polls until the conversation stands like this. */
  until(id: string, ...statuses: ConversationStatus[]): Promise<ConversationView>;
  /** The questions that wait, once there are so many. */
  asked(count?: number): Promise<readonly Approval[]>;
  answer(id: string, answer: Partial<ApprovalAnswer> & Pick<ApprovalAnswer, 'verdict'>): void;
}

/** A host with a model to talk to, at this address. */
export async function createAssistantHost(
  settings: Settings,
  options: NonNullable<Parameters<typeof createTestHost>[1]> = {},
  more: Settings = {},
): Promise<AssistantHost> {
  const made = createTestHost({ assistant: settings, ...more }, options);
  const { host, root } = made;
  const assistant = await host.assistant();
  const caller = callerWith(host.config, 'cli', { cwd: root });
  const events: AppEvent[] = [];
  host.events.subscribe(
    ['assistant.changed', 'assistant.message', 'assistant.call', 'assistant.delta', 'assistant.retry'],
    (event) => events.push(event),
  );
  return {
    ...made,
    assistant,
    caller,
    events,
    say: async (text, known) => {
      const start = () => assistant.start({ caller, cwd: root, model: null, title: undefined });
      const id = known ?? (await start()).id;
      await assistant.send(id, text, caller);
      return id;
    },
    until: (id, ...statuses) =>
      until(
        `${id} to be ${statuses.join(' or ')}`,
        () => {
          const view = assistant.show(id);
          return statuses.includes(view.status) ? view : undefined;
        },
        20_000,
      ),
    asked: (count = 1) =>
      until(
        `${count} questions`,
        () => {
          const open = host.approvals.list('pending');
          return open.length >= count ? open : undefined;
        },
        20_000,
      ),
    answer: (id, answer) =>
      void host.approvals.decide(id, { scope: 'once', by: 'person', via: 'terminal', ...answer }),
  };
}
