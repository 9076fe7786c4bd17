import { ToolError } from '../core/errors.ts';

/** A limited number of places for each key, given out in the order they were asked for. */
export interface Slots {
  tryTake(key: string): boolean;
  take(key: string, signal: AbortSignal): Promise<void>;
  release(key: string): void;
}

interface Line {
  taken: number;
  readonly waiting: (() => void)[];
}

export function createSlots(size: number): Slots {
  const lines = new Map<string, Line>();
  const lineOf = (key: string): Line => {
    const line = lines.get(key) ?? { taken: 0, waiting: [] };
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
    take: (key, signal) => waitInLine(lineOf(key), signal),
    release: (key) => {
      const line = lineOf(key);
      const next = line.waiting.shift();
      if (next) return next();
      line.taken--;
      if (line.taken === 0) lines.delete(key);
    },
  };
}

function waitInLine(line: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      line.waiting.splice(line.waiting.indexOf(start), 1);
      reject(new ToolError('CANCELLED', 'The call was cancelled while it waited for its turn'));
    };
    if (signal.aborted) return reject(new ToolError('CANCELLED', 'The call was cancelled'));
    signal.addEventListener('abort', leave, { once: true });
    line.waiting.push(start);
  });
}
