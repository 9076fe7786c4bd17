import { resolved, type Step } from '../core/call.ts';
import { resolveFrom } from '../core/paths.ts';
import type { Touch } from '../core/touch.ts';

/** Risk, and what the call touches, with paths made absolute. */
export const classify = (): Step => (call, next) => {
  const { tool, args } = resolved(call);
  const { cwd } = call.request.caller;
  call.facts.risk = typeof tool.risk === 'function' ? tool.risk(args) : tool.risk;
  call.facts.touches = (tool.touches?.(args) ?? []).map((touch) => absolute(touch, cwd));
  return next(call);
};

const absolute = (touch: Touch, cwd: string | undefined): Touch =>
  touch.kind === 'path' ? { ...touch, path: resolveFrom(cwd, touch.path) } : touch;
