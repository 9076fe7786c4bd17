import type { Risk } from '../../core/risk.ts';

type Data = Readonly<Record<string, unknown>>;

/** The call a step comes to, as far as it is known before the run, and what was allowed of it. */
export interface PlannedCall {
  readonly tool: string;
  /** `LATER` stands where a value comes from a step before. */
  readonly args: Data;
  readonly risk: Risk;
  /** Doing it again does no harm. */
  readonly onlyReads: boolean;
  /** What the call would do beyond its arguments: a script's content. */
  readonly effect?: string | undefined;
}
