import type { Risk } from '../risk.ts';

/** What stands in a planned call for a text that is known only when the step runs. */
export const LATER = '\u0000later';

/** The call a step comes to, as far as it is known before the run, and what was allowed of it. */
export interface PlannedCall {
  readonly tool: string;
  /** `LATER` stands where a value comes from a step before. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Variables that are set around it, for tools that take none. */
  readonly env?: Readonly<Record<string, string>>;
  readonly risk: Risk;
  /** Doing it again does no harm. */
  readonly onlyReads: boolean;
  /** What the call would do beyond its arguments: a script's content. */
  readonly effect?: string | undefined;
}

/** Whether a call is what was planned, with values now where there were none. */
export function fitsPlan(planned: unknown, made: unknown): boolean {
  if (planned === LATER) return true;
  if (typeof planned !== 'object' || planned === null) return planned === made;
  if (typeof made !== 'object' || made === null || Array.isArray(planned) !== Array.isArray(made))
    return false;
  const names = Object.keys(planned);
  return (
    names.length === Object.keys(made).length &&
    names.every(
      (name) =>
        Object.hasOwn(made, name) &&
        // Sound: both are objects that have the name.
        fitsPlan((planned as Record<string, unknown>)[name], (made as Record<string, unknown>)[name]),
    )
  );
}
