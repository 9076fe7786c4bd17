import type { BoundFile } from '../../core/call/call.ts';
import type { ProcessStatus } from '../../core/process/process-record.ts';
import type { Access, Sandbox } from '../../core/process/sandbox.ts';

export type Stream = 'stdout' | 'stderr';

/** What a sandboxed process finds open, and what it must not find. */
export interface Reach {
  /** The directories that are open to it. */
  readonly roots: readonly string[];
  /** What it may do beyond reading them; nothing else of the machine is there. */
  readonly access: readonly Access[];
  /** Toolgate's own directories, which no child sees. */
  readonly hidden: readonly string[];
  /** Toolgate's own program, which no child changes. */
  readonly readOnly: readonly string[];
  readonly home: string;
  /** What it finds as /tmp; without, an empty one that goes with it. */
  readonly tmp?: string;
  /** Of that, it finds only what allowed commands keep for themselves. */
  readonly hasOwnTmp?: boolean;
  /** A directory of ours for copies of settings, with the credentials taken out. */
  readonly scratch?: string;
  /** Directories outside the roots that it writes into for us. */
  readonly shares?: readonly string[];
  /** It reads the open directories and these files, and nothing else of the machine but the system; it starts nothing. */
  readonly readsOnly?: readonly string[] | undefined;
  /** Files that may hold secrets stay hidden though it may write: nobody was asked about this very command. */
  readonly hidesSecrets?: boolean;
  /** It may change the caches of the home directory if it may write: it is a package manager or a build. */
  readonly changesCaches?: boolean;
  readonly ownPorts?: OwnPorts | undefined;
  /** A git command sets remotes and branches in the configuration of the repository; it is looked at afterwards. */
  readonly mayConfigureGit?: boolean;
  /** Files of the workspace that may hold secrets stay in place: for git, which has to know whether they changed. */
  readonly showsWorkspace?: boolean;
  /**
   * What it finds of the history of repositories: nothing, a copy without files that look like secrets, or what is there:
   * for git alone, which was judged by what it prints.
   */
  readonly history?: 'clean' | 'as it is';
  /** That copy, for each repository that has one. */
  readonly cleanObjects?: ReadonlyMap<string, string>;
  /** It sees the whole machine and changes the open directories alone: for git, which finds keys and helpers there. */
  readonly keepsMachine?: boolean;
  /** What git finds in the place of a repository's configuration. */
  readonly gitConfig?: { readonly path: string; readonly text: string } | undefined;
  /** The directory git keeps for the repository it works in: that of a submodule lies where nobody else writes. */
  readonly gitDir?: string;
  /** People hear of protected files that got other names: one of them may be theirs. */
  readonly onSetAside?: ((names: readonly string[]) => void) | undefined;
}

/** Ports of what the same agent runs in the background: without network they are reached through sockets. */
export interface OwnPorts {
  /** Holds a socket for each port, named after it. */
  readonly directory: string;
  readonly ports: readonly number[];
}

/** What is the same for every child of a host. */
export type OwnReach = Pick<Reach, 'hidden' | 'readOnly' | 'home' | 'scratch' | 'onSetAside'>;

export interface ProcessSpec {
  /** Program and arguments; no shell reads them. */
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Added to the clean environment every child gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: true. Where it is false, what the user's login shell sets may be missing. */
  readonly needsLogin?: boolean;
  /** Directories of its PATH that lie in here are left out: a project must not choose what a program of ours starts. */
  readonly avoids?: readonly string[];
  /** Default: closed. */
  readonly stdin?: string | Uint8Array;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** It only reads, and starts nothing that could outlive it: then nothing is looked for when it has ended. */
  readonly isReader?: boolean;
  /** Kept of each stream, head and tail; default 45 KB. */
  readonly keepBytes?: number;
  /** Kept of both together, where they are shown in one answer. */
  readonly answerBytes?: number | undefined;
  /** Default: none. */
  readonly sandbox?: Sandbox;
  /** Needed with a sandbox; `ctx.processes.run` fills it in. */
  readonly reach?: Reach;
  /** Directories of ours that it writes into, such as the one for its report. */
  readonly shares?: readonly string[];
  /** Files it will execute, as they were judged: if one changed, nothing is started. */
  readonly expects?: readonly BoundFile[] | undefined;
  /** Names the host's data, so that what a dead host left running is found by the next. */
  readonly installation?: string;
  /** Sees each piece of output before it is kept. */
  readonly onData?: (stream: Stream, chunk: Buffer) => void;
  /** Called with text as it comes, never cut inside a character; `false` says that no more is wanted. */
  readonly onOutput?: (stream: Stream, text: string) => unknown;
}

/** One stream of a process, as far as it was kept. */
export interface Kept {
  /** Head and tail with a line between them that says how much is missing. */
  readonly text: string;
  readonly bytes: number;
  readonly truncated: boolean;
}

/** A process that has ended, with everything it started. */
export interface Finished {
  /** null where a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Kept;
  readonly stderr: Kept;
  readonly durationMs: number;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** Processes it left running, which were ended after it. */
  readonly leftovers: number;
  /** Why it was ended, if it took more of the machine than it may. */
  readonly tooLarge?: string;
  /** Protected files that it made; they have these names now. */
  readonly setAside: readonly string[];
  readonly sandbox: Sandbox;
  /** What it could do there beyond reading the open directories. */
  readonly access: readonly Access[];
}

/** A process of the table, as its owner sees it. */
export interface ProcessInfo {
  readonly processId: string;
  readonly name: string;
  readonly command: string;
  readonly cwd: string;
  readonly pid: number;
  /** The remote host it runs on. */
  readonly host?: string;
  readonly status: ProcessStatus;
  readonly startedAt: string;
  readonly endedAt?: string;
  /** null where a signal ended it, or nobody saw how it ended. */
  readonly exitCode?: number | null;
  readonly signal?: string;
  /** TCP ports it listens on. */
  readonly ports: readonly number[];
  /** The address it printed. */
  readonly url?: string;
  readonly restarts: number;
  /** Why it was not started again, if it was to be. */
  readonly notRestarted?: string;
  readonly keepAlive: boolean;
  readonly sandbox: Sandbox;
}

/** What a run could do in its sandbox beyond reading. */
export const accessIn = ({
  sandbox = 'none',
  reach,
}: Pick<ProcessSpec, 'sandbox' | 'reach'>): readonly Access[] =>
  sandbox === 'none' ? [] : (reach?.access ?? []);
