import type { Call } from '../../core/call/call.ts';
import type { WorkRequest } from '../../core/workflow/work-request.ts';
import type { Workflows } from '../../core/workflow/workflows.ts';
import { syncFiles } from '../definitions/sync-files.ts';
import { hashOf } from '../definitions/workflow-id.ts';
import { judgeWork } from '../judge-work.ts';
import type { Parts } from '../parts.ts';
import type { JudgingLine } from '../plan/judging-line.ts';
import { actionCalls } from './action-calls.ts';
import { callPlace } from './call-place.ts';
import { ownerFor, ownParts } from './own-parts.ts';
import { runCalls } from './run-calls.ts';
import { webhookCalls } from './webhook-calls.ts';
import { workflowCalls } from './workflow-calls.ts';

/** The workflows as one call may use them. */
export function workflowsFor(call: Call, parts: Parts, inLine: JudgingLine): Workflows {
  const place = callPlace(call, parts);
  const { signal } = call;
  const { caller } = call.request;
  const judge = async (request: WorkRequest) => {
    syncFiles(parts, caller.roots);
    return inLine({ request, caller, signal }, ownParts(ownerFor(caller, request), parts), (own) =>
      judgeWork(request, caller, own),
    );
  };
  return {
    ...workflowCalls(place),
    ...runCalls(place, parts),
    ...actionCalls(place),
    ...webhookCalls(place),
    preview: async (request) => {
      const { text, parts: shown } = await judge(request);
      return { text, parts: shown };
    },
    effect: async (request) =>
      // What is sent is in the arguments; where it goes is not.
      request.kind === 'send-webhook'
        ? hashOf(place.parts.actions.get(request.webhookId).config)
        : (await judge(request)).digest,
  };
}
