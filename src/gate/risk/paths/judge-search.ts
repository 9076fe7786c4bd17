import { relative } from 'node:path';
import type { Assessment } from '../../../core/call/assessment.ts';
import type { Caller } from '../../../core/call/caller.ts';
import { allFrom, isInside } from '../../../core/path/paths.ts';
import type { SearchedTree } from '../../../core/path/searched-tree.ts';
import { highestRisk } from '../../../core/risk.ts';
import type { Surroundings } from '../place.ts';
import { judgeName } from './judge-named-path.ts';

/** What a search of whole directories shows that nobody would have been shown by name without a question. */
export async function judgeSearch(
  searched: readonly SearchedTree[],
  surroundings: Surroundings,
  caller: Caller,
): Promise<Pick<Assessment, 'risk' | 'reasons' | 'needs'>> {
  const { realPathOf } = surroundings;
  const trees = searched.flatMap((tree) =>
    allFrom(caller.cwd, tree.path, realPathOf).map((path) => ({ ...tree, path })),
  );
  const ofGit = trees.find(({ path }) => IN_GIT.test(realPathOf(path)));
  // A directory that is named is searched, also by what else leaves it alone.
  if (ofGit)
    return {
      needs: ['secrets'],
      risk: 'MEDIUM',
      reasons: [`${nameOf(ofGit.path, caller.cwd)} is what git keeps, and may hold tokens`],
    };
  const { paths = [], cutAfter } = (await surroundings.secretsBelow?.(trees, caller.roots)) ?? {};
  const { dataDir, ownPlaces = [] } = surroundings;
  const own = [dataDir, ...ownPlaces].filter((place) => trees.some((tree) => isInside(place, [tree.path])));
  const judged = [...paths, ...own].map((path) => judgeName(path, 'read', surroundings, caller).risk);
  const shown = [...paths, ...own].map((path) => nameOf(path, caller.cwd));
  const [first, ...others] = shown;
  if (first === undefined && cutAfter === undefined) return { risk: 'SAFE', reasons: [] };
  // What nobody has looked at may hold anything.
  if (first === undefined)
    return {
      needs: ['secrets'],
      risk: 'MEDIUM',
      reasons: [
        `it has too many directories to find the secrets in it (${cutAfter} were looked at); search a smaller one`,
      ],
    };
  const more = others.length === 0 ? '' : ` (and ${others.join(', ')})`;
  return {
    needs: ['secrets'],
    risk: highestRisk(['MEDIUM', ...judged]),
    reasons: [`it would also read ${first}${more}, which looks like it holds secrets; name what you need`],
  };
}

const IN_GIT = /(^|\/)\.git(\/|$)/i;

function nameOf(path: string, cwd: string | undefined): string {
  const name = cwd === undefined ? path : relative(cwd, path);
  return name.startsWith('..') ? path : name;
}
