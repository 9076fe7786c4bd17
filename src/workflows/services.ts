import type { Approval, ApprovalCard, ApprovalStatus } from '../core/approval/approval.ts';
import type { Assessment } from '../core/call/assessment.ts';
import type { Answer, CallRequest } from '../core/call/call.ts';
import type { Caller, Rights } from '../core/call/caller.ts';
import type { Emit } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Access } from '../core/process/sandbox.ts';
import type { RegisteredProject } from '../core/project.ts';
import type { CatalogEntry } from '../core/tool/registry.ts';

type Data = Record<string, unknown>;

/** What the gate would say of a call that is not made. */
export interface Foreseen extends Assessment {
  /** What it is known to need, and what it asks for. */
  readonly wanted: readonly Access[];
  readonly decision: 'allow' | 'ask' | 'deny';
  /** Doing it again does no harm. */
  readonly onlyReads: boolean;
  readonly preview?: string | undefined;
  readonly effect?: string | undefined;
  /** Why it could not even be judged. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

export interface Question {
  readonly digest: string;
  readonly principal: string;
  readonly session: string;
  readonly client: string;
  readonly tool: string;
  readonly card: ApprovalCard;
  readonly args: Data;
  readonly expiresAt: string;
}

export interface RecordedCall {
  readonly kind: string;
  readonly callId: string;
  readonly body: Data;
}

/** One request that leaves; the egress policy is the host's. */
export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What the host hands to the workflows; they have no other way to the machine. */
export interface Services {
  readonly log: Log;
  call(request: CallRequest): Promise<Answer>;
  foresee(tool: string, args: Data, caller: Caller): Promise<Foreseen>;
  findTool(name: string): CatalogEntry | undefined;
  /** A text in open directories that agents may know; undefined where there is none. */
  readText(path: string, roots: readonly string[]): string | undefined;
  /** Those that are registered. */
  projects(): readonly Pick<RegisteredProject, 'id' | 'path'>[];
  packageManager(directory: string, caller: Caller): Promise<string>;
  /** What a run that was started with these rights may do now: never more than the host allows at this moment. */
  rightsOf(stored: Rights): Rights;
  /** Whether this principal could still call by itself: a run of a token ends with the token. */
  mayCall(principal: string): boolean;
  readonly approvals: {
    ask(question: Question): Approval;
    get(id: string): Approval | undefined;
    take(digest: string): Approval | undefined;
    list(status?: ApprovalStatus): readonly Approval[];
    /** Ends a question that was answered another way, or that nobody waits for any more. */
    close(id: string, by: string, why?: string): void;
    onChange(listener: (approval: Approval) => void): () => void;
  };
  /** What the audit has of a session. */
  recorded(session: string): readonly RecordedCall[];
  readonly secrets: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<unknown>;
  };
  redact(text: string): string;
  endSession(session: string): void;
  send(request: Outgoing): Promise<{ status: number; text: string; headers: Data }>;
  changed(what: 'tools' | 'resources'): void;
  emit: Emit;
}
