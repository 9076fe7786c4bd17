import type { Rights } from '../../core/call/caller.ts';
import type { Pack } from '../../core/tool/packs.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import type { StepResult } from '../../core/workflow/execution.ts';
import type { PlannedCall } from '../../core/workflow/planned-call.ts';

/** For whom a run works, and what that reaches; kept with the run, since it outlives the connection it came from. */
export interface RunCaller extends Rights {
  readonly principal: string;
  readonly onBehalfOf: string;
  /** The session it was started in; not known of what was kept before this was. */
  readonly startedIn?: string;
  readonly client: string;
  readonly cwd: string | undefined;
  readonly roots: readonly string[];
  readonly packs: readonly Pack[];
}

export interface WorkflowSnapshot {
  readonly workflowId: string;
  readonly version: number;
  readonly document: WorkflowDocument;
}

/** The hash of each by its id: version numbers begin anew where a file goes away and comes back. */
export type Documents = Readonly<Record<string, string>>;

/** Everything a run needs, as it was when it was started: an edited workflow changes no run that goes on. */
export interface RunWork {
  readonly document: WorkflowDocument;
  readonly caller: RunCaller;
  /** What was allowed when the run was, by the path of the step. */
  readonly planned: Readonly<Record<string, PlannedCall>>;
  /** Workflows it runs in turn. */
  readonly children: Readonly<Record<string, WorkflowSnapshot>>;
  /** Where this run stands in the plan: '' at the top, `deploy/` inside the step deploy. */
  readonly path: string;
  /** Steps that an earlier run of the same document has done; they are not done again. */
  readonly done?: Readonly<Record<string, StepResult>>;
  /** Of a call that does its work itself: its row is here for the history only. */
  readonly direct?: string;
}
