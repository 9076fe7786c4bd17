import { ToolError } from '../../core/errors.ts';
import type { Reach } from './reach.ts';
import { checkApart, DIRECTORY_ONTO_FILE, relocate, taken } from './relocate.ts';
import { withTarget } from './target.ts';
import { checkTree } from './tree.ts';

export interface Moved {
  readonly from: string;
  readonly to: string;
}

/** Gives a file, a link or a directory another name; a link is moved itself. */
export async function movePath(
  from: string,
  to: string,
  reach: Reach,
  { overwrite }: { readonly overwrite: boolean },
  signal: AbortSignal,
): Promise<Moved> {
  return withTarget(from, reach, { access: 'write' }, async (source) => {
    if (!source.stats) throw new ToolError('NOT_FOUND', `${from} does not exist`);
    checkApart(from, to);
    return withTarget(to, reach, { access: 'write', createDirs: true }, async (target) => {
      if (target.stats && (!overwrite || target.stats.isDirectory())) throw taken(target);
      if (source.stats?.isDirectory()) {
        if (target.stats) throw taken(target, DIRECTORY_ONTO_FILE);
        await checkTree(from, target.realPath, reach, signal);
      }
      await relocate(source, target, signal);
      return { from, to };
    });
  });
}
