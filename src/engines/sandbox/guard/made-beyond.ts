import { dirname } from 'node:path';
import { inTurns } from '../../../core/timing/in-turns.ts';
import { madeAtMs, type WorkspaceFinds } from '../workspace/workspace-index.ts';

/**
 * What a run made, where that is more than anybody can look through: the outermost directories that are new and hold some
 * of it. What was there before is looked through however much it is.
 */
export async function madeBeyond(
  finds: readonly WorkspaceFinds[],
  roots: readonly string[],
  madeAfterMs: number,
): Promise<readonly string[]> {
  const isRoot = new Set(roots);
  const outermost = new Set<string>();
  const around = (path: string): string => {
    const parent = dirname(path);
    if (outermost.has(path) || isRoot.has(parent) || madeAtMs(parent) <= madeAfterMs) return path;
    return around(parent);
  };
  await inTurns(
    finds.flatMap(({ beyond }) => beyond),
    (path) => {
      outermost.add(around(path));
      return [];
    },
  );
  return [...outermost];
}
