import type * as z from 'zod';
import type { CodeEngine } from '../../engines/code/code.ts';
import type { FilesEngine } from '../../engines/files/files.ts';
import type { GitEngine } from '../../engines/git/git.ts';
import type { KnowledgeEngine } from '../../engines/knowledge/knowledge.ts';
import type { Processes } from '../../engines/process/processes.ts';
import type { Projects } from '../../engines/projects/projects.ts';
import type { SearchEngine } from '../../engines/search/search.ts';
import type { RemoteEngine } from '../../engines/ssh/remote.ts';
import type { SystemEngine } from '../../engines/system/system.ts';
import type { WebEngine } from '../../engines/web/web.ts';
import type { Approval } from '../approval/approval.ts';
import type { ShownPreview } from '../approval/preview.ts';
import type { Assessment, RiskJudge } from '../call/assessment.ts';
import type { AuditReader } from '../call/audit-query.ts';
import type { Answer } from '../call/call.ts';
import type { Caller } from '../call/caller.ts';
import type { Content } from '../call/content.ts';
import type { Explanation } from '../call/explanation.ts';
import type { CallInput, InputRequests, InputResponses } from '../call/input.ts';
import type { Touch } from '../call/touch.ts';
import type { Log } from '../log.ts';
import type { Access } from '../process/sandbox.ts';
import type { Risk } from '../risk.ts';
import type { Workflows } from '../workflow/workflows.ts';
import type { Pack } from './packs.ts';

/** What a tool may do for any arguments; MCP annotations and limits follow from it. */
export type Effect = 'read' | 'write' | 'delete' | 'exec' | 'network';

type Data = Record<string, unknown>;

/** What touches the machine, one line each; `src/host/engines.ts` has the maker of the same name. */
export interface ToolEngines {
  readonly code: CodeEngine;
  readonly files: FilesEngine;
  readonly git: GitEngine;
  readonly knowledge: KnowledgeEngine;
  readonly processes: Processes;
  readonly projects: Projects;
  readonly remote: RemoteEngine;
  readonly search: SearchEngine;
  readonly system: SystemEngine;
  readonly workflows: Workflows;
  readonly web: WebEngine;
}

/** What a tool has to work with: the machine through engines, the caller, and ways to report. */
export interface ToolContext extends ToolEngines {
  readonly callId: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly audit: AuditReader;
  /** This caller's own questions to people; nothing here can decide them. */
  readonly approvals: {
    list(): readonly Approval[];
    wait(id: string, limitMs: number): Promise<Approval | undefined>;
  };
  /** Runs another tool for this caller, through the gate like any other call. */
  call(tool: string, args: Data): Promise<Answer>;
  explain(tool: string, args: Data): Promise<Explanation>;
  /** Tells a client that asked for it how far the work is; never send it as the last act before returning. */
  progress(done: number, total?: number, message?: string): void;
  /** Sends a log line to the client, where its protocol still has them. */
  notifyLog(level: 'debug' | 'info' | 'warning' | 'error', data: unknown): void;
  /** Answers of an earlier round of this call. */
  readonly input: CallInput | undefined;
  /** Puts questions to the person at the client: ends this round, or waits for the answers inside a task. */
  ask(requests: InputRequests, state?: unknown): Promise<InputResponses>;
  /** Goes on in the background if the client can follow a task; false if it cannot. */
  becomeTask(): boolean;
  /** What the client said it can do. */
  readonly clientCapabilities: Readonly<Data>;
  /** Says that a list a client may hold is out of date, or that a resource changed. */
  changed(what: 'tools' | 'prompts' | 'resources' | { readonly resource: string }): void;
  /** Closes the stream this answer would take, where the transport can resume it. */
  dropStream(): void;
}

interface AliasSpec<Out> {
  /** The older parameter name -> ours, where they differ. */
  readonly params?: Readonly<Record<string, string>>;
  /** The older tool's own answer, as the first text block. */
  readonly text?: (data: Out) => string;
}

export interface ToolSpec<In extends z.ZodObject, Out extends z.ZodType<Data>> {
  readonly name: string;
  /** Tools of your own are in `custom` unless they say otherwise. */
  readonly pack?: Pack;
  readonly title: string;
  /** Written for a model: what it does, when to use it, what to call instead. */
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  readonly effects: readonly Effect[];
  readonly risk:
    | Risk
    | ((args: z.output<In>, judge: RiskJudge) => Risk | Assessment | Promise<Risk | Assessment>);
  readonly aliases?: Readonly<Record<string, AliasSpec<z.output<Out>>>>;
  readonly touches?: (args: z.output<In>) => readonly Touch[];
  /** What the person who is asked sees; built from the arguments, never from the model's words. */
  readonly preview?: (args: z.output<In>, ctx: ToolContext) => ShownPreview | Promise<ShownPreview>;
  /** What an approval is bound to beside the arguments: a file's hash, a resolved script. If it changed, it is asked again. */
  readonly effect?: (args: z.output<In>, ctx: ToolContext) => string | Promise<string>;
  /** These arguments make it a read, whatever its effects: it counts against no limit for changes. */
  readonly onlyReads?: (args: z.output<In>) => boolean;
  /** What its programs need beyond reading, where its risk does not say; nothing for a call that is SAFE. */
  readonly needs?: readonly Access[];
  /** Its children run in the sandbox the gate chose; harmless ones then need no question. */
  readonly isSandboxed?: boolean;
  /** Its argument `reason` is what the agent says of the call: a person reads it, and it changes nothing of what is done. */
  readonly saysReason?: boolean;
  /** Arguments that make it another piece of work: a lasting answer covers them as they were. */
  readonly choosesBy?: readonly string[];
  /** It changes something whatever its arguments are, though its risk depends on them. */
  readonly alwaysChanges?: boolean;
  /**
   * Its answer is a text, which says all that a model needs of the data. A client that would show a model the data
   * instead gets the text alone.
   */
  readonly isText?: boolean;
  /** Part of the small set for clients that take few tools. */
  readonly isCore?: boolean;
  /** Work limit; the default follows from the effects. */
  readonly timeoutMs?: number;
  /** `required`: only for clients that can follow tasks. */
  readonly task?: 'optional' | 'required';
  /** The published schema, where zod cannot write it; for fixtures only. */
  readonly inputSchema?: Readonly<Data>;
  readonly run: (ctx: ToolContext, args: z.output<In>) => z.output<Out> | Promise<z.output<Out>>;
  /** The text for the model; the default is the data as JSON. */
  readonly toText?: (data: z.output<Out>) => string;
  /** For answers that are more than text. */
  readonly toContent?: (data: z.output<Out>) => readonly Content[];
}

/** A tool with its types erased, as registry and gate hold it. */
export interface Tool extends Omit<ToolSpec<z.ZodObject, z.ZodType<Data>>, 'aliases' | 'pack'> {
  readonly pack: Pack;
  readonly aliases: Readonly<Record<string, AliasSpec<Data>>>;
}

export function defineTool<In extends z.ZodObject, Out extends z.ZodType<Data>>(
  spec: ToolSpec<In, Out>,
): Tool {
  // Sound: the gate hands `risk`, `touches`, `preview` and `run` only what `spec.input` parsed,
  // and the renderers only what `spec.output` parsed.
  return { pack: 'custom', ...spec, aliases: spec.aliases ?? {} } as unknown as Tool;
}
