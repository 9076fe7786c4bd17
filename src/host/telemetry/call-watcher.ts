import type { Answer, Call, Judgement } from '../../core/call/call.ts';

/** Hears of every call, as it begins and as it ends; there is none while nobody wants to know. */
export interface CallWatcher {
  began(call: Call): void;
  ended(call: Call, ending: Ending): void;
}

export interface Ending {
  /** `ok`, `asked` (the client is to answer first), `passed` (the agent may do it itself), or the code of the error. */
  readonly outcome: string;
  /** As `performance.now()` has it. */
  readonly at: number;
}

export const endingOf = (answer: Answer | Judgement): Ending => ({
  outcome: outcomeOf(answer),
  at: performance.now(),
});

function outcomeOf(answer: Answer | Judgement): string {
  if (!('kind' in answer)) return answer.ok ? 'passed' : answer.error.code;
  if (answer.kind !== 'result') return 'asked';
  return answer.ok ? 'ok' : answer.error.code;
}

/** By the name it has here: one that a caller made up could hold anything, and there is no end of them. */
export const toolOf = ({ facts }: Call): string => facts.tool?.name ?? 'unknown';
