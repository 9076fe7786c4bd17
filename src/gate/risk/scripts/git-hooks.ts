import { dirname, join, resolve } from 'node:path';
import { gitDirNamed, pathNamed } from '../../../core/path/git-links.ts';
import type { Value } from '../parse/words.ts';
import { type Place, pathsOf } from '../place.ts';
import { noteUnfound } from '../programs/note-runs.ts';

const COMMIT = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];
const MERGE = ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge'];
/** The hooks that git runs, by subcommand. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  commit: COMMIT,
  merge: MERGE,
  pull: [...MERGE, 'post-checkout', 'pre-rebase', 'post-rewrite'],
  push: ['pre-push'],
  rebase: ['pre-rebase', 'post-checkout', 'post-rewrite', ...COMMIT],
  'cherry-pick': COMMIT,
  revert: COMMIT,
  am: ['applypatch-msg', 'pre-applypatch', 'post-applypatch'],
  checkout: ['post-checkout'],
  switch: ['post-checkout'],
  worktree: ['post-checkout'],
  gc: ['pre-auto-gc'],
};
const MOST_UPWARDS = 40;

/** Notes the hooks of the repository that a git command would run. */
export function noteHooks(args: readonly Value[], place: Place): void {
  const { readText, notes } = place;
  const [subcommand = ''] = args
    .map(({ text }) => text)
    .filter((text, i) => isSubcommand(text, args[i - 1]?.text));
  const hooks = Object.hasOwn(HOOKS, subcommand) ? (HOOKS[subcommand] ?? []) : [];
  if (!readText || !notes || hooks.length === 0) return;
  const at = args.findIndex(({ text }) => text === '-C');
  const start = at === -1 ? '.' : (args[at + 1]?.text ?? '.');
  for (const directory of pathsOf(start, place) ?? []) {
    const found = hooksDirectory(directory, readText);
    if (found === undefined) continue;
    if (found === 'elsewhere')
      noteUnfound('the hooks of the repository, which lie outside the open directories', place);
    else
      for (const hook of hooks)
        if (readText(join(found, hook)) !== undefined) notes.runs.add(join(found, hook));
  }
}

const isSubcommand = (text: string, before: string | undefined): boolean =>
  !text.startsWith('-') && !/^(-C|-c|--git-dir|--work-tree|--namespace)$/.test(before ?? '');

/** Where the hooks of the nearest repository lie. */
function hooksDirectory(
  start: string,
  readText: (path: string) => string | undefined,
): string | 'elsewhere' | undefined {
  let directory = start;
  for (let up = 0; up < MOST_UPWARDS; up++) {
    const link = readText(join(directory, '.git'));
    if (link !== undefined) return linkedHooks(directory, link, readText);
    const config = readText(join(directory, '.git', 'config'));
    if (config !== undefined) return hooksPath(config, directory) ?? join(directory, '.git', 'hooks');
    if (dirname(directory) === directory) return undefined;
    directory = dirname(directory);
  }
  return undefined;
}

/** A worktree or a submodule: `.git` is a file that says where the rest is. */
function linkedHooks(
  directory: string,
  link: string,
  readText: (path: string) => string | undefined,
): string {
  const target = gitDirNamed(link);
  if (target === undefined) return 'elsewhere';
  const own = resolve(directory, target);
  const common = pathNamed(readText(join(own, 'commondir')) ?? '.');
  if (common === undefined) return 'elsewhere';
  const shared = resolve(own, common);
  const config = readText(join(shared, 'config'));
  return config === undefined ? 'elsewhere' : (hooksPath(config, directory) ?? join(shared, 'hooks'));
}

const hooksPath = (config: string, directory: string): string | undefined => {
  // Of several, git takes the last.
  const [, path] = [...config.matchAll(/^[ \t]*hookspath[ \t]*=[ \t]*"?(.*?)"?[ \t\r]*$/gim)].at(-1) ?? [];
  return path === undefined ? undefined : resolve(directory, path);
};
