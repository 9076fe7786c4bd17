import type { PathAccess } from '../../../core/call/touch.ts';
import { ToolError } from '../../../core/errors.ts';
import type { DeniedPaths } from '../../../core/path/denied-paths.ts';
import { isInside, outsideRoot } from '../../../core/path/paths.ts';
import { isAtLeast, type Risk } from '../../../core/risk.ts';

/** What the gate makes of a path. */
export interface PathVerdict {
  readonly risk: Risk;
  readonly reason?: string;
  /** Nobody's approval helps. */
  readonly isRefused: boolean;
}

/** What one call may reach. */
export interface Reach {
  readonly roots: readonly string[];
  /** Where relative paths start. */
  readonly cwd: string | undefined;
  readonly judge: (path: string, access: PathAccess) => PathVerdict;
  /** Refused by a person's rules, by whatever name it is reached. */
  readonly denied?: DeniedPaths | undefined;
  /** Where a name of the call led when it was decided; undefined for one that the call does not name. */
  readonly ledTo?: ((path: string) => readonly string[] | undefined) | undefined;
}

/** For Toolgate itself, which shows nobody what it read: inside the roots, and no questions. */
export const insideOf = (roots: readonly string[]): Reach => ({
  roots,
  cwd: undefined,
  judge: () => ({ risk: 'SAFE', isRefused: false }),
});

/**
 * The gate judged the name a caller wrote; links may lead elsewhere. What lies there must be open, must not be
 * protected, and must not be something a person would have been asked about under its own name.
 */
export function checkRealPath(path: string, realPath: string, access: PathAccess, reach: Reach): void {
  if (!isInside(realPath, reach.roots)) throw outsideRoot(path, reach.roots);
  checkDenied(realPath, reach);
  const decided = reach.ledTo?.(path);
  if (decided !== undefined && !decided.includes(realPath))
    throw new ToolError('CONFLICT', `${path} leads to ${realPath} by now, and led to ${decided[0]}`, {
      retryable: true,
      hint: 'Call again, so that it is decided as it is.',
    });
  const isReading = access === 'read' || access === 'list';
  if (isReading && realPath === path) return;
  const real = reach.judge(realPath, access);
  if (real.isRefused) {
    throw new ToolError('PROTECTED_PATH', `${realPath} is protected: ${real.reason ?? 'not for tools'}`, {
      hint: 'A person can change it outside Toolgate.',
    });
  }
  if (realPath === path || isAtLeast(reach.judge(path, access).risk, real.risk)) return;
  throw new ToolError('PERMISSION_DENIED', `${path} leads to ${realPath}: ${real.reason ?? real.risk}`, {
    hint: `Call again with ${realPath} itself, so that it can be asked about.`,
  });
}

export function checkDenied(path: string, { denied }: Pick<Reach, 'denied'>): void {
  if (!denied?.includes(path)) return;
  throw new ToolError('BLOCKED_BY_POLICY', `${path} is refused by a rule`, {
    hint: 'A person can change this with toolgate rules; a tool cannot.',
  });
}
