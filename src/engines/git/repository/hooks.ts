import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ConfigFacts } from './config-scan.ts';
import { lastValue } from './hardening.ts';
import type { Repository } from './repository.ts';

/** The hooks among these names that git would really run. */
export function activeHooks(
  repository: Repository,
  facts: ConfigFacts,
  names: readonly string[],
): { readonly names: readonly string[]; readonly areTheUsers: boolean } {
  const { directory, isTheUsers } = hooksPlace(repository, facts);
  return { names: names.filter((name) => isExecutable(join(directory, name))), areTheUsers: isTheUsers };
}

/** What the user's own configuration names is the user's; the rest came with the repository, or could have. */
function hooksPlace(
  { top, gitDir, commonDir }: Repository,
  { own, trusted }: ConfigFacts,
): { readonly directory: string; readonly isTheUsers: boolean } {
  const configured = lastValue([...trusted, ...own], 'core.hookspath');
  const isTheUsers = configured !== undefined && lastValue(own, 'core.hookspath') === undefined;
  if (configured === undefined) return { directory: join(commonDir, 'hooks'), isTheUsers };
  return { directory: resolve(top ?? gitDir, configured.replace(/^~(?=\/)/, homedir())), isTheUsers };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
