import { Console } from 'node:console';
import { type ErrorCode, ToolError } from '../../../core/errors.ts';
import { createFrames, toFrame } from './frames.ts';

export interface Asked {
  readonly id: number;
  readonly question: unknown;
}

export interface Answered {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: { readonly message: string; readonly code?: ErrorCode; readonly hint?: string };
}

/** The other side of process-apart.ts: answers one question after the other. */
export function answerQuestions<Question>(answer: (question: Question) => unknown | Promise<unknown>): void {
  // Answers go through stdout, and libraries print warnings.
  globalThis.console = new Console(process.stderr);
  let last = Promise.resolve();
  const take = createFrames(Number.POSITIVE_INFINITY, (value) => {
    // Sound: the host is ours.
    const asked = value as Asked;
    last = last.then(() => answerOne(asked, answer as (question: unknown) => unknown));
  });
  // When the host is gone, so is its end of the pipe.
  process.stdin.on('data', take).on('close', () => process.exit(0));
}

async function answerOne({ id, question }: Asked, answer: (question: unknown) => unknown): Promise<void> {
  const tell = (answered: Answered): void => {
    for (const part of toFrame(answered)) process.stdout.write(part);
  };
  try {
    tell({ id, answer: await answer(question) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const { code, hint } = error instanceof ToolError ? error : {};
    tell({ id, error: { message, ...(code && { code }), ...(hint !== undefined && { hint }) } });
  }
}
