import { sep } from 'node:path';
import type { Touch } from '../../core/touch.ts';

/** The paths among `touches` that no root contains, by name; the engine checks the opened file again. */
export const pathsOutside = (touches: readonly Touch[], roots: readonly string[]): string[] =>
  touches.flatMap((touch) => (touch.kind === 'path' && !contains(roots, touch.path) ? [touch.path] : []));

const contains = (roots: readonly string[], path: string): boolean =>
  roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
