import type { BoundFile } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { StartedCall } from '../../core/call/started-call.ts';
import type { DeniedPaths } from '../../core/path/denied-paths.ts';
import type { RestartPolicy } from '../../core/process/process-record.ts';
import type { Access, Sandbox } from '../../core/process/sandbox.ts';
import type { CutText } from '../../core/text/cut-text.ts';
import type { TestReport } from '../test-reports/report.ts';
import type { Finished, ProcessInfo, ProcessSpec, Reach } from './process.ts';
import type { LinePage } from './table/line-page.ts';

/** A program a tool runs: what it runs in is for the gate to say. */
export type CallSpec = Omit<ProcessSpec, 'sandbox' | 'reach' | 'installation' | 'expects' | 'answerBytes'>;

interface Reporting {
  /** Of a test run that ended in the background: reads what its report says. */
  readonly readReport?: (() => TestReport | undefined) | undefined;
}

export interface ExecuteSpec extends Omit<CallSpec, 'keepBytes'>, Reporting {
  /** For people and lists: what was asked for. */
  readonly command: string;
  /** After this time it continues in the background, and the call is answered. */
  readonly patienceMs?: number;
}

/** A finished program, or one that goes on: then exit code and signal are null and the output is what there is so far. */
export interface Executed extends Finished {
  readonly status: 'completed' | 'running';
  /** Where the rest is: of a program that goes on, and of output that was too long to keep. */
  readonly processId?: string;
}

export interface StartSpec extends Pick<ProcessSpec, 'onOutput' | 'shares'>, Reporting {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly command: string;
  readonly name?: string | undefined;
  /** A terminal of its own. */
  readonly pty?: boolean;
  /** Goes on when the agent leaves, and when the host does. */
  readonly keepAlive?: boolean;
  readonly restart?: RestartPolicy;
  /** A regular expression; a line that fits says that it is ready. */
  readonly successPattern?: string | undefined;
  /** Commands that are printed before they run (`> vite`): such a line tells nothing of the program. */
  readonly echoed?: readonly string[];
  /** How long to wait for that line. */
  readonly readyTimeoutMs?: number;
}

export interface Started extends ProcessInfo {
  /** The first lines it printed. */
  readonly initialOutput: string;
  /** What it can do beyond reading the open directories. */
  readonly access: readonly Access[];
  /** Of a test run that has ended already. */
  readonly tests?: TestReport;
}

export interface OutputWanted {
  readonly tailLines?: number;
  readonly sinceSeq?: number | undefined;
  /** For people: with the colours of a terminal. */
  readonly inColour?: boolean;
  /** How long to wait for something new. */
  readonly waitMs?: number;
}

export interface ProcessOutput extends LinePage, Pick<ProcessInfo, 'status' | 'exitCode'> {
  /** What stands behind the last line end: a question, mostly. */
  readonly prompt?: string;
  /** What its report says, of a test run that has ended. */
  readonly tests?: TestReport;
}

/** Processes of one call, in the sandbox the gate chose for it; the table shows what its principal started. */
export interface Processes {
  /** The longest time a caller may ask for; longer work is started in the background. */
  readonly maxTimeoutMs: number;
  /** What an answer holds of the output of a program, both streams together. */
  readonly answerBytes: number;
  /** Runs a program to its end, or to the end of the call. */
  run(spec: CallSpec): Promise<Finished>;
  /** The same, but what takes longer than `patienceMs` continues in the background. */
  execute(spec: ExecuteSpec): Promise<Executed>;
  start(spec: StartSpec): Promise<Started>;
  list(): Promise<readonly ProcessInfo[]>;
  /** The rest throws NOT_FOUND where this principal has no such process. */
  get(processId: string): Promise<ProcessInfo>;
  output(processId: string, wanted: OutputWanted): Promise<ProcessOutput>;
  sendInput(processId: string, text: string, keys: { readonly pressEnter: boolean }): Promise<ProcessOutput>;
  /** Settles when all of it is gone. */
  stop(processId: string, options?: { readonly force?: boolean }): Promise<ProcessInfo>;
}

/** Whom processes are started for. */
export interface ProcessOwner {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly sandbox: Sandbox;
  /** What children may do beyond reading the open directories. */
  readonly access?: readonly Access[] | undefined;
  /** What the call needs of repositories, if git is all it runs. */
  readonly git?: Pick<Reach, 'history' | 'mayConfigureGit'> | undefined;
  /** Files that may hold secrets are not there, though it may write. */
  readonly hidesSecrets?: boolean | undefined;
  /** It may change the caches of the home directory, if it may write. */
  readonly changesCaches?: boolean | undefined;
  /** Ports of the agent's own servers that it reaches though they can see more than it does. */
  readonly servers?: readonly number[] | undefined;
  /** What unasked commands left in /tmp is not there. */
  readonly hasOwnTmp?: boolean | undefined;
  /** Files the call will execute, as they were judged. */
  readonly bound?: readonly BoundFile[] | undefined;
  /** What the call would do, as its tool said when it was judged. */
  readonly judged?: string | undefined;
  readonly denied?: DeniedPaths | undefined;
  /** What a process that starts again is judged by. */
  readonly started?: (() => StartedCall) | undefined;
  /** Kept of each stream, instead of what the tool keeps for an answer. */
  readonly keepBytes?: number | undefined;
  readonly cut: CutText;
  /** Tells people of protected files that appeared while it ran, and got other names. */
  readonly onSetAside?: ((names: readonly string[]) => void) | undefined;
}
