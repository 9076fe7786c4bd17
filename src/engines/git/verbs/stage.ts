import type { WorkingRepository } from '../repository/repository.ts';
import { isNamedBy, pathArguments } from '../run/paths.ts';
import type { Git } from '../run/run-git.ts';
import { readEntries } from './status.ts';

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
