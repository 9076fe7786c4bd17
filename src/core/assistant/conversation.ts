import type { Rights } from '../call/caller.ts';
import type { Pack } from '../tool/packs.ts';

type Data = Record<string, unknown>;

/**
 * `working`: the model answers or a tool runs; `waiting`: for a person's approval; `interrupted`: the host ended
 * meanwhile; `failed` and `stopped` say why in `note`. All but the first two can be taken up again.
 */
export const CONVERSATION_STATUSES = [
  'idle',
  'working',
  'waiting',
  'stopped',
  'failed',
  'interrupted',
] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** What is kept of who a conversation works for, so that it can go on after a restart. */
export interface ConversationCaller extends Rights {
  readonly principal: string;
  readonly cwd: string | undefined;
  readonly roots: readonly string[];
  readonly packs: readonly Pack[];
}

export interface Usage {
  readonly inputTokens: number;
  /** Those of the input that the provider had in its cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Dollars; null where the price of the model is not set. */
  readonly cost: number | null;
}

export interface Conversation {
  readonly id: string;
  readonly title: string;
  /** What it took to find a title. */
  readonly titleUsage: Usage | null;
  readonly status: ConversationStatus;
  /** Why it failed or was stopped, in words. */
  readonly note: string | null;
  /** Chosen for this conversation; null means what the configuration says. */
  readonly model: string | null;
  readonly caller: ConversationCaller;
  /** What the model is told of the project. */
  readonly context: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const MESSAGE_ROLES = ['user', 'assistant', 'summary'] as const;

/** A piece of a message; `call` stands for a tool call, which has a record of its own. */
export type MessagePart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly provider?: Data }
  | { readonly type: 'call'; readonly callId: string };

export interface Message {
  readonly id: string;
  readonly conversationId: string;
  readonly seq: number;
  /** A summary stands for all messages up to `covers`. */
  readonly role: (typeof MESSAGE_ROLES)[number];
  readonly parts: readonly MessagePart[];
  readonly covers: number | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  /** The person stopped it before it was complete. */
  readonly isPartial: boolean;
  readonly createdAt: string;
}

export const CALL_STATES = [
  'queued',
  'running',
  'waiting',
  'completed',
  'failed',
  'denied',
  'cancelled',
] as const;
export type CallState = (typeof CALL_STATES)[number];

/** A tool call of the model, from its words to what came of it. */
export interface ConversationCall {
  readonly id: string;
  readonly conversationId: string;
  readonly messageId: string;
  /** The name the provider gave it; results are matched by it. */
  readonly providerCallId: string;
  readonly tool: string;
  readonly args: Data;
  /** Why the arguments could not be read, if so. */
  readonly malformed: string | null;
  readonly provider: Data | null;
  readonly state: CallState;
  readonly approvalId: string | null;
  /** As the model is told it. */
  readonly result: string | null;
  readonly errorCode: string | null;
  readonly durationMs: number | null;
  /** How often it was handed to the gate; part of the name under which the record has it. */
  readonly attempts: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** A picture that a call answered, for models that can see; lists and pages do without. */
export interface CallImage {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

export const isEnded = ({ state }: Pick<ConversationCall, 'state'>): boolean =>
  state !== 'queued' && state !== 'running' && state !== 'waiting';

/** What a text message says. */
export const textOf = ({ parts }: Pick<Message, 'parts'>): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
