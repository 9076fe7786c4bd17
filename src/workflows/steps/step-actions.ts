import type { Artifact, StepResult } from '../../core/workflow/execution.ts';
import type { Step } from '../../core/workflow/step.ts';
import type { Scope } from '../expression/scope.ts';
import type { RunningRun } from '../runs/run-port.ts';

/** A call that waits for a person: it is made again once they have answered. */
export interface NeedsPerson {
  readonly status: 'needs_person';
  readonly approvalId: string;
}

export interface Attempt {
  readonly run: RunningRun;
  readonly step: Step;
  /** Names the attempt in the record, so that it can be looked up after a crash. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** What the record says of an attempt that was cut off. */
export type CutOff =
  | { readonly kind: 'never began' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ended'; readonly ok: boolean; readonly code?: string | undefined };

/** The world as the interpreter sees it; only these know of tools, people and files. */
export interface StepActions {
  /** Does what the step says, once. Answers how it went, whatever happens. */
  execute(attempt: Attempt, scope: Scope): Promise<StepResult | NeedsPerson>;
  lookUp(run: RunningRun, name: string): Promise<CutOff>;
  /** Puts a step's own question to a person; the same question gives the same id. */
  askApproval(run: RunningRun, step: Step, question: string): Promise<string>;
  askCutOff(run: RunningRun, step: Step, name: string, startedAt: number, found: CutOff): Promise<string>;
  /** The answer to a step's own question has reached it: nothing else waits to use it. */
  settle(run: RunningRun, approvalId: string): void;
  /** Whether the step only reads, so that doing it again does no harm. */
  onlyReads(run: RunningRun, step: Step): Promise<boolean>;
  keepArtifacts(attempt: Attempt): Promise<readonly Artifact[]>;
  note(run: RunningRun, step: Pick<Step, 'id'>, text: string): void;
}

/** What a person answered. */
export interface PersonsAnswer {
  readonly status: 'approved' | 'denied' | 'expired' | 'done';
  readonly by?: string | undefined;
  readonly feedback?: string | undefined;
}
