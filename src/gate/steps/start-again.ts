import type { BoundFile, Call, Next, RunResult, Step } from '../../core/call/call.ts';
import type { StartedCall } from '../../core/call/started-call.ts';
import type { Config } from '../../core/config.ts';
import { ToolError } from '../../core/errors.ts';
import { newSince } from '../approvals/does-more.ts';
import { boundFiles } from '../approvals/executed-files.ts';
import type { Surroundings } from '../risk/place.ts';
import type { Rules } from './decide.ts';
import { assertNoMore, assertStands, isSame, isUnasked, withoutClosed } from './still.ts';

interface Parts {
  readonly config: Config;
  readonly rules: Rules;
  readonly surroundings: Pick<Surroundings, 'hashFile' | 'outsidePath'>;
}

/**
 * A process ended, and is to be started again: what let it run must still stand. A person who said yes to a process that
 * starts again said so for each of its starts, as long as it does what they were shown: files that decide what runs may be
 * put there in between. Whatever ran unasked must still run unasked.
 */
export const stands =
  (started: StartedCall, { config, rules, surroundings }: Parts): Step =>
  (call: Call, next: Next): RunResult | Promise<RunResult> => {
    const { request, facts } = call;
    const isOther = !isSame(started.caller, request.caller);
    const isChanged = isUnasked(started.facts) || isOther;
    // Compared like the rest: a file that a program runs by now may be none of those that are known to be there.
    if (started.facts.bound) facts.bound = boundFiles(call, surroundings);
    const more = newSince(facts, started.shown);
    const since = 'since it was started';
    assertStands(started, call, { config, rules, isChanged, since, ...(!isOther && { more }) });
    if (!isUnasked(started.facts)) assertNoMore(newSince(facts, started.shown));
    if (facts.sandbox === 'none' && (started.facts.sandbox ?? 'none') !== 'none')
      throw new ToolError('UNAVAILABLE', 'The sandbox that it ran in does not work any more', {
        hint: 'toolgate doctor shows more.',
      });
    const bound = started.facts.bound?.map((file) => stillBound(file, facts.bound, surroundings));
    Object.assign(facts, asBefore(facts, started.facts), bound && { bound });
    const caller = withoutClosed(started.caller, request.caller);
    return next({ ...call, request: { ...request, caller: { ...request.caller, ...caller } } });
  };

/** One that is gone, and that it does not execute any more, must not come back before it runs. */
const stillBound = (
  file: BoundFile,
  now: readonly BoundFile[] = [],
  { hashFile }: Parts['surroundings'],
): BoundFile =>
  now.some(({ path }) => path === file.path) || hashFile(file.path) !== undefined
    ? file
    : { path: file.path, sha256: undefined };

/** What is allowed in addition by now is for the next call. */
function asBefore(now: Call['facts'], before: StartedCall['facts']): StartedCall['facts'] {
  const { decision, ...kept } = before;
  if (!isUnasked(before)) return before;
  return { ...kept, changesCaches: before.changesCaches === true && now.changesCaches === true };
}
