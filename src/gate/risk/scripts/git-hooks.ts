import { dirname, join, resolve } from 'node:path';
import { hooksOf } from '../../../core/git-hooks.ts';
import { gitDirNamed, pathNamed } from '../../../core/path/git-links.ts';
import type { Value } from '../parse/words.ts';
import { isFile, type Place, pathsOf } from '../place.ts';
import { noteUnfound } from '../programs/note-runs.ts';

const MOST_UPWARDS = 40;

/** Notes the hooks of the repository that a git command would run. */
export function noteHooks(args: readonly Value[], place: Place): void {
  const { readText, notes } = place;
  const [subcommand = ''] = args
    .map(({ text }) => text)
    .filter((text, i) => isSubcommand(text, args[i - 1]?.text));
  if (!readText || !notes || subcommand === '') return;
  const at = args.findIndex(({ text }) => text === '-C');
  const start = at === -1 ? '.' : (args[at + 1]?.text ?? '.');
  for (const directory of pathsOf(start, place) ?? []) {
    const found = repositoryAround(directory, readText);
    if (found === undefined) continue;
    const hasLocal = found !== 'elsewhere' && hasLocalRemote(found.config);
    if (subcommand === 'push' && (hasLocal || args.some(({ text }) => isLocal(text))))
      noteUnfound('the hooks of a remote that lies on this machine', place);
    if (found === 'elsewhere')
      noteUnfound('the hooks of the repository, which lie outside the open directories', place);
    else
      for (const hook of hooksOf(subcommand))
        if (isFile(join(found.hooks, hook), place)) notes.runs.add(join(found.hooks, hook));
  }
}

/** A path, not an address: `host:path` is none, and neither is a branch. */
const isLocal = (text: string): boolean => /^(file:|\.{0,2}\/)/.test(text) || text === '.' || text === '..';

/** What runs at the far end of such a remote runs here. */
const hasLocalRemote = (config: string): boolean =>
  config.split('\n').some((line) => {
    const [, url] = /^[ \t]*(?:push)?url[ \t]*=[ \t]*"?([^"]*)/i.exec(line) ?? [];
    return url !== undefined && !/^([a-z][a-z\d+.-]*:|[^/]*:)/i.test(url.replace(/^file:/i, '/'));
  });

const isSubcommand = (text: string, before: string | undefined): boolean =>
  !text.startsWith('-') && !/^(-C|-c|--git-dir|--work-tree|--namespace)$/.test(before ?? '');

type ReadText = (path: string) => string | undefined;

interface Found {
  readonly config: string;
  /** Where its hooks lie. */
  readonly hooks: string;
}

/** The nearest repository. */
function repositoryAround(start: string, readText: ReadText): Found | 'elsewhere' | undefined {
  let directory = start;
  for (let up = 0; up < MOST_UPWARDS; up++) {
    const link = readText(join(directory, '.git'));
    if (link !== undefined) return linkedRepository(directory, link, readText);
    const found = repositoryIn(join(directory, '.git'), directory, readText);
    if (found || dirname(directory) === directory) return found;
    directory = dirname(directory);
  }
  return undefined;
}

/** A worktree or a submodule: `.git` is a file that says where the rest is. */
function linkedRepository(directory: string, link: string, readText: ReadText): Found | 'elsewhere' {
  const target = gitDirNamed(link);
  if (target === undefined) return 'elsewhere';
  const own = resolve(directory, target);
  const common = pathNamed(readText(join(own, 'commondir')) ?? '.');
  if (common === undefined) return 'elsewhere';
  return repositoryIn(resolve(own, common), directory, readText) ?? 'elsewhere';
}

function repositoryIn(gitDir: string, directory: string, readText: ReadText): Found | undefined {
  const config = readText(join(gitDir, 'config'));
  return config === undefined
    ? undefined
    : { config, hooks: hooksPath(config, directory) ?? join(gitDir, 'hooks') };
}

const hooksPath = (config: string, directory: string): string | undefined => {
  // Of several, git takes the last.
  const path = config
    .split('\n')
    .map((line) => /^[ \t]*hookspath[ \t]*=[ \t]*"?([^"\r]*)/i.exec(line)?.[1]?.trimEnd())
    .findLast((found) => found !== undefined);
  return path === undefined ? undefined : resolve(directory, path);
};
