import type { Call } from '../../core/call/call.ts';
import { isAtLeast } from '../../core/risk.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';

type Facts = Call['facts'];

/** Whether a call with other arguments would do something that the card of the first ones did not show. */
export const doesMore = (now: Facts, shown: Facts): boolean =>
  !isAtLeast(shown.risk ?? 'SAFE', now.risk ?? 'CRITICAL') ||
  now.access?.some((one) => !shown.access?.includes(one)) === true ||
  (now.effect !== undefined && now.effect !== shown.effect) ||
  BESIDE.some((list) => isBeyond(now[list], shown[list]));

/** What it executes, what cannot be told beforehand, and what could exchange it meanwhile. */
const BESIDE = ['bound', 'scripts', 'unfound', 'meanwhile'] as const;

function isBeyond(now: readonly unknown[] = [], shown: readonly unknown[] = []): boolean {
  const seen = new Set(shown.map((one) => canonicalJson(one)));
  return now.some((one) => !seen.has(canonicalJson(one)));
}
