import type { Access } from '../process/sandbox.ts';
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
  /** Variables of `args` that its programs do not get: only words of the command do. */
  readonly inShell?: readonly string[];
  /** The stored secrets that it gets, by the variable that holds each. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Without what the secrets add: they make it CRITICAL, whatever it is. */
  readonly risk: Risk;
  /** What it was shown to use beyond reading what is open. */
  readonly reach?: Reach | undefined;
  /** Doing it again does no harm. */
  readonly onlyReads: boolean;
  /** What the call would do beyond its arguments: a script's content. */
  readonly effect?: string | undefined;
}

export interface Reach {
  readonly needs: readonly Access[];
  readonly isSecret: boolean;
  /** The files it executes, those by which its programs are told what to do, and what else in the project they may load. */
  readonly loads: readonly string[];
  /** What it would execute that could not be found. */
  readonly unfound: readonly string[];
}

type Found = Partial<Pick<Reach, 'needs' | 'isSecret' | 'unfound'>> & {
  readonly runs?: readonly string[] | undefined;
  readonly told?: readonly { readonly path: string }[] | undefined;
  readonly named?: readonly string[] | undefined;
};

export const reachOf = ({
  needs = [],
  isSecret = false,
  unfound = [],
  runs = [],
  told = [],
  named = [],
}: Found): Reach => ({
  needs,
  isSecret,
  loads: [...new Set([...runs, ...told.map(({ path }) => path), ...named])],
  unfound,
});

/** Whether a call uses no more than it was shown to: a value that came later may be an option, or name another file. */
export const isWithinReach = (shown: Reach | undefined, now: Reach): boolean =>
  shown !== undefined &&
  now.needs.every((one) => shown.needs.includes(one)) &&
  now.loads.every((one) => shown.loads?.includes(one)) &&
  (shown.isSecret || !now.isSecret);

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
