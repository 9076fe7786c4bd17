import type { Call, RunResult, Step } from '../../core/call/call.ts';
import { type Caller, rightsIn } from '../../core/call/caller.ts';
import type { DecidedFacts } from '../../core/call/started-call.ts';
import type { Config } from '../../core/config.ts';
import { ToolError } from '../../core/errors.ts';
import type { DeniedPaths } from '../../core/path/denied-paths.ts';
import { isInside } from '../../core/path/paths.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import { decideCall, type Rules } from './decide.ts';

/** What a caller may do and reach at this moment. */
export interface RightsNow {
  /** Reads what has changed in the directories of the caller; undefined where all is known. */
  ready(caller: Caller): Promise<void> | undefined;
  asOfNow(caller: Caller): Caller;
}

interface StillParts {
  readonly rights: RightsNow;
  readonly config: Config;
  readonly rules: Rules;
}

/** Longer than judging most calls takes, and shorter than anybody needs to change what they allow. */
const AT_ONCE_MS = 50;

/**
 * A call waits while its agent is paused, for a person, for its turn: what it may do can be taken away meanwhile, and that
 * holds. What is allowed in addition by then is for the next call.
 */
export const still =
  (parts: StillParts): Step =>
  (call, next) =>
    performance.now() - call.startedAt < AT_ONCE_MS ? next(call) : whenStillAllowed(call, parts, next);

async function whenStillAllowed(
  call: Call,
  { rights, config, rules }: StillParts,
  next: (call: Call) => RunResult | Promise<RunResult>,
): Promise<RunResult> {
  const { request, facts } = call;
  const { caller } = request;
  await rights.ready(caller);
  const now = rights.asOfNow(caller);
  const again: Call = { ...call, request: { ...request, caller: now }, facts: { ...facts } };
  try {
    assertStands(call, again, {
      config,
      rules,
      isChanged: !isSame(caller, now),
      since: 'while the call waited',
    });
  } catch (error) {
    if (again.facts.decision) facts.decision = again.facts.decision;
    throw error;
  }
  // Its sandbox and its searches go by these, and not by what the call names.
  const denied = deniedByBoth(facts.denied, again.facts.denied);
  if (denied) facts.denied = denied;
  return next({ ...call, request: { ...request, caller: withoutClosed(caller, now) } });
}

interface Standing {
  readonly config: Config;
  readonly rules: Rules;
  /** The caller may do something else than when the call was decided. */
  readonly isChanged: boolean;
  readonly since: string;
  /** What it would do in addition by now: that is why it would be asked about, then. */
  readonly more?: string | undefined;
}

/** Decides the call again, and refuses where what let it run was taken back, or lets it do less. */
export function assertStands(
  before: { readonly facts: DecidedFacts },
  again: Call,
  { config, rules, isChanged, since, more }: Standing,
): void {
  const { verdict, rule } = decideCall(again, config, { ...rules, used: () => {} });
  const isGone = isUnasked(before.facts) && isRuleGone(before.facts, rules);
  const isTaken = isGone || (isUnasked(before.facts) && verdict === 'ask' && isChanged);
  if (isTaken && !isGone) assertNoMore(more);
  if (isTaken || (verdict === 'allow' && isChanged && mayDoLess(again.facts, before.facts)))
    throw new ToolError('CONFLICT', `What you may do was changed ${since}: ${rule}`, {
      retryable: true,
      hint: 'Call again; a person is then asked.',
    });
}

/** Refuses what was not shown when the call was allowed. */
export function assertNoMore(more: string | undefined): void {
  if (more === undefined) return;
  throw new ToolError('CONFLICT', more, {
    retryable: true,
    hint: 'Call again; a person is then asked about it as it is now.',
  });
}

/** No person has said yes to this very call, or to the run that it is a step of. */
export const isUnasked = ({ decision }: DecidedFacts): boolean =>
  decision?.approvalId === undefined && decision?.isGranted !== true;

/** Allowed it is, and no longer with all that it was to have: in read_only, for instance, only where it changes nothing. */
const mayDoLess = (now: Call['facts'], before: DecidedFacts): boolean =>
  (before.access ?? []).some((access) => now.access?.includes(access) !== true) ||
  (now.hidesSecrets === true && before.hidesSecrets !== true);

/** The standing answer that let it run without a question was taken back. */
const isRuleGone = ({ decision }: DecidedFacts, rules: Rules): boolean =>
  decision?.ruleId !== undefined && !rules.list().some(({ id }) => id === decision.ruleId);

const deniedByBoth = (
  before: DeniedPaths | undefined,
  now: DeniedPaths | undefined,
): DeniedPaths | undefined =>
  before && now
    ? {
        places: [...new Set([...before.places, ...now.places])],
        includes: (path) => before.includes(path) || now.includes(path),
      }
    : (now ?? before);

/** What was closed is closed to it; what was opened meanwhile is for the next call. */
export const withoutClosed = (caller: Caller, now: Caller): Caller => ({
  ...caller,
  cwd: now.cwd,
  roots: now.roots.filter((root) => isInside(root, caller.roots)),
});

export const isSame = (one: Caller, other: Caller): boolean =>
  canonicalJson(rightsIn(one)) === canonicalJson(rightsIn(other));
