import { statSync } from 'node:fs';
import { ToolError } from '../../../core/errors.ts';
import type { ConfigFacts } from './config-scan.ts';
import type { Repository } from './repository.ts';

/**
 * git refuses a repository that belongs to somebody else, but not where it is told which one to use, as we tell it:
 * so the same is asked here, with the same exceptions of the user.
 */
export function checkOwner({ top, gitDir }: Repository, { trusted }: ConfigFacts): void {
  const user = process.geteuid?.();
  if (user === undefined) return;
  const place = top ?? gitDir;
  const strange = [place, gitDir].find((path) => statSync(path).uid !== user);
  if (strange === undefined || isDeclaredSafe(place, trusted)) return;
  throw new ToolError(
    'PERMISSION_DENIED',
    `${strange} belongs to another user, so its git configuration is not trusted`,
    {
      hint: `If a person trusts it: git config --global --add safe.directory ${place}`,
    },
  );
}

/** An empty value takes back what was said before it. */
function isDeclaredSafe(place: string, trusted: ConfigFacts['trusted']): boolean {
  const named = trusted.filter(({ key }) => key === 'safe.directory').map(({ value }) => value);
  return named
    .slice(named.lastIndexOf('') + 1)
    .some(
      (value) =>
        value === '*' || value === place || (value.endsWith('/*') && place.startsWith(value.slice(0, -1))),
    );
}
