import type { ReachedMachine } from '../address/remote-host.ts';
import type { ToolError } from '../errors.ts';
import type { DeniedPaths } from '../path/denied-paths.ts';
import type { Access, Sandbox } from '../process/sandbox.ts';
import type { Risk } from '../risk.ts';
import type { Tool } from '../tool/tool.ts';
import type { ResolvedScript } from './assessment.ts';
import type { Caller } from './caller.ts';
import type { Content } from './content.ts';
import type { Segment } from './explanation.ts';
import type { CallInput, InputRequests, InputResponses } from './input.ts';
import type { LaterStart } from './started-call.ts';
import type { Touch } from './touch.ts';

type Data = Record<string, unknown>;

/** A change a client may want to hear of. */
export type Change = 'tools' | 'prompts' | 'resources' | { readonly resource: string };

/** What a transport hands to `host.call()`. */
export interface CallRequest {
  readonly tool: string;
  readonly args: unknown;
  readonly caller: Caller;
  readonly signal?: AbortSignal;
  /** What ends this request and nothing else, where there is such a thing: it ends the call as well. */
  readonly stop?: AbortController | undefined;
  /** Names the request across a restart of the host: connection and JSON-RPC id. */
  readonly requestKey?: string | undefined;
  /** What is wrong with the request itself; it is refused, and recorded like any other. */
  readonly malformed?: string;
  readonly input?: CallInput | undefined;
  readonly clientCapabilities?: Readonly<Data>;
  /** The client declared the tasks extension. */
  readonly canFollowTasks?: boolean;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly onLog?: ((level: 'debug' | 'info' | 'warning' | 'error', data: unknown) => void) | undefined;
  readonly dropStream?: (() => void) | undefined;
  /** The caller's own name for this call, such as a model's tool call id; events carry it. */
  readonly toolCallId?: string | undefined;
  /** How long it waits for a person, instead of what is configured. */
  readonly waitMs?: number | undefined;
  /** Asks a person where that is needed and stops there: nothing runs. */
  readonly onlyAsk?: boolean | undefined;
  /** The trace of the caller that this call belongs to, as it was sent; read only where traces are collected. */
  readonly trace?: CallerTrace | undefined;
  /** What this call is part of. */
  readonly parent?: ParentCall | undefined;
  /** It starts a process that was started before. */
  readonly laterStart?: LaterStart | undefined;
  /** How it waits for a person, where its way in knows better than the configuration. */
  readonly patience?: Patience | undefined;
  /** How much of each stream its programs keep, where what they print is worked with and not shown. */
  readonly keepBytes?: number | undefined;
}

/** `traceparent` and `tracestate`, not looked at yet. */
export interface CallerTrace {
  readonly parent: unknown;
  readonly state: unknown;
}

/** What the client of an agent's own tools can bear. */
export interface Patience {
  /** How long the question stays in the inbox before the call is refused, or left to the client. */
  waitMs(risk: Risk): number;
  /** The client has a prompt of its own, which may settle this risk. */
  mayAsk(risk: Risk): boolean;
}

/** Another call, a workflow's run, or a turn of the assistant. */
export interface ParentCall {
  readonly kind: 'call' | 'run' | 'turn';
  readonly id: string;
}

export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

export interface Meta {
  readonly callId: string;
  readonly durationMs: number;
  readonly risk?: Risk;
  /** The audit entry that closed the call. */
  readonly auditSeq?: number;
}

/** What `host.call()` answers; transports translate these and decide nothing. */
export type Answer =
  | {
      readonly kind: 'result';
      readonly ok: true;
      readonly data: Data;
      readonly content: readonly Content[];
      readonly meta: Meta;
    }
  | { readonly kind: 'result'; readonly ok: false; readonly error: ToolError; readonly meta: Meta }
  | { readonly kind: 'input'; readonly requests: InputRequests; readonly state: unknown }
  | { readonly kind: 'task'; readonly taskId: string };

/** What the gate says of a call that an agent runs itself; one that passed is open until its outcome is reported. */
export type Judgement =
  | {
      readonly ok: true;
      readonly callId: string;
      readonly decision: Decision;
      readonly risk: Risk;
      readonly reasons: readonly string[];
      /** As a person changed them, if they did. */
      readonly args: Data;
      readonly intent: number;
    }
  | { readonly ok: false; readonly error: ToolError; readonly risk?: Risk };

/** A finished run inside the gate, before it is closed by the record. */
export interface RunResult {
  readonly data: Data;
  readonly content: readonly Content[];
}

export interface Decision {
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** The rule that decided, in words. */
  readonly rule: string;
  /** A person's standing rule, if it was one. */
  readonly ruleId?: string;
  /** Allowed on condition: its children may do this and nothing else. */
  readonly onlyWith?: readonly Access[];
  /** The approval that allowed it, if it was one. */
  readonly approvalId?: string;
  /** By a rule for commands of this kind: nobody has seen these very words. */
  readonly isByKind?: boolean;
  /** Beforehand: with the run that it is a step of, or for the action that it starts. */
  readonly isGranted?: boolean;
  /** By a rule that says nothing of the caches of the home directory. */
  readonly keepsCaches?: boolean;
}

