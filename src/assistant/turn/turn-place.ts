import type { Conversation } from '../../core/assistant/conversation.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { Parts } from '../services.ts';
import type { StepSink } from './step-sink.ts';

/** A turn: from a message of a person to the answer that asks for nothing more. */
export interface TurnPlace extends Parts {
  readonly id: string;
  /** Whom its calls come from. */
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** The host leaves: nothing that ends now is an outcome. */
  isClosing(): boolean;
  /** Says how the conversation stands. */
  setStatus(status: Conversation['status'], note?: string | null): void;
  /** The answer that is being written, for who comes in the middle of it. */
  writing(draft: { readonly messageId: string; readonly sink: StepSink } | undefined): void;
}

/** A turn that cannot go on, in words for a person. */
export class TurnFailure extends Error {}

/** A turn that ends before its end, and can be taken up again. */
export class TurnStopped extends Error {}
