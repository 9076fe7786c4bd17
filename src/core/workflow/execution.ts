/** The statuses of the seed, and `waiting`: for a time, an event or a child. */
export const EXECUTION_STATUSES = [
  'pending_confirm',
  'queued',
  'running',
  'waiting',
  'completed',
  'failed',
  'cancelled',
  'timed_out',
  'denied',
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

const OPEN: readonly ExecutionStatus[] = ['pending_confirm', 'queued', 'running', 'waiting'];
export const isOpen = (status: ExecutionStatus): boolean => OPEN.includes(status);

export const TRIGGERS = ['manual', 'cli', 'schedule', 'webhook', 'workflow', 'action'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** How a step can end. */
export const STEP_ENDS = ['completed', 'failed', 'skipped', 'cancelled', 'timed_out', 'denied'] as const;
type StepEnd = (typeof STEP_ENDS)[number];

export const isStepEnd = (status: string): boolean => STEP_ENDS.some((end) => end === status);

export type StepStatus = 'pending' | 'running' | 'waiting' | 'pending_confirm' | StepEnd;

/** How a step ended. */
export interface StepResult {
  readonly status: StepEnd;
  /** Why it was left out. */
  readonly reason?: string | undefined;
  readonly exitCode?: number | null | undefined;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  readonly outputs?: Readonly<Record<string, unknown>> | undefined;
  /** The end of what it printed, or of its answer. */
  readonly text?: string | undefined;
  readonly callId?: string | undefined;
  readonly auditSeq?: number | undefined;
  readonly approvalId?: string | undefined;
  readonly executionId?: string | undefined;
  readonly artifacts?: readonly Artifact[] | undefined;
}

export interface Artifact {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Where the copy is kept. */
  readonly keptAt: string;
}

export interface ExecutionStep extends StepResultView {
  readonly stepId: string;
  readonly name: string;
  readonly kind: string;
}

interface StepResultView extends Omit<StepResult, 'status'> {
  readonly status: StepStatus;
  readonly attempts: number;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly durationMs?: number | undefined;
}

/** A run of a workflow or an action, as history shows it. */
export interface Execution {
  readonly executionId: string;
  readonly kind: 'workflow' | 'action';
  readonly workflowId?: string | undefined;
  readonly version?: number | undefined;
  readonly actionId?: string | undefined;
  readonly actionType?: 'script' | 'webhook' | 'workflow' | undefined;
  readonly name: string;
  readonly status: ExecutionStatus;
  readonly trigger: Trigger;
  /** Who started it, with which client. */
  readonly startedBy: string;
  readonly client: string;
  readonly approvalId?: string | undefined;
  readonly parentExecutionId?: string | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>> | undefined;
  readonly error?: string | undefined;
  readonly createdAt: string;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly durationMs?: number | undefined;
}

export interface LogLine {
  readonly seq: number;
  readonly at: string;
  readonly stepId: string;
  readonly text: string;
}
