import type { HookClient } from '../hook-clients.ts';

type Data = Record<string, unknown>;

/** Which session of which client it is about, and where that works. */
interface Told {
  readonly client: HookClient;
  readonly session: string;
  /** Undefined where the client does not say: the directory of its process. */
  readonly cwd?: string;
  /** The folder that the client's window has open, where the client says so; no agent chooses it. */
  readonly workspace?: string;
}

/** A call that an agent is about to make with a tool of its own. */
export interface NativeCall extends Told {
  readonly kind: 'before';
  /** Joins the call and its outcome, where the client has one. */
  readonly callId?: string;
  /** The agent inside the session, where the client tells them apart. */
  readonly subagent?: string;
  readonly tool: string;
  readonly input: Data;
  /** It goes to an MCP server. */
  readonly mcp?: { readonly server: string; readonly name: string };
}

/** What came of one. */
export interface NativeOutcome extends Omit<NativeCall, 'kind'> {
  readonly kind: 'after';
  readonly ok: boolean;
  readonly message?: string;
}

/** What a hook is told of. */
export type NativeEvent =
  | NativeCall
  | NativeOutcome
  | (Told & { readonly kind: 'start' })
  /** A settings file changed while the client runs. */
  | (Told & { readonly kind: 'settings'; readonly path?: string })
  | { readonly kind: 'other' };

/** What the gate says to a call. `pass`: nothing against it; the client decides as it would without a hook. */
export interface NativeAnswer {
  readonly decision: 'pass' | 'allow' | 'ask' | 'deny';
  readonly reason: string;
  /** Runs instead of what was asked for. */
  readonly command?: string;
}

/** What a hook process sends to the host. */
export interface HookRequest {
  readonly event: Exclude<NativeEvent, { kind: 'other' }>;
  readonly pid: number;
  /** The project, where the client's environment names it. */
  readonly projectDir?: string;
  /** The shell that its environment names. */
  readonly shell?: string;
  /** What is left of the client's patience. */
  readonly answerWithinMs: number;
}
