import type { ExecutionStatus, StepResult, Trigger } from '../../core/workflow/execution.ts';

/** A step is done with a value, or was begun by a host that ended before it: then nobody knows how far it came. */
export type Stepped<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'cut-off'; readonly startedAt: number };

/**
 * The five primitives the interpreter of a run is written on. Whatever happens is written down before anything
 * follows from it, so that the interpreter, run again from its beginning, comes to where it was.
 */
export interface RunPort {
  /** Runs `work` once for each name; what it answered is kept, and it never runs twice. It must not throw. */
  step<T>(name: string, work: () => Promise<T>): Promise<Stepped<T>>;
  /** The first call for a name decides the time. */
  sleepUntil(name: string, at: number): Promise<void>;
  /** What was sent for the topic, now or before; undefined once the time is over. */
  waitFor(topic: string, timeoutMs?: number): Promise<unknown>;
  /** Runs another run to its end, one for each name; the signal cancels it. */
  child(name: string, start: RunStart, signal: AbortSignal): Promise<RunEnd & { readonly runId: string }>;
  /** Aborted once somebody wants the run to end; what waits is rejected with `RunCancelled`. */
  readonly cancelled: AbortSignal;
}

/** The name of the timer that ends a run, and the ending of those that end a step. */
export const DEADLINE = 'deadline';

/** Nobody is told that a run waits for one of these. */
export const isDeadline = (name: string): boolean => name === DEADLINE || name.endsWith(`.${DEADLINE}`);

export class RunCancelled extends Error {
  override readonly name = 'RunCancelled';
}

/** Another host has taken the data directory: nothing of this one counts any more. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** What a run is started with; `work` is for the interpreter alone. */
export interface RunStart {
  readonly kind: 'workflow' | 'action';
  readonly name: string;
  readonly workflowId?: string | undefined;
  readonly version?: number | undefined;
  readonly actionId?: string | undefined;
  readonly actionType?: string | undefined;
  readonly trigger: Trigger;
  readonly startedBy: string;
  /** The session of the agent that started it; `startedBy` where it was none. */
  readonly session?: string | undefined;
  readonly client: string;
  readonly approvalId?: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly work: unknown;
  /** A second start with the same key is the first one. */
  readonly idempotencyKey?: string | undefined;
  readonly concurrency?:
    | {
        readonly key: string;
        readonly limit: number;
        readonly onConflict: 'queue' | 'skip' | 'cancel-oldest';
      }
    | undefined;
}

export interface RunEnd {
  readonly status: ExecutionStatus;
  readonly outputs?: Readonly<Record<string, unknown>> | undefined;
  readonly error?: string | undefined;
  readonly results?: Readonly<Record<string, StepResult>> | undefined;
}

export interface RunningRun {
  readonly runId: string;
  readonly createdAt: number;
  readonly depth: number;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly work: unknown;
}

/** Deterministic given what the port answers. */
export type Interpret = (port: RunPort, run: RunningRun) => Promise<RunEnd>;

/** Holds the runs of a host. */
export interface RunEngine {
  /** Queued durably when it answers. */
  start(run: RunStart): Promise<{ readonly runId: string; readonly isNew: boolean }>;
  /** Kept if nobody waits for it yet; the first for a topic counts. */
  send(runId: string, topic: string, data: unknown): Promise<void>;
  /** False where it has ended. */
  cancel(runId: string): Promise<boolean>;
  /** Settles when the run has ended; undefined if the time is over first. */
  ended(runId: string, limitMs: number, signal?: AbortSignal): Promise<RunEnd | undefined>;
  /** Runs that are not finished. */
  readonly openRuns: number;
  /** Takes up what an earlier host left, then whatever is queued. */
  resume(): void;
  close(): Promise<void>;
}
