import type { Caller } from '../call/caller.ts';
import { userId } from '../process/user-id.ts';

/**
 * Whose remote hosts a call reaches. A run has none of its own: it uses those of the one who started or enabled it.
 * Who is signed in to the page is the user of this machine.
 */
export function hostOwner({
  principal,
  onBehalfOf,
  transport,
}: Pick<Caller, 'principal' | 'onBehalfOf' | 'transport'>): string {
  if (transport !== 'run') return principal;
  const starter = onBehalfOf ?? principal;
  return starter.startsWith('page:') ? `local:${userId()}` : starter;
}
