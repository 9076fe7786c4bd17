import { parentPort, workerData } from 'node:worker_threads';
import { ToolError } from '../../core/errors.ts';
import type { Answered, Asked } from '../process/apart/answer-questions.ts';

/** The other side of sides.ts in a thread: answers one question after the other. */
export function answer<Question>(
  answerer: (assets: string) => (question: Question) => unknown | Promise<unknown>,
): void {
  const { assets } = workerData as { assets: string }; // Sound: sides.ts hands it over.
  const tell = (answered: Answered): void => parentPort?.postMessage(answered);
  let make: ((question: Question) => unknown | Promise<unknown>) | undefined;
  parentPort?.on('message', async ({ id, question }: Asked) => {
    try {
      make ??= answerer(assets);
      tell({ id, answer: await make(question as Question) }); // Sound: the two sides are written for each other.
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const { code, hint } = error instanceof ToolError ? error : {};
      tell({ id, error: { message, ...(code && { code }), ...(hint !== undefined && { hint }) } });
    }
  });
}
