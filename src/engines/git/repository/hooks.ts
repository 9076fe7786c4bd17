import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ConfigFacts } from './config-scan.ts';
import { lastValue } from './hardening.ts';
import type { Repository } from './repository.ts';

/** The hooks among these names that git would really run. */
export function activeHooks(
  repository: Repository,
  { own, trusted }: ConfigFacts,
  names: readonly string[],
): string[] {
  const configured = lastValue([...trusted, ...own], 'core.hookspath');
  const directory =
    configured === undefined
      ? join(repository.commonDir, 'hooks')
      : resolve(repository.top ?? repository.gitDir, configured.replace(/^~(?=\/)/, homedir()));
  return names.filter((name) => isExecutable(join(directory, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
