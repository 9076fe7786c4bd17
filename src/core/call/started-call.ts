import type { Facts } from './call.ts';
import type { Caller, Rights } from './caller.ts';

/** The call that started a process: before each later start it is judged again, with the rights as of then. */
export interface StartedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  /** What was decided about it. A later start gets no more. */
  readonly facts: DecidedFacts;
  /** What it did when that was decided: the answer was for no more. */
  readonly shown: ShownFacts;
  /** What the configuration said by then, and when that was: under the next host nobody else knows. */
  readonly configured: Required<Rights>;
  readonly at: number;
}

type Decided = 'access' | 'sandbox' | 'decision' | 'hidesSecrets' | 'changesCaches' | 'servers' | 'bound';
export type DecidedFacts = { readonly [Name in Decided]?: Facts[Name] | undefined };

/** What an answer for a call is bound to. */
export const SHOWN_FACTS = [
  'risk',
  'access',
  'effect',
  'weighty',
  'runs',
  'told',
  'bound',
  'scripts',
  'unfound',
  'otherWork',
  'options',
  'workplaces',
  'leads',
  'linked',
  'meanwhile',
] as const;
export type ShownFacts = { readonly [Name in (typeof SHOWN_FACTS)[number]]?: Facts[Name] | undefined };

/** Which start of a process a call is for. */
export interface LaterStart {
  readonly processId: string;
  /** The first restart is 1. */
  readonly restarts: number;
}
