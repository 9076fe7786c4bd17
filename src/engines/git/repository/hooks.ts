import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isInside } from '../../../core/path/paths.ts';
import type { ConfigFacts } from './config-scan.ts';
import { realPath } from './git-files.ts';
import { lastValue } from './hardening.ts';
import type { Repository } from './repository.ts';

/** The hooks among these names that git would really run. */
export function activeHooks(
  repository: Repository,
  facts: ConfigFacts,
  names: readonly string[],
  roots: readonly string[],
): ActiveHooks {
  const { directory, isNamedByUser } = hooksPlace(repository, facts);
  const areTheUsers = isNamedByUser && !isInside(realPath(directory) ?? directory, roots);
  return { directory, names: names.filter((name) => isExecutable(join(directory, name))), areTheUsers };
}

export interface ActiveHooks {
  readonly names: readonly string[];
  /** Where they lie. */
  readonly directory: string;
  /** Not those of the repository, nor such as an agent could write. */
  readonly areTheUsers: boolean;
}

/** What the repository names came with it, or could have; and so could what the user names by a path in it. */
function hooksPlace(
  { top, gitDir, commonDir }: Repository,
  { own, trusted }: ConfigFacts,
): { readonly directory: string; readonly isNamedByUser: boolean } {
  const configured = lastValue([...trusted, ...own], 'core.hookspath');
  const isNamedByUser = configured !== undefined && lastValue(own, 'core.hookspath') === undefined;
  if (configured === undefined) return { directory: join(commonDir, 'hooks'), isNamedByUser };
  return { directory: resolve(top ?? gitDir, configured.replace(/^~(?=\/)/, homedir())), isNamedByUser };
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
