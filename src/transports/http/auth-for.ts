import type { Config } from '../../core/config.ts';
import { UsageError } from '../../core/errors.ts';
import { isLoopback } from './guard.ts';

/** Whether callers need a token; refuses a configuration that would open the tools to the network without one. */
export function authFor({ auth, packs, host }: Config): Config['auth'] {
  // Fixtures alone can do no harm, and the suite that tests them cannot send a token.
  const isFixturesOnly = packs.length === 1 && packs[0] === 'conformance';
  const needed = isFixturesOnly ? 'none' : auth;
  if (needed === 'none' && !isLoopback(host))
    throw new UsageError(`auth "none" is for loopback addresses only, not ${host}.`);
  return needed;
}
