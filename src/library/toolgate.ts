import type { Approval, ApprovalAnswer } from '../core/approval/approval.ts';
import type { Progress } from '../core/call/call.ts';
import type { Caller, Mode } from '../core/call/caller.ts';
import type { Events } from '../core/events.ts';
import type { Log, LogLevel } from '../core/log.ts';
import type { CatalogEntry } from '../core/tool/registry.ts';
import type { Tool } from '../core/tool/tool.ts';
import type { Host, HostParts } from '../host/create-host.ts';
import type { CallResult } from './call-result.ts';
import type { ConfigInput } from './config-input.ts';

type Data = Record<string, unknown>;

/** What `createToolgate` takes: its own options, and every key of the configuration file. */
export interface ToolgateOptions extends Omit<ConfigInput, 'permissionLevel'> {
  /** What runs unasked; the same as `permissionLevel` in the configuration file. */
  readonly mode?: Mode;
  /** Where relative paths start; default: the only root, else the current directory. */
  readonly cwd?: string;
  /** Tools of your own, from `defineTool`. */
  readonly tools?: readonly Tool[];
  /** Answers what a person would be asked: true, false, or an answer with a reason. Nothing leaves the question open. */
  readonly approve?: (approval: Approval) => ApprovalReply | Promise<ApprovalReply>;
  /** Where secrets of web search and the like are found; default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A logger of your own, or the level from which on lines go to stderr; default: nothing is logged. */
  readonly log?: Log | LogLevel;
  readonly embeddingModel?: NonNullable<HostParts['embeddingModel']>;
}

export type ApprovalReply = boolean | (Pick<ApprovalAnswer, 'verdict'> & Partial<ApprovalAnswer>) | undefined;

export interface CallOptions {
  /** Whose call it is: shown to people, kept in the record, and what rules for a session go by. */
  readonly agent?: string;
  /** Tells conversations of one agent apart. */
  readonly session?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** How long the call waits for a person before it answers APPROVAL_PENDING. */
  readonly waitMs?: number;
}

/** Toolgate inside your program. */
export interface Toolgate {
  /** The whole host, for what is not below. */
  readonly host: Host;
  /** The tools an agent is offered here. */
  readonly tools: readonly CatalogEntry[];
  readonly events: Pick<Events, 'subscribe'>;
  readonly approvals: Pick<Host['approvals'], 'get' | 'list' | 'wait' | 'decide' | 'onChange'>;
  /** Runs a tool through the gate. It answers failures and refusals too, and throws only if Toolgate itself is broken. */
  call(tool: string, args?: Data, options?: CallOptions): Promise<CallResult>;
  /** What the gate knows of an agent of this program. */
  callerFor(agent: string, session?: string): Caller;
  /** Offers a tool from now on. */
  add(tool: Tool): void;
  /** MCP on /mcp, the page and /api, at the configured host and port. */
  serve(): Promise<{ readonly address: string; close(): Promise<void> }>;
  /** Does not keep the process alive any longer. */
  unref(): void;
  /** Cancels what runs, waits for its records, closes the files. */
  close(): Promise<void>;
}
