import { missing } from '../file-error.ts';
import { checkMayWrite } from '../open/may-write.ts';
import type { Reach } from '../open/reach.ts';
import { withTarget } from '../open/target.ts';
import { moveDirectory } from './move-directory.ts';
import { checkApart, relocate, taken } from './relocate.ts';

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
    if (!source.stats) throw missing(from);
    checkApart(from, to);
    return withTarget(to, reach, { access: 'write', createDirs: true }, async (target) => {
      checkApart(source.realPath, target.realPath);
      if (target.stats && (!overwrite || target.stats.isDirectory())) throw taken(target);
      checkMayWrite(target);
      if (source.stats?.isDirectory()) await moveDirectory(source, target, reach, signal);
      else await relocate(source, target, signal);
      return { from, to };
    });
  });
}
