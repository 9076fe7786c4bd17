import type { GitNeeds } from '../../core/call/call.ts';
import { isGit } from './history-readers.ts';

/** What a line needs of its repository where git is all it runs, or git and what only filters and reads. */
export function gitNeeds(
  commands: readonly (readonly string[])[],
  { showsHistory = false }: Pick<GitNeeds, 'showsHistory'>,
): GitNeeds | undefined {
  const mayConfigureGit = commands.length > 0 && commands.every(isGit);
  return mayConfigureGit || showsHistory ? { showsHistory, mayConfigureGit } : undefined;
}
