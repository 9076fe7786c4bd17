import type { Answer, Background, CallRequest } from '../core/call/call.ts';
import { CLIENT_CANCELLED } from '../core/call/client-cancelled.ts';
import type { InputRequests } from '../core/call/input.ts';
import { ToolError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { TaskRow, TaskStore } from '../store/tasks.ts';
import { createBackground } from './task-background.ts';
import type { Questions } from './task-questions.ts';

const SWEEP_EVERY_MS = 60_000;

export interface TaskView extends TaskRow {
  /** Questions that wait for an answer. */
  readonly questions: InputRequests;
}

export interface HostBackground extends Background {
  /** Settles when the call becomes a task; undefined where the client cannot follow one. */
  readonly detached: Promise<Answer> | undefined;
  finish(answer: Answer): void;
}

/** Work that goes on after its request was answered. */
export interface Tasks {
  background(callId: string, request: CallRequest, stop: AbortController): HostBackground;
  get(taskId: string, principal: string): TaskView;
  answer(taskId: string, principal: string, responses: Readonly<Record<string, unknown>>): void;
  cancel(taskId: string, principal: string): void;
  close(): void;
}

/** What runs as a task now, in this process. */
export interface LiveTask {
  readonly stop: AbortController;
  readonly questions: Questions;
}

export function createTasks(store: TaskStore, log: Log): Tasks {
  const lost = store.failUnfinished(
    'The host ended while this task was running; its outcome is unknown, see the audit.',
  );
  if (lost > 0) log.warn('tasks of an earlier host were ended', { tasks: lost });
  const sweeping = setInterval(store.sweep, SWEEP_EVERY_MS).unref();
  const live = new Map<string, LiveTask>();

  const view = (row: TaskRow): TaskView => ({ ...row, questions: live.get(row.id)?.questions.open ?? {} });
  const owned = (taskId: string, principal: string): TaskRow => {
    const row = store.get(taskId);
    // A handle is never authority: somebody else's task is as unknown as one that never was.
    if (row?.principal !== principal) throw new ToolError('NOT_FOUND', `There is no task "${taskId}"`);
    return row;
  };
  return {
    background: (callId, request, stop) => createBackground({ store, live }, callId, request, stop),
    get: (taskId, principal) => view(owned(taskId, principal)),
    answer: (taskId, principal, responses) => {
      owned(taskId, principal);
      live.get(taskId)?.questions.answer(responses);
    },
    cancel: (taskId, principal) => {
      owned(taskId, principal);
      store.update(taskId, { status: 'cancelled' });
      live.get(taskId)?.stop.abort(CLIENT_CANCELLED);
    },
    close: () => clearInterval(sweeping),
  };
}
