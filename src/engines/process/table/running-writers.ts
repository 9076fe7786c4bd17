import { isInside } from '../../../core/path/paths.ts';
import type { Background } from './background.ts';

interface Writer {
  readonly command: string;
  readonly roots: readonly string[];
}

/** Programs of agents that run now, while somebody waits for them, and may change files. */
export interface RunningWriters {
  during<T>(writer: Writer, work: Promise<T>): Promise<T>;
  /** Those that may do so in these directories. */
  in(roots: readonly string[]): readonly string[];
}

export function createRunningWriters(): RunningWriters {
  const running = new Set<Writer>();
  return {
    during: async (writer, work) => {
      running.add(writer);
      try {
        return await work;
      } finally {
        running.delete(writer);
      }
    },
    in: (roots) =>
      [...running].filter((writer) => areShared(writer.roots, roots)).map(({ command }) => command),
  };
}

/** Those among background processes. */
export const writingIn = (running: readonly Background[], roots: readonly string[]): readonly string[] =>
  running
    .filter(({ isRunning, facts }) => isRunning && facts.mayWrite && areShared([facts.cwd], roots))
    .map(({ facts }) => facts.command);

/** One lies in the other. */
const areShared = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((path) => isInside(path, others)) || others.some((path) => isInside(path, some));
