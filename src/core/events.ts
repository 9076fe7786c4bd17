import type { Approval } from './approval/approval.ts';
import type { Scope } from './approval/scopes.ts';
import type { CallState, ConversationStatus, Message } from './assistant/conversation.ts';
import type { AgentState } from './call/agent.ts';
import type { Change } from './call/call.ts';
import type { ErrorCode } from './errors.ts';
import type { ProcessStatus } from './process/process-record.ts';
import type { Risk } from './risk.ts';

/** Everything that can happen, by name. A pack adds its own lines here and in `EVENTS`. */
export interface EventMap {
  'approval.asked': { approval: Approval };
  'approval.decided': { approval: Approval };
  /** Nobody answered in time. */
  'approval.expired': { approvalId: string };
  'call.started': { callId: string; tool: string; principal: string; session: string; client: string };
  'call.progress': { callId: string; done: number; total?: number; message?: string };
  'call.finished': {
    callId: string;
    tool: string;
    ok: boolean;
    risk?: Risk;
    code?: ErrorCode;
    durationMs: number;
  };
  /** Protected files that appeared while it ran have these names now. */
  'call.set_aside': { callId: string; tool: string; files: readonly string[] };
  'process.started': { processId: string; name: string; command: string; principal: string };
  'process.ended': {
    processId: string;
    status: ProcessStatus;
    exitCode: number | null;
    signal: string | null;
  };
  /** There is more to read; the text is read, and redacted, where it is asked for. */
  'process.output': { processId: string };
  'agent.state': { name: string; state: AgentState; by: string };
  'task.changed': { taskId: string; tool?: string; status: string };
  'settings.changed': { keys: readonly string[] };
  'rules.changed': { ruleId: string; change: 'added' | 'removed' };
  'projects.changed': { projectId: string; change: 'saved' | 'removed' };
  'tokens.changed': { name: string; change: 'created' | 'revoked' };
  /** A run of a workflow or an action was queued, went on, waits or ended. */
  'run.changed': {
    executionId: string;
    name: string;
    status: string;
    workflowId?: string;
    actionId?: string;
  };
  /** There is more to read of what its steps print. */
  'run.log': { executionId: string };
  /** A conversation with the assistant was begun, renamed, went on, waits or ended its turn. */
  'assistant.changed': {
    conversationId: string;
    title: string;
    status: ConversationStatus | 'removed';
    note: string | null;
  };
  /** A message is complete; `role` summary stands for older ones. */
  'assistant.message': { conversationId: string; messageId: string; role: Message['role'] };
  /** A call of the model was made, waits for a person, or ended. */
  'assistant.call': {
    conversationId: string;
    messageId: string;
    callId: string;
    tool: string;
    state: CallState;
    approvalId?: string;
  };
  /** A piece of the answer that is being written. */
  'assistant.delta': {
    conversationId: string;
    messageId: string;
    kind: 'text' | 'reasoning';
    text: string;
  };
  /** The answer broke off or was refused; what was shown of it is void, and it is asked for again. */
  'assistant.retry': {
    conversationId: string;
    messageId: string;
    attempt: number;
    waitMs: number;
    reason: string;
  };
  /** A row was added to the record. */
  'audit.appended': { seq: number };
  /** What MCP clients are told of: lists and resources that changed. */
  'mcp.changed': { change: Change };
  /** The names and payloads that assistants know from elsewhere. */
  'ai-tool-confirmation': ToolConfirmationEvent;
  'ai-tool-result': ToolResultEvent;
  'ai-tool-state': ToolExecutionState & { conversationId: string };
}

/** A tool call waits for a person. */
export interface ToolConfirmationEvent {
  readonly conversationId: string;
  readonly callId: string;
  readonly toolName: string;
  readonly arguments: Record<string, unknown>;
  readonly description: string;
}

/** A tool call has ended. */
export interface ToolResultEvent {
  readonly conversationId: string;
  readonly callId: string;
  readonly success: boolean;
  readonly output: string;
  readonly error?: string;
}

/** How far a tool call is, as assistants know it. */
export interface ToolExecutionState {
  readonly callId: string;
  readonly toolName: string;
  readonly status: 'pending_confirmation' | 'executing' | 'completed' | 'failed' | 'denied';
  readonly arguments: Record<string, unknown>;
  readonly result?: {
    readonly success: boolean;
    readonly output: string;
    readonly error?: string;
    readonly durationMs?: number;
  };
  readonly timestamp: string;
}

export type EventName = keyof EventMap;

interface EventFacts {
  /** What a token needs to hear of it. */
  readonly scope: Scope;
  /** Kept, so that a listener who was away for a while hears of it too; not for what happens with every call. */
  readonly isStored: boolean;
}

const decides = { scope: 'approvals:decide', isStored: true } as const;
const admin = { scope: 'admin', isStored: true } as const;
const live = { scope: 'admin', isStored: false } as const;

export const EVENTS: { readonly [Name in EventName]: EventFacts } = {
  'approval.asked': decides,
  'approval.decided': decides,
  'approval.expired': decides,
  'call.started': live,
  'call.progress': live,
  'call.finished': live,
  'call.set_aside': admin,
  'process.started': admin,
  'process.ended': admin,
  'process.output': live,
  'agent.state': admin,
  'task.changed': admin,
  'settings.changed': admin,
  'rules.changed': admin,
  'projects.changed': admin,
  'tokens.changed': admin,
  'run.changed': admin,
  'run.log': live,
  'assistant.changed': admin,
  'assistant.message': admin,
  'assistant.call': admin,
  'assistant.delta': live,
  'assistant.retry': live,
  'audit.appended': live,
  'mcp.changed': live,
  'ai-tool-confirmation': decides,
  'ai-tool-result': live,
  'ai-tool-state': live,
};

// Sound: Object.keys of a const object yields exactly its keys.
export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** Something that happened. */
export type AppEvent = {
  readonly [Name in EventName]: {
    /** Its place among those that are kept; null for one that is not. */
    readonly seq: number | null;
    readonly at: string;
    readonly name: Name;
    readonly data: EventMap[Name];
  };
}[EventName];

export type Emit = <Name extends EventName>(name: Name, data: EventMap[Name]) => void;

/** Who hears of what, and what happened while they were away. */
export interface Events {
  /** Makes a change and writes its events in one transaction; who listens hears of them once it holds. */
  write<T>(change: (emit: Emit) => T): T;
  /** Tells of something that no table holds. */
  readonly emit: Emit;
  /** Whether anybody listens to it; what costs something to tell is not collected otherwise. */
  hears(name: EventName): boolean;
  /** Answers how to stop. */
  subscribe(names: readonly EventName[], listener: (event: AppEvent) => void): () => void;
  /** The kept events behind this one, oldest first. */
  read(after: number, limit: number): readonly AppEvent[];
  /** The numbers of the oldest and the newest event that is kept; zeros where there is none. */
  range(): { readonly first: number; readonly last: number };
}
