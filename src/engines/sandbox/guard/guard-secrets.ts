import { basename, join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { realPath, shown } from '../../files/open/disk-names.ts';
import type { Reach } from '../../process/process.ts';
import { emptyTmp } from '../machine/session-tmp.ts';
import { holdsTokens } from '../workspace/git-config-copy.ts';
import { findInWorkspace, type WorkspaceFinds } from '../workspace/workspace-index.ts';
import type { Guard } from './guard-run.ts';
import { identityOf } from './looks.ts';

/**
 * For a run that may see no secret. What hides a file lies over the file that was there: when a person saves it anew, the
 * new one is in plain sight, and so is one with a new name. Then the run is ended, and nobody gets to see what it printed.
 */
export function guardSecrets(
  { roots, tmp }: Pick<Reach, 'roots' | 'tmp'>,
  before: readonly WorkspaceFinds[],
): Guard {
  const hidden = new Map(secretsOf(before).map((path) => [path, identityOf(path)]));
  const look = async (): Promise<readonly string[]> => {
    const now = secretsOf(await Promise.all(roots.map(findInWorkspace)));
    const saved = now.find((path) => hidden.get(path) !== identityOf(path) && isThere(path));
    if (saved === undefined) return [];
    throw new ToolError(
      'CONFLICT',
      `${shown(saved)} was saved while the command ran, which could see it then`,
      {
        hint: 'Its output is withheld, and what commands nobody was asked about left in /tmp is gone. Call again.',
      },
    );
  };
  const finish = (): Promise<readonly string[]> =>
    look().catch(async (error: unknown) => {
      // It may have put there what it saw, for the next one to print.
      if (tmp !== undefined) await emptyTmp(tmp, { isAllowed: false });
      throw error;
    });
  return { look, finish, endsTheRun: true };
}

const secretsOf = (finds: readonly WorkspaceFinds[]): string[] =>
  finds.flatMap(({ secrets, protected: guarded }) => [
    ...secrets,
    ...guarded
      .filter((path) => basename(path) === '.git')
      .flatMap((path) => realConfig(join(path, 'config')))
      .filter(holdsTokens),
  ]);

const isThere = (path: string): boolean => identityOf(path) !== undefined;

/** It may be a link; none where there is none. */
function realConfig(config: string): string[] {
  try {
    return [realPath(config)];
  } catch {
    return [];
  }
}
