import type { Call } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';

/** A call that is looked at and never made. */
export const questionCall = (tool: string, args: unknown, caller: Caller): Call => ({
  id: 'question',
  request: { tool, args, caller, canFollowTasks: true },
  startedAt: performance.now(),
  signal: new AbortController().signal,
  stop: () => {},
  facts: {},
  waitForPerson: (answer) => answer,
  lendSlot: (work) => work(),
  background: {
    isTask: false,
    start: () => {},
    becomeTask: () => false,
    ask: () => Promise.reject(new Error('Nothing runs')),
  },
});
