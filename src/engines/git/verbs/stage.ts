import type { WorkingRepository } from '../repository/repository.ts';
import { isNamedBy, pathArguments } from '../run/paths.ts';
import type { Git } from '../run/run-git.ts';
import { readEntries } from './status.ts';

/** What would be staged: how each file differs from the index. A directory that git does not know yet is one entry. */
export interface StagePlan {
  readonly files: readonly { readonly path: string; readonly change: 'new' | 'modified' | 'deleted' }[];
}

export async function planStage(
  git: Git,
  repository: WorkingRepository,
  files: readonly string[],
): Promise<StagePlan> {
  const named = pathArguments(files, repository).slice(1);
  const { entries } = await readEntries(git);
  return {
    files: entries
      .filter(({ kind, xy }) => kind === 'untracked' || xy[1] !== '.')
      .flatMap(({ kind, xy, path }) =>
        meant(path, named).map((one) => ({
          path: one,
          change: kind === 'untracked' ? ('new' as const) : xy[1] === 'D' ? 'deleted' : 'modified',
        })),
      ),
  };
}

/** A directory without any known file is one entry; of it only what is named counts. */
const meant = (path: string, named: readonly string[]): readonly string[] => {
  if (isNamedBy(path, named)) return [path];
  return path.endsWith('/') ? named.filter((one) => one.startsWith(path)) : [];
};

/** Stages the files and answers those of them that now differ from HEAD. */
export async function stageFiles(
  git: Git,
  repository: WorkingRepository,
  files: readonly string[],
): Promise<string[]> {
  const paths = pathArguments(files, repository);
  // git stages the others where one of the paths is ignored, and only then fails.
  await git(['add', '--dry-run', ...paths], { locksIndex: true });
  await git(['add', ...paths], { isChange: true, drivers: true });
  const { entries } = await readEntries(git);
  const named = paths.slice(1);
  return entries
    .filter(
      ({ kind, xy, path }) =>
        (kind === 'changed' || kind === 'renamed') && xy[0] !== '.' && isNamedBy(path, named),
    )
    .map(({ path }) => path);
}
