import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LogLine } from '../../core/workflow/execution.ts';

/** What the steps of runs print, line by line with numbers, in a file for each run: a database is no place for it. */
export interface RunLog {
  append(runId: string, stepId: string, text: string): void;
  read(runId: string, after: number, limit: number): LogLine[];
  onLine(listener: (runId: string) => void): () => void;
  remove(runIds: readonly string[]): void;
}

const MOST_LINES = 100_000;

export function createRunLog(directory: string): RunLog {
  const lines = new Map<string, number>();
  const listeners = new Set<(runId: string) => void>();
  const fileOf = (runId: string) => join(directory, `${runId.replaceAll(/[^A-Za-z0-9_.#-]/g, '_')}.log`);
  const countOf = (runId: string): number => {
    const known = lines.get(runId);
    if (known !== undefined) return known;
    return existsSync(fileOf(runId)) ? readLines(fileOf(runId)).length : 0;
  };
  return {
    append: (runId, stepId, text) => {
      const from = countOf(runId);
      if (from >= MOST_LINES) return;
      const at = new Date().toISOString();
      const entries = text
        .replace(/\n$/, '')
        .split('\n')
        .map((line, index) => JSON.stringify([from + index + 1, at, stepId, line]));
      if (from === 0) mkdirSync(directory, { recursive: true, mode: 0o700 });
      appendFileSync(fileOf(runId), `${entries.join('\n')}\n`, { mode: 0o600 });
      lines.set(runId, from + entries.length);
      for (const listener of listeners) listener(runId);
    },
    read: (runId, after, limit) => {
      if (!existsSync(fileOf(runId))) return [];
      return readLines(fileOf(runId))
        .slice(after, after + limit)
        .map(([seq, at, stepId, text]) => ({ seq, at, stepId, text }));
    },
    onLine: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    remove: (runIds) => {
      for (const runId of runIds) {
        lines.delete(runId);
        rmSync(fileOf(runId), { force: true });
        rmSync(join(directory, runId), { recursive: true, force: true });
      }
    },
  };
}

/** A line that a killed host wrote in part is left out. */
function readLines(file: string): [number, string, string, string][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as [number, string, string, string]];
      } catch {
        return [];
      }
    })
    .map(([, at, stepId, text], index) => [index + 1, at, stepId, text]);
}
