import type { Sandbox } from '../../../core/process/sandbox.ts';
import type { Reach } from '../../process/process.ts';
import { readIfSmall } from '../workspace/read-if-small.ts';
import { findInWorkspace } from '../workspace/workspace-index.ts';
import { isHarmless } from './harmless-settings.ts';

/** What secrets a process can see: none, those of the open directories, or whatever the user has. */
export const SIGHTS = ['nothing', 'workspace', 'everything'] as const;
export type Sight = (typeof SIGHTS)[number];

/** What decides that, of a process that runs. */
export type Seen = Pick<Reach, 'roots' | 'access' | 'hidesSecrets'>;

export function sightOf(sandbox: Sandbox, seen: Seen | undefined): Sight {
  if (sandbox === 'none' || !seen) return 'everything';
  const { access, hidesSecrets = false } = seen;
  if (access.includes('secrets') || access.includes('host')) return 'everything';
  return access.includes('write') && !hidesSecrets ? 'workspace' : 'nothing';
}

interface Server {
  readonly sight: Sight;
  /** What is open to it. */
  readonly roots: readonly string[];
}

/** A server can tell what it sees to those who talk to it: so it must see no secret that they must not. */
export async function showsNoMore({ sight, roots }: Server, to: Sight): Promise<boolean> {
  if (SIGHTS.indexOf(sight) <= SIGHTS.indexOf(to)) return true;
  if (sight === 'everything') return false;
  const finds = await Promise.all(roots.map(findInWorkspace));
  return finds.every(({ secrets, isComplete }) => isComplete && !secrets.some(holdsSecret));
}

/** Many a file is hidden for its name alone: settings without a password in them keep nobody from their server. */
function holdsSecret(path: string): boolean {
  const text = readIfSmall(path);
  return text === undefined || !isHarmless(path, text);
}