/** One call on its way through the gate. */
export interface Call {
  readonly id: string;
  readonly request: CallRequest;
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** Ends it; the reason is what its caller is told. */
  readonly stop: (reason: ToolError) => void;
  /** What the steps found out; the record reads it even when a step refuses. */
  readonly facts: Facts;
  readonly background: Background;
  /** Waits for a person; once its clock runs, that stands still meanwhile. */
  waitForPerson: <T>(answer: Promise<T>) => Promise<T>;
  /** Gives its slot away while it waits for calls of its own: they may need just that one. */
  lendSlot: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What a call that runs git needs of repositories. */
export interface GitNeeds {
  /** What it sees of the history: a copy without files that look like secrets, or all of it. */
  readonly history?: 'clean' | 'as it is';
  /** It sets remotes and branches. */
  readonly mayConfigureGit?: boolean;
}

/** A name, and what lies behind the links on its way. */
export interface Lead {
  readonly path: string;
  readonly to: string;
  /** The link itself, where others stand before it. */
  readonly itself?: string;
}

/** A file that a call will execute, as it was when it was judged. */
export interface BoundFile {
  readonly path: string;
  /** undefined: it was not there. */
  readonly sha256: string | undefined;
}

/** What an answer that lasts names; a hash where the content counts. */
export interface NamedFile {
  readonly path: string;
  readonly sha256?: string;
}

export interface Facts {
  tool?: Tool;
  /** The alias the caller used, if it was one. */
  alias?: string;
  args?: Data;
  risk?: Risk;
  /** Why the risk is what it is, in words. */
  reasons?: readonly string[];
  /** Why no approval helps, if that is so. */
  forbidden?: string;
  /** The commands of a line, each with a risk of its own. */
  segments?: readonly Segment[];
  /** The commands the call would run, word by word. */
  commands?: readonly (readonly string[])[];
  /** Those of them that make the risk; a standing answer is about these. */
  weighty?: readonly (readonly string[])[];
  /** For each of these, the files it writes where that is all it does. */
  writes?: readonly (readonly string[])[];
  /** Paths its commands name, as far as they are known. */
  reaches?: readonly string[];
  /** Words and executed files that lead, through a link, to where commands write that nobody was asked about. */
  linked?: readonly string[];
  touches?: readonly Touch[];
  /** Where names among them, and in its commands, lead through a link. */
  leads?: readonly Lead[];
  /** What it would do beyond its arguments, as the person saw it who was asked; compared once more when it runs. */
  effect?: string | undefined;
  /** The part of it that the tool itself told. */
  ownEffect?: string | undefined;
  decision?: Decision;
  /** What it must not come across, if there is anything. */
  denied?: DeniedPaths;
  /** What its commands are known to need; undefined where it runs none that were judged. */
  needs?: readonly Access[];
  /** What the caller asked for beside that. */
  requested?: readonly Access[];
  /** Its programs cannot run others, load code, connect, or read what they were not told to. */
  isPure?: boolean;
  /** Files it executes, scripts it runs, and what of both nobody can tell beforehand. */
  runs?: readonly string[];
  /** The files and directories it names that may tell its programs what to do; a hash where the content counts. */
  told?: readonly NamedFile[];
  /** The directories in which its programs find out themselves what to do. */
  workplaces?: readonly string[];
  /** Options of these with their values, where such a value could name code or settings. */
  options?: readonly string[];
  /** What in the project is called like something in these. */
  named?: readonly string[];
  /** Options, and words that choose the work, that make another piece of work of its commands. */
  otherWork?: readonly string[];
  scripts?: readonly ResolvedScript[];
  unfound?: readonly string[];
  /** Whether a sandbox works here, for calls that start programs. */
  hasSandbox?: boolean;
  /** What children of this call run in. */
  sandbox?: Sandbox;
  /** Remote machines it reached, with the keys they showed. */
  machines?: ReachedMachine[];
  /** What they may do beyond reading the open directories. */
  access?: readonly Access[];
  /** What it needs of repositories, if it runs git. */
  git?: GitNeeds;
  /** It reaches a file that looks like it holds secrets. */
  isSecret?: boolean;
  /** Names of stored secrets that it uses. */
  secrets?: readonly string[];
  /** Directories in which it reads whatever it comes across. */
  searches?: readonly string[];
  /** It runs git: what it sees of the history. */
  history?: 'clean' | 'as it is';
  /** Files that may hold secrets are not there, though it may write. */
  hidesSecrets?: boolean;
  /** Where it may write: whether that is so in the caches of the home directory as well. */
  changesCaches?: boolean;
  /** Ports it names of the agent's own servers that can see secrets: a closed run reaches them if a person says so. */
  servers?: readonly number[];
  /** Commands that run now, and could change what it executes while it does. */
  meanwhile?: readonly string[];
  /** Files it will execute, as they were judged; compared when a program is started. */
  bound?: readonly BoundFile[];
  /** Secrets that were masked where a piece was cut out of a longer text. */
  masked?: number;
  /** The row that says what is about to happen. */
  intent?: {
    readonly seq: number;
    readonly bytes?: number;
    readonly batch?: { readonly hasFailed: boolean; readonly written: Promise<void> };
  };
}

/** How a call leaves the foreground: it becomes a task that the client polls. */
export interface Background {
  readonly isTask: boolean;
  /** Called when the tool really starts, so that waiting for a person never counts. */
  start(): void;
  becomeTask(): boolean;
  /** Waits for answers that arrive through the task. */
  ask(requests: InputRequests): Promise<InputResponses>;
}

/** Tool and arguments of a call that has passed `resolve` and `validate`. */
export const resolved = (call: Call): { tool: Tool; args: Data } => {
  const { tool, args } = call.facts;
  if (!tool || !args) throw new Error('The gate is out of order: tool and arguments are not resolved yet');
  return { tool, args };
};

/** The rest of the way. Most reads are done at once, and then nothing has to wait for a promise. */
export type Next = (call: Call) => RunResult | Promise<RunResult>;

/** A step of the gate: passes the call on, or refuses it by throwing a ToolError. */
export type Step = (call: Call, next: Next) => RunResult | Promise<RunResult>;
