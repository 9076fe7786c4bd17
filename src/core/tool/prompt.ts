import type { Answer } from '../call/call.ts';
import type { Caller } from '../call/caller.ts';
import type { Content } from '../call/content.ts';
import type { CallInput, InputRequests, InputResponses } from '../call/input.ts';
import type { Pack } from './packs.ts';

/** What prompts and resources work with: the caller, and tools through the gate. */
export interface ClientContext {
  readonly caller: Caller;
  /** Runs a tool for this caller, through the gate like any other call. */
  call(tool: string, args: Record<string, unknown>): Promise<Answer>;
  readonly input: CallInput | undefined;
  /** Puts questions to the person at the client: ends this round; the next one has `input`. */
  ask(requests: InputRequests, state?: unknown): Promise<InputResponses>;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Content;
}

export interface PromptArgument {
  readonly description: string;
  readonly required: boolean;
  /** Values that begin like `typed`. */
  readonly complete?: (typed: string, ctx: ClientContext) => Promise<readonly string[]> | readonly string[];
}

/** A text a person can start from; clients show it as a command. */
export interface Prompt {
  readonly name: string;
  readonly pack: Pack;
  readonly title: string;
  readonly description: string;
  readonly arguments: Readonly<Record<string, PromptArgument>>;
  readonly render: (
    args: Readonly<Record<string, string>>,
    ctx: ClientContext,
  ) => Promise<PromptMessage[]> | PromptMessage[];
}

export const definePrompt = (prompt: Prompt): Prompt => prompt;
