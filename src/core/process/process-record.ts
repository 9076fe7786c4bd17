import type { TestReport } from '../../engines/test-reports/report.ts';
import type { StartedCall } from '../call/started-call.ts';
import type { Sandbox } from './sandbox.ts';

/** `starting`: it runs and is not ready yet. `lost`: its host died, and it is not running any more. */
export const PROCESS_STATUSES = ['starting', 'running', 'completed', 'failed', 'stopped', 'lost'] as const;
export type ProcessStatus = (typeof PROCESS_STATUSES)[number];

export const RESTART_POLICIES = ['never', 'on-failure', 'always'] as const;
export type RestartPolicy = (typeof RESTART_POLICIES)[number];

/** What it takes to start a process that was meant to stay again, under whichever host. */
export interface Relaunch {
  readonly restart: RestartPolicy;
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** What it is judged by before it is started again. */
  readonly call: StartedCall;
  /** Directories outside the roots that it writes into for us. */
  readonly shares: readonly string[];
}

/** A background process as it is written down, so that the next host finds it again. */
export interface ProcessRecord {
  readonly id: string;
  readonly principal: string;
  readonly session: string;
  /** The name its client gave itself. */
  readonly client: string;
  readonly name: string;
  /** For people: the line that was asked for. */
  readonly command: string;
  readonly cwd: string;
  readonly isKept: boolean;
  /** The remote host it runs on; its pid is one of that machine. */
  readonly remoteHost?: string;
  /** Whose host that is, where it is not the principal's own: a run uses those of the one who started it. */
  readonly hostOwner?: string;
  readonly sandbox: Sandbox;
  readonly mayWrite?: boolean | undefined;
  readonly pid: number;
  /** With boot and pid the name of a process that no other one ever has. */
  readonly startTicks: number;
  readonly bootId: string;
  /** The first process of its sandbox. */
  readonly first?: { readonly pid: number; readonly startTicks: number };
  readonly marker: string;
  readonly status: ProcessStatus;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly restarts: number;
  /** Why it was not started again, if it was to be. */
  readonly notRestarted?: string | undefined;
  /** Of one that is kept and starts again, while nobody has stopped it. */
  readonly relaunch?: Relaunch;
  /** What its report says, of a test run that has ended. */
  readonly tests?: TestReport;
}

/** Processes that went into the background outlive their call, and some of them the host. */
export interface ProcessStore {
  save(record: ProcessRecord): void;
  list(): readonly ProcessRecord[];
  remove(id: string): void;
}
