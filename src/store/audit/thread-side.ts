import { parentPort, workerData } from 'node:worker_threads';
import type { Answered, Asked } from './thread.ts';

/** The other side of thread.ts: answers with what `answerer` makes of a question, given the path it works on. */
export function answerQuestions<Question>(answerer: (path: string) => (question: Question) => unknown): void {
  const answer = answerer((workerData as { path: string }).path); // Sound: thread.ts hands it over.
  const tell = (answered: Answered): void => parentPort?.postMessage(answered);
  parentPort?.on('message', ({ id, question }: Asked) => {
    try {
      tell({ id, answer: answer(question as Question) }); // Sound: the two sides are written for each other.
    } catch (error) {
      tell({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}
