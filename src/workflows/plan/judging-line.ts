import type { Caller } from '../../core/call/caller.ts';
import { ToolError } from '../../core/errors.ts';
import { createLine } from '../../core/timing/slots.ts';
import type { Parts } from '../parts.ts';

/** Judges one request after the other for each agent, a few for all of them together. */
export type JudgingLine = <T>(asked: Asked, parts: Parts, judge: (parts: Parts) => Promise<T>) => Promise<T>;

interface Asked {
  readonly caller: Pick<Caller, 'session' | 'transport'>;
  readonly request: unknown;
  /** Ends when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

const IN_ALL = 8;
/** Of the requests of an agent that wait. One that is larger is taken where no other waits. */
const MOST_WAITING = 20_000_000;

/**
 * To judge a large workflow takes minutes, in pieces between which others get their turn. Many at once would make them wait
 * for a piece of each, and nobody has been asked about any of them.
 */
export function createJudgingLine(): JudgingLine {
  const line = createLine(1, IN_ALL);
  const waiting = new Map<string, number>();
  return async ({ caller, request, signal }, parts, judge) => {
    // Part of what is judged already, or of a run.
    if (caller.transport === 'run') return judge(parts);
    const { session } = caller;
    const before = waiting.get(session) ?? 0;
    const size = JSON.stringify(request).length;
    if (before > 0 && before + size > MOST_WAITING)
      throw new ToolError('RATE_LIMITED', 'Too many workflows of this agent wait to be judged', {
        hint: 'Wait for the answers to the calls before.',
      });
    waiting.set(session, before + size);
    try {
      return await line({ session, signal }, () => judge(whileWanted(parts, signal)));
    } finally {
      const left = (waiting.get(session) ?? 0) - size;
      if (left > 0) waiting.set(session, left);
      else waiting.delete(session);
    }
  };
}

/** The same parts, which look at no further step once nobody waits for the answer. */
const whileWanted = (parts: Parts, signal: AbortSignal): Parts => ({
  ...parts,
  services: {
    ...parts.services,
    foresee: async (...asked) => {
      if (signal.aborted) throw new ToolError('CANCELLED', 'The call was cancelled while it was judged');
      return parts.services.foresee(...asked);
    },
  },
});
