import { parentPort, workerData } from 'node:worker_threads';
import { ToolError } from '../core/errors.ts';
import type { Answered, Asked } from './thread.ts';

/** The other side of thread.ts: answers with what `answerer` makes of a question, given the path it works on. */
export function answerQuestions<Question>(
  answerer: (path: string, beside?: string) => (question: Question) => unknown,
): void {
  const { path, beside } = workerData as { path: string; beside?: string }; // Sound: thread.ts hands it over.
  const answer = answerer(path, beside);
  const tell = (answered: Answered): void => parentPort?.postMessage(answered);
  parentPort?.on('message', ({ id, question }: Asked) => {
    try {
      tell({ id, answer: answer(question as Question) }); // Sound: the two sides are written for each other.
    } catch (error) {
      const { code, hint } = error instanceof ToolError ? error : {};
      tell({ id, error: error instanceof Error ? error.message : String(error), code, hint });
    }
  });
}
