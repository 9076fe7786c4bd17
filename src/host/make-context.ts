import type { AuditReader } from '../core/audit-query.ts';
import type { Answer, Call, CallRequest } from '../core/call.ts';
import { InputRequired } from '../core/input.ts';
import type { Log } from '../core/log.ts';
import type { ToolContext } from '../core/tool.ts';
import type { OpenFiles } from '../engines/files/files.ts';
import type { SystemEngine } from '../engines/system/system.ts';
import type { Approvals } from '../gate/approvals/approvals.ts';
import type { Changes } from './changes.ts';
import type { Explainer } from './explain.ts';

interface ContextParts {
  readonly approvals: Approvals;
  readonly explain: Explainer;
  /** Late, since calls are made of what this makes. */
  readonly call: (request: CallRequest) => Promise<Answer>;
  readonly audit: AuditReader;
  readonly files: OpenFiles;
  readonly system: SystemEngine;
  readonly log: Log;
  readonly changes: Changes;
}

/** Engines for one call, holding what this caller may reach. */
export const createContextMaker =
  ({ approvals, explain, call: callTool, audit, files, system, log, changes }: ContextParts) =>
  (call: Call): ToolContext => {
    const { request, background } = call;
    const { caller } = request;
    return {
      callId: call.id,
      caller,
      signal: call.signal,
      log,
      files: files(caller, call.signal),
      system,
      audit,
      approvals: {
        list: () => approvals.list().filter(({ principal }) => principal === caller.principal),
        wait: async (id, limitMs) => {
          if (approvals.get(id)?.principal !== caller.principal) return undefined;
          return call.waitForPerson(approvals.wait(id, limitMs, call.signal));
        },
      },
      call: (tool, args) =>
        callTool({
          tool,
          args,
          caller,
          signal: call.signal,
          ...(request.clientCapabilities && { clientCapabilities: request.clientCapabilities }),
        }),
      explain: (tool, args) => explain({ tool, args }, caller),
      progress: (done, total, message) =>
        request.onProgress?.({
          done,
          ...(total !== undefined && { total }),
          ...(message !== undefined && { message }),
        }),
      notifyLog: (level, data) => request.onLog?.(level, data),
      input: request.input,
      ask: (requests, state) => {
        if (background.isTask) return call.waitForPerson(background.ask(requests));
        return Promise.reject(new InputRequired(requests, state));
      },
      becomeTask: () => background.becomeTask(),
      clientCapabilities: request.clientCapabilities ?? {},
      changed: (what) => changes.announce(what),
      dropStream: () => request.dropStream?.(),
    };
  };
