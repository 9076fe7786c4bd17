import { ToolError } from '../core/errors.ts';

/**
 * A limited number of places for each key. They are given out to whoever waits in turns, and to each in the order they
 * asked: one agent's burst does not make another agent of the same person wait for all of it.
 */
export interface Slots {
  tryTake(key: string): boolean;
  take(key: string, who: string, signal: AbortSignal): Promise<void>;
  release(key: string): void;
}

interface Line {
  taken: number;
  /** Those who wait, next in turn first. */
  readonly waiting: Map<string, (() => void)[]>;
}

export function createSlots(size: number): Slots {
  const lines = new Map<string, Line>();
  const lineOf = (key: string): Line => {
    const line = lines.get(key) ?? { taken: 0, waiting: new Map() };
    lines.set(key, line);
    return line;
  };
  return {
    tryTake: (key) => {
      const line = lineOf(key);
      if (line.taken >= size) return false;
      line.taken++;
      return true;
    },
    take: (key, who, signal) => waitInLine(lineOf(key), who, signal),
    release: (key) => {
      const line = lineOf(key);
      const next = nextInTurn(line);
      if (next) return next();
      line.taken--;
      if (line.taken === 0) lines.delete(key);
    },
  };
}

function nextInTurn({ waiting }: Line): (() => void) | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const [who, starts] = first;
  const start = starts.shift();
  waiting.delete(who);
  if (starts.length > 0) waiting.set(who, starts);
  return start;
}

function waitInLine({ waiting }: Line, who: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      const own = waiting.get(who) ?? [];
      own.splice(own.indexOf(start), 1);
      if (own.length === 0) waiting.delete(who);
      reject(new ToolError('CANCELLED', 'The call was cancelled while it waited for its turn'));
    };
    if (signal.aborted) return reject(new ToolError('CANCELLED', 'The call was cancelled'));
    signal.addEventListener('abort', leave, { once: true });
    const own = waiting.get(who);
    if (own) own.push(start);
    else waiting.set(who, [start]);
  });
}
