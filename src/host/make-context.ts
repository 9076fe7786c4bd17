import type { AuditReader } from '../core/audit-query.ts';
import type { Answer, Call, CallRequest, Change } from '../core/call.ts';
import type { Caller } from '../core/caller.ts';
import type { Explanation } from '../core/explanation.ts';
import { type InputRequests, InputRequired, type InputResponses } from '../core/input.ts';
import type { Log } from '../core/log.ts';
import type { ToolContext } from '../core/tool.ts';
import type { Approvals } from '../gate/approvals/approvals.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import type { Changes } from './changes.ts';
import type { Engines } from './engines.ts';
import type { Explainer } from './explain.ts';

type Data = Record<string, unknown>;

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

/** Makes what a tool works with; engines are made when they are asked for, since most calls need one of them. */
export const createContextMaker =
  (parts: ContextParts) =>
  (call: Call): ToolContext =>
    new CallContext(parts, call);

/** Engines for one call, holding what this caller may reach. */
class CallContext implements ToolContext {
  readonly callId: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  private readonly parts: ContextParts;
  private readonly own: Call;

  constructor(parts: ContextParts, call: Call) {
    this.callId = call.id;
    this.caller = call.request.caller;
    this.signal = call.signal;
    this.parts = parts;
    this.own = call;
  }

  get log() {
    return this.parts.log;
  }
  get files() {
    return this.parts.engines.files(this.own);
  }
  get git() {
    return this.parts.engines.git(this.own);
  }
  get processes() {
    return this.parts.engines.processes(this.own);
  }
  get projects() {
    return this.parts.engines.projects(this.own);
  }
  get search() {
    return this.parts.engines.search(this.own);
  }
  get system() {
    return this.parts.engines.system(this.own);
  }
  get web() {
    return this.parts.engines.web(this.own);
  }
  get audit() {
    return this.parts.audit;
  }
  get approvals(): ToolContext['approvals'] {
    const { approvals } = this.parts;
    const { principal } = this.caller;
    return {
      list: () => approvals.list().filter((approval) => approval.principal === principal),
      wait: async (id, limitMs) => {
        if (approvals.get(id)?.principal !== principal) return undefined;
        return this.own.waitForPerson(approvals.wait(id, limitMs, this.signal));
      },
    };
  }
  get input() {
    return this.own.request.input;
  }
  get clientCapabilities() {
    return this.own.request.clientCapabilities ?? {};
  }

  call(tool: string, args: Data): Promise<Answer> {
    const { caller, signal } = this;
    const { clientCapabilities } = this.own.request;
    return this.parts.call({ tool, args, caller, signal, ...(clientCapabilities && { clientCapabilities }) });
  }

  explain(tool: string, args: Data): Promise<Explanation> {
    return this.parts.explain({ tool, args }, this.caller);
  }

  progress(done: number, total?: number, message?: string): void {
    this.own.request.onProgress?.({
      done,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message: this.parts.redactor(message) }),
    });
  }

  notifyLog(level: Parameters<ToolContext['notifyLog']>[0], data: unknown): void {
    this.own.request.onLog?.(level, data);
  }

  ask(requests: InputRequests, state?: unknown): Promise<InputResponses> {
    const { background, waitForPerson } = this.own;
    if (background.isTask) return waitForPerson(background.ask(requests));
    return Promise.reject(new InputRequired(requests, state));
  }

  becomeTask(): boolean {
    return this.own.background.becomeTask();
  }

  changed(what: Change): void {
    this.parts.changes.announce(what);
  }

  dropStream(): void {
    this.own.request.dropStream?.();
  }
}
