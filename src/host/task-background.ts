import { randomUUID } from 'node:crypto';
import type { Answer, CallRequest } from '../core/call/call.ts';
import type { TaskStore } from '../store/tasks.ts';
import { createQuestions } from './task-questions.ts';
import type { HostBackground, LiveTask } from './tasks.ts';

/** A call is answered within this time; what is not done by then goes on as a task. */
const ANSWER_WITHIN_MS = 30_000;
const TTL_MS = 3_600_000;

type Change = Parameters<TaskStore['update']>[1];

interface BackgroundParts {
  readonly store: TaskStore;
  readonly live: Map<string, LiveTask>;
}

/** How one call leaves the foreground, for a client that can follow it. */
export function createBackground(
  { store, live }: BackgroundParts,
  callId: string,
  request: CallRequest,
  stop: AbortController,
): HostBackground {
  if (!request.canFollowTasks) return FOREGROUND;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const questions = createQuestions();
  let taskId: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const becomeTask = (): boolean => {
    if (taskId !== undefined) return true;
    taskId = randomUUID();
    store.insert({
      id: taskId,
      principal: request.caller.principal,
      callId,
      tool: request.tool,
      ttlMs: TTL_MS,
    });
    live.set(taskId, { stop, questions });
    resolve({ kind: 'task', taskId });
    return true;
  };

  return {
    get isTask() {
      return taskId !== undefined;
    },
    detached: promise,
    start: () => {
      timer = setTimeout(becomeTask, ANSWER_WITHIN_MS);
    },
    becomeTask,
    ask: async (requests) => {
      if (taskId === undefined) throw new Error('Only a task can wait for answers');
      const answers = questions.ask(requests, stop.signal);
      store.update(taskId, { status: 'input_required' });
      const responses = await answers;
      store.update(taskId, { status: 'working' });
      return responses;
    },
    finish: (answer) => {
      clearTimeout(timer);
      if (taskId === undefined) return;
      store.update(taskId, endingOf(answer));
      live.delete(taskId);
    },
  };
}

const FOREGROUND: HostBackground = {
  isTask: false,
  detached: undefined,
  start: () => {},
  becomeTask: () => false,
  ask: () => Promise.reject(new Error('Only a task can wait for answers')),
  finish: () => {},
};

/** A tool's own failure is a result the model can read; only a defect of ours fails the task itself. */
function endingOf(answer: Answer): Change {
  if (answer.kind !== 'result')
    return { status: 'failed', message: 'The call asked a question after it became a task' };
  if (answer.ok) return { status: 'completed', outcome: JSON.stringify(answer) };
  const { code, message, hint, data } = answer.error;
  if (code === 'INTERNAL') return { status: 'failed', message };
  return {
    status: 'completed',
    outcome: JSON.stringify({ ...answer, error: { code, message, hint, data } }),
  };
}
