import { resolve } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import type { GitCapability } from '../run/git-process.ts';
import { scanConfig } from './config-scan.ts';
import { lastValue } from './hardening.ts';
import { findRepository, type Repository } from './repository.ts';

/** The repository a path belongs to. Whether it has a working tree, and where, only its configuration says. */
export async function locateRepository(path: string, capability: GitCapability): Promise<Repository> {
  const found = findRepository(path, capability.roots);
  const { top, gitDir, commonDir } = found;
  // A linked working tree is one, even of a bare repository.
  if (gitDir !== commonDir) return found;
  const { own } = await scanConfig(found, capability);
  const bare = lastValue(own, 'core.bare') ?? '';
  if (top !== undefined) return TRUE.test(bare) ? { ...found, top: undefined } : found;
  if (!FALSE.test(bare)) return found;
  return treeOf(gitDir, lastValue(own, 'core.worktree'), capability);
}

const TRUE = /^(true|yes|on|[1-9]\d*)$/i;
const FALSE = /^(false|no|off|0)$/i;

/** Asked inside the directory git keeps for itself, which for a submodule lies in its superproject. */
function treeOf(gitDir: string, configured: string | undefined, { roots }: GitCapability): Repository {
  if (configured !== undefined) {
    const tree = findRepository(resolve(gitDir, configured), roots);
    // What it names must name it, too: else it would be a way to any repository.
    if (tree.gitDir === gitDir) return tree;
  }
  throw new ToolError('VALIDATION', `${gitDir} is where git keeps a repository whose files are elsewhere`, {
    hint: 'Name a directory of its working tree.',
  });
}
