import { hostOwner } from '../core/address/host-owner.ts';
import type { AuditReader } from '../core/call/audit-query.ts';
import type { Answer, Call, CallRequest, Change, ParentCall } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Explanation } from '../core/call/explanation.ts';
import { type InputRequests, InputRequired, type InputResponses } from '../core/call/input.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import { userId } from '../core/process/user-id.ts';
import type { ToolContext, ToolEngines } from '../core/tool/tool.ts';
import type { Approvals } from '../gate/approvals/approvals.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import type { Changes } from './changes.ts';
import type { EngineMakers } from './engines.ts';
import type { Explainer } from './explain.ts';
import type { Stores } from './stores.ts';

type Data = Record<string, unknown>;

interface ContextParts {
  readonly approvals: Approvals;
  readonly explain: Explainer;
  /** Late, since calls are made of what this makes. */
  readonly call: (request: CallRequest) => Promise<Answer>;
  readonly audit: Stores['auditReader'];
  readonly makers: EngineMakers;
  readonly log: Log;
  readonly changes: Changes;
  readonly events: Pick<Events, 'emit' | 'hears'>;
  /** Progress leaves while the call runs, before its result is redacted. */
  readonly redactor: Redactor;
}

/** Makes what a tool works with; engines are made when they are asked for, since most calls need one of them. */
export function createContextMaker(parts: ContextParts): (call: Call) => ToolContext {
  class WithEngines extends CallContext {}
  for (const [name, make] of Object.entries(parts.makers)) {
    Object.defineProperty(WithEngines.prototype, name, {
      get(this: CallContext) {
        return make(this.own);
      },
    });
  }
  // Sound: the type of `makers` has one for each engine of the context.
  return (call) => new WithEngines(parts, call) as CallContext & ToolEngines;
}

/** All of a context but its engines, which hold what this caller may reach. */
class CallContext implements Omit<ToolContext, keyof ToolEngines> {
  readonly callId: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  private readonly parts: ContextParts;
  readonly own: Call;

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
  /** The user of this machine sees all of the record; others who share the host see what they did themselves. */
  get audit(): AuditReader {
    const { session } = this.caller;
    const owner = hostOwner(this.caller);
    const seen = owner === `local:${userId()}` ? {} : { principal: owner };
    return {
      query: (query) => this.parts.audit.query({ ...query, ...seen }, { session, signal: this.signal }),
    };
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
    const { caller, signal, own } = this;
    // Not the client's capabilities: it asked for the outer call, and only that one can put questions to it.
    return own.lendSlot(() => this.parts.call({ tool, args, caller, signal, parent: parentOf(own) }));
  }

  explain(tool: string, args: Data): Promise<Explanation> {
    return this.parts.explain({ tool, args }, this.caller);
  }

  progress(done: number, total?: number, message?: string): void {
    const { onProgress } = this.own.request;
    const { events } = this.parts;
    if (!onProgress && !events.hears('call.progress')) return;
    const progress = {
      done,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message: this.parts.redactor(message) }),
    };
    onProgress?.(progress);
    events.emit('call.progress', { callId: this.callId, ...progress });
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

const parentOf = ({ id }: Call): ParentCall => ({ kind: 'call', id });
