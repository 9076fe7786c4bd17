import type { Touch } from '../../core/call/touch.ts';
import { isInside } from '../../core/path/paths.ts';

/** The paths among `touches` that no root contains, by name; the engine checks the opened file again. */
export const pathsOutside = (touches: readonly Touch[], roots: readonly string[]): string[] =>
  touches.flatMap((touch) => (touch.kind === 'path' && !isInside(touch.path, roots) ? [touch.path] : []));
