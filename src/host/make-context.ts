import type { AuditReader } from '../core/audit-query.ts';
import type { Answer, Call, CallRequest } from '../core/call.ts';
import { InputRequired } from '../core/input.ts';
import type { Log } from '../core/log.ts';
import type { ToolContext } from '../core/tool.ts';
import type { Approvals } from '../gate/approvals/approvals.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import type { Changes } from './changes.ts';
import type { Engines } from './engines.ts';
import type { Explainer } from './explain.ts';

interface ContextParts {
  readonly approvals: Approvals;
  readonly explain: Explainer;
  /** Late, since calls are made of what this makes. */
  readonly call: (request: CallRequest) => Promise<Answer>;
  readonly audit: AuditReader;
  readonly engines: Engines;
  readonly log: Log;
  readonly changes: Changes;
  /** Progress leaves while the call runs, before its result is redacted. */
  readonly redactor: Redactor;
}

/** Engines for one call, holding what this caller may reach. */
export const createContextMaker =
  ({ approvals, explain, call: callTool, audit, engines, log, changes, redactor }: ContextParts) =>
  (call: Call): ToolContext => {
    const { request, background } = call;
    const { caller } = request;
    return {
      callId: call.id,
      caller,
      signal: call.signal,
      log,
      // Made when asked for: most calls need one of them.
      get files() {
        return engines.files(call);
      },
      get git() {
        return engines.git(call);
      },
      get processes() {
        return engines.processes(call);
      },
      get projects() {
        return engines.projects(call);
      },
      get search() {
        return engines.search(call);
      },
      get system() {
        return engines.system(call);
      },
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
          ...(message !== undefined && { message: redactor(message) }),
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
