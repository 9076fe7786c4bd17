import type { InputRequests, InputResponses } from '../core/call/input.ts';
import { ToolError } from '../core/errors.ts';

/** The questions of one task; each is answered once, in any order. */
export interface Questions {
  readonly open: InputRequests;
  ask(requests: InputRequests, signal: AbortSignal): Promise<InputResponses>;
  answer(responses: InputResponses): void;
}

export function createQuestions(): Questions {
  let open: Record<string, InputRequests[string]> = {};
  let given: Record<string, unknown> = {};
  let done: ((responses: InputResponses) => void) | undefined;
  return {
    get open() {
      return open;
    },
    ask: (requests, signal) => {
      open = { ...requests };
      given = {};
      return new Promise((resolve, reject) => {
        done = resolve;
        signal.addEventListener('abort', () => reject(new ToolError('CANCELLED', 'The task was cancelled')), {
          once: true,
        });
      });
    },
    answer: (responses) => {
      for (const [key, response] of Object.entries(responses)) {
        if (!(key in open)) continue;
        given[key] = response;
        delete open[key];
      }
      if (Object.keys(open).length === 0) done?.(given);
    },
  };
}
