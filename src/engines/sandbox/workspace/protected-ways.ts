import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { isThere } from '../../files/open/disk-names.ts';
import { namedByGit, repositoryAt } from './git-named-places.ts';
import { createFollower, type Led } from './led-to.ts';
import type { WorkspaceFinds } from './workspace-index.ts';

/** What is protected in open directories though its name does not say so. */
export interface ProtectedWays extends Led {
  /** Places that the configurations of repositories name, there or not. */
  readonly named: readonly string[];
}

/** By what was found in open directories, and by the configurations of repositories. */
export async function protectedWays(
  finds: readonly Pick<WorkspaceFinds, 'protected' | 'linked' | 'isComplete'>[],
  dotGits: Iterable<string>,
  roots: readonly string[],
  home = homedir(),
): Promise<ProtectedWays> {
  const follower = createFollower(roots);
  // Many people keep their settings in a repository, and links to them in their home.
  for (const name of OF_HOME) follower.follow(join(home, name));
  await inTurns(
    // Where a walk was cut off, it may not have come to what lies in a protected directory that it saw.
    finds.flatMap((found) => [...found.linked, ...(found.isComplete ? [] : found.protected.filter(isNoGit))]),
    (name) => {
      follower.follow(name);
      return [];
    },
  );
  const around = roots.map(dotGitAround);
  const byGit = await inTurns(new Set([...dotGits, ...around]), (path) => [
    namedByGit(repositoryAt(path), roots, home),
  ]);
  const all = [follower.found(), ...byGit];
  return {
    named: byGit.flatMap(({ named }) => named),
    links: [...new Set(all.flatMap(({ links }) => links))],
    places: [...new Set(all.flatMap(({ places }) => places))],
  };
}

const MOST_UPWARDS = 40;

/**
 * Of the repository that a directory is or lies in, be it a link. Where there is none, settings of the user may still name
 * something in it.
 */
function dotGitAround(root: string): string {
  let at = root;
  for (let up = 0; up < MOST_UPWARDS && at !== dirname(at); up++) {
    if (isThere(join(at, '.git'))) return join(at, '.git');
    at = dirname(at);
  }
  return join(root, '.git');
}

const OF_HOME =
  '.gitconfig .config/git/config .config/git/hooks .bashrc .bash_profile .bash_login .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .config/fish/config.fish .vimrc .config/nvim/init.lua .claude/settings.json .claude/CLAUDE.md .codex/config.toml .gemini/settings.json .ssh/config'.split(
    ' ',
  );

const isNoGit = (path: string): boolean => !/^(\.git|HEAD)$/.test(basename(path));
