import { ToolError } from '../errors.ts';

/** Who wants a place: one agent, and the user it works for. */
export interface Taker {
  readonly session: string;
  readonly principal: string;
}

/**
 * A limited number of places for each agent, and a larger one for each user. Those who wait get them in turns, each in
 * the order it asked: one agent's burst makes no other agent wait for all of it.
 */
export interface Slots {
  tryTake(taker: Taker): boolean;
  take(taker: Taker, signal: AbortSignal): Promise<void>;
  release(taker: Taker): void;
}

interface Line {
  taken: number;
  readonly takenBy: Map<string, number>;
  /** Those who wait, next in turn first. */
  readonly waiting: Map<string, (() => void)[]>;
}

export function createSlots(perSession: number, perPrincipal: number): Slots {
  const lines = new Map<string, Line>();
  const lineOf = (principal: string): Line => {
    const line = lines.get(principal) ?? { taken: 0, takenBy: new Map(), waiting: new Map() };
    lines.set(principal, line);
    return line;
  };
  const hasRoom = ({ takenBy }: Line, session: string): boolean => (takenBy.get(session) ?? 0) < perSession;
  const occupy = (line: Line, session: string): void => {
    line.taken++;
    line.takenBy.set(session, (line.takenBy.get(session) ?? 0) + 1);
  };
  const startWaiting = (line: Line): void => {
    for (const [session, starts] of line.waiting) {
      if (line.taken >= perPrincipal) return;
      if (!hasRoom(line, session)) continue;
      line.waiting.delete(session);
      const start = starts.shift();
      if (starts.length > 0) line.waiting.set(session, starts);
      if (!start) continue;
      occupy(line, session);
      start();
    }
  };
  return {
    tryTake: ({ principal, session }) => {
      const line = lineOf(principal);
      if (line.taken >= perPrincipal || !hasRoom(line, session)) return false;
      occupy(line, session);
      return true;
    },
    take: ({ principal, session }, signal) => waitInLine(lineOf(principal), session, signal),
    release: ({ principal, session }) => {
      const line = lineOf(principal);
      const left = (line.takenBy.get(session) ?? 1) - 1;
      if (left > 0) line.takenBy.set(session, left);
      else line.takenBy.delete(session);
      line.taken--;
      startWaiting(line);
      if (line.taken === 0 && line.waiting.size === 0) lines.delete(principal);
    },
  };
}

/** An agent that wants something done, until its signal. */
export interface Asker {
  readonly session: string;
  readonly signal: AbortSignal;
}

/** Does work once there is a place for it: so many for each agent, and a number for all of them together. */
export function createLine(
  perAgent: number,
  inAll: number,
): <T>(asker: Asker, work: () => Promise<T>) => Promise<T> {
  const slots = createSlots(perAgent, inAll);
  return async ({ session, signal }, work) => {
    const taker = { session, principal: 'all' };
    if (!slots.tryTake(taker)) await slots.take(taker, signal);
    try {
      return await work();
    } finally {
      slots.release(taker);
    }
  };
}

function waitInLine({ waiting }: Line, session: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      const own = waiting.get(session) ?? [];
      own.splice(own.indexOf(start), 1);
      if (own.length === 0) waiting.delete(session);
      const cancelled = new ToolError('CANCELLED', 'The call was cancelled while it waited for its turn');
      reject(signal.reason instanceof ToolError ? signal.reason : cancelled);
    };
    if (signal.aborted) return reject(new ToolError('CANCELLED', 'The call was cancelled'));
    signal.addEventListener('abort', leave, { once: true });
    const own = waiting.get(session);
    if (own) own.push(start);
    else waiting.set(session, [start]);
  });
}
