import { type Call, resolved } from '../../../core/call/call.ts';
import { isNative } from '../../native.ts';
import type { Surroundings } from '../place.ts';

/**
 * Before paths are judged that a call changes: any of them may be what a protected name leads to. Commands of our own are
 * locked in a sandbox that knows by itself. Undefined where nothing has to be looked up.
 */
export function findLedPlaces(
  call: Call,
  { findLedPlaces: find }: Pick<Surroundings, 'findLedPlaces'>,
): Promise<void> | undefined {
  const { tool, args } = resolved(call);
  const { roots } = call.request.caller;
  if (!find || roots.length === 0) return undefined;
  const touches = tool.touches?.(args) ?? [];
  const changes = touches.some(
    (touch) => touch.kind === 'path' && touch.access !== 'read' && touch.access !== 'list',
  );
  return changes || (isNative(call) && tool.isSandboxed) ? find(roots) : undefined;
}
