import type { GitNeeds } from '../../core/call/call.ts';
import { isGit } from './history-readers.ts';

/** What a line that runs git needs of its repository. */
export function gitNeeds(
  commands: readonly (readonly string[])[],
  { history }: Pick<GitNeeds, 'history'>,
): GitNeeds | undefined {
  const mayConfigureGit = commands.length > 0 && commands.every(isGit);
  return mayConfigureGit || history ? { ...(history && { history }), mayConfigureGit } : undefined;
}
