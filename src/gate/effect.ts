import { type Call, resolved } from '../core/call/call.ts';
import { boundFiles } from './approvals/executed-files.ts';
import { leadsOf } from './policy/leads.ts';
import { findLedPlaces } from './risk/paths/find-led-places.ts';
import type { Surroundings } from './risk/place.ts';
import type { MakeContext } from './steps/run.ts';

/** What a call would do right now, beyond what its arguments say: an answer holds for just that. */
export type EffectOf = (call: Call) => Promise<string | undefined>;

type Known = Pick<Surroundings, 'hashFile' | 'outsidePath' | 'findLedPlaces' | 'realPathOf'>;

/** What the tool says of itself, the files that its commands execute, and where its names lead. */
export const createEffect =
  (makeContext: MakeContext, surroundings: Known): EffectOf =>
  async (call) => {
    const { tool, args } = resolved(call);
    // A person may have made a link since the call was judged.
    await findLedPlaces(call, surroundings);
    const own = await tool.effect?.(args, makeContext(call));
    if (own !== undefined) call.facts.ownEffect = own;
    const { scripts = [] } = call.facts;
    const bound = boundFiles(call, surroundings);
    const leads = leadsOf(call, surroundings);
    if (bound.length === 0 && scripts.length === 0 && leads.length === 0) return own;
    return JSON.stringify([own ?? null, bound, scripts, ...leads]);
  };
