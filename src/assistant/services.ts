import type { LanguageModel } from 'ai';
import type { Approval } from '../core/approval/approval.ts';
import type { ConversationCaller } from '../core/assistant/conversation.ts';
import type { Answer, CallRequest } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import type { Emit } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { CatalogEntry } from '../core/tool/registry.ts';
import type { ConversationStore } from '../store/conversations.ts';

/** What the assistant gets of the host. */
export interface Services {
  readonly log: Log;
  /** As of now: a person can change it while a conversation goes on. */
  settings(): Config['assistant'];
  call(request: CallRequest): Promise<Answer>;
  /** Whom the calls of a conversation come from, narrowed by what holds in its project now. */
  callerOf(caller: ConversationCaller, session: string): Promise<Caller>;
  /** The tools that are offered to a caller. */
  toolsFor(caller: Caller): readonly CatalogEntry[];
  readonly approvals: {
    get(id: string): Approval | undefined;
    wait(id: string, limitMs: number, signal: AbortSignal): Promise<Approval | undefined>;
    /** Nobody waits for the answer any more: it counts as denied. */
    close(id: string, by: string): void;
  };
  /** The record of the calls of a session. */
  recorded(session: string): readonly RecordedCall[];
  redact(text: string): string;
  /** For all texts of one answer, which share the time that the search may take. */
  redaction(): Redaction;
  /** From the environment or the secret store, by name; what was read is masked everywhere from then on. */
  secret(name: string): Promise<string | undefined>;
  /** A fetch that reaches this origin and no other, for so long. */
  fetchFor(url: URL, timeoutMs: number): typeof globalThis.fetch;
  readonly emit: Emit;
  endSession(session: string): void;
  /** Instead of the provider that the configuration names. */
  readonly model?: LanguageModel | undefined;
}

/** Takes secrets out of what is still being written. */
export interface Redaction {
  /** One for each text; what its budget does not reach is withheld. */
  stream(): {
    push(text: string): string;
    end(): string;
    /** What waits for more text, as it was written. */
    readonly held: string;
  };
  text(text: string): string;
}

interface RecordedCall {
  readonly kind: string;
  readonly callId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Everything a turn works with. */
export interface Parts {
  readonly store: ConversationStore;
  readonly services: Services;
}
