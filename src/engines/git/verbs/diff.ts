import { join } from 'node:path';
import type { Repository } from '../repository/repository.ts';
import type { GitCapability } from '../run/git-process.ts';
import { pathArguments } from '../run/paths.ts';
import type { Git } from '../run/run-git.ts';
import { cutPatches } from './cut-patch.ts';
import { type FileDiff, parseDiff } from './parse-diff.ts';
import { type DirtySubmodule, withDirtySubmodules } from './submodule-diff.ts';

export interface DiffOptions {
  readonly paths?: readonly string[] | undefined;
  /** Patch text to answer at most; the statistics are always whole. */
  readonly maxBytes: number;
}

/** A file of a diff, without its patch. */
export interface DiffFile extends Omit<FileDiff, 'patch' | 'isWhole'> {
  /** Why the patch of this file is not there, or not all of it. */
  readonly omitted?: 'secret' | 'budget';
}

export interface Diff {
  readonly diff: string;
  readonly filesChanged: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly files: readonly DiffFile[];
  /** The patch is not whole for want of room. */
  readonly truncated: boolean;
  readonly hasChanges: boolean;
  readonly secretFiles: number;
}

/** What every command that prints a patch needs: no program of the repository, and one form whatever it configures. */
export const PATCH_OPTIONS = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-relative',
  '--ignore-submodules=dirty',
  '--submodule=short',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--find-renames',
  '--unified=3',
  '--inter-hunk-context=0',
  '--raw',
  '--numstat',
  '--patch',
  '-z',
] as const;

/** Room for the facts of very many files before the patch begins. */
const FACTS_BYTES = 8_388_608;

/** Runs a command that prints a patch, and reads only as much of it as can be shown. */
export async function readDiff(
  git: Git,
  command: readonly string[],
  { maxBytes }: DiffOptions,
  isHidden: (path: string) => boolean,
  submodules: Promise<readonly DirtySubmodule[]>,
): Promise<Diff> {
  const head = createHead(FACTS_BYTES + 4 * maxBytes);
  const [dirty] = await Promise.all([submodules, git(command, { onStdout: head.add })]);
  const files = parseDiff(head.read(), { isCut: head.isCut() });
  return toDiff(withDirtySubmodules(files, dirty), maxBytes, isHidden);
}

/** What changed: in the working tree, in the index, or since a commit. */
export const diffArguments = (
  { staged, ref, paths }: { staged: boolean; ref?: string | undefined } & Pick<DiffOptions, 'paths'>,
  repository: Repository,
): string[] => [
  'diff',
  ...PATCH_OPTIONS,
  ...(staged ? ['--cached'] : []),
  // Files in conflict against our side: git's combined form has no statistics.
  ...(staged || ref !== undefined ? [] : ['--ours']),
  ...(ref === undefined ? [] : ['--end-of-options', asCommits(ref)]),
  ...(paths === undefined || paths.length === 0 ? wholeTree(ref) : pathArguments(paths, repository)),
];

/**
 * Each end can only mean a commit: the hash of a file, or of a directory below the top, would show one file under the
 * name of another, and by its name it is told what must not be shown.
 */
function asCommits(ref: string): string {
  const [, from = '', dots, to = ''] = /^(.*?)(\.{2,3})(.*)$/s.exec(ref) ?? [];
  if (dots !== undefined) return `${from || 'HEAD'}^{commit}${dots}${to || 'HEAD'}^{commit}`;
  return ref.endsWith('^!') ? `${ref.slice(0, -2)}^{commit}^!` : `${ref}^{commit}`;
}

/** With nothing after the dashes git would take a ref that is a path outside for one file, and the dashes for another. */
const wholeTree = (ref: string | undefined): string[] => (ref === undefined ? ['--'] : ['--', '.']);

/** Files of a repository, by their paths in it, whose content is not shown. */
export const hiddenIn =
  ({ top, gitDir }: Repository, { isSecret }: Pick<GitCapability, 'isSecret'>) =>
  (path: string): boolean =>
    isSecret(join(top ?? gitDir, path));

export function toDiff(
  files: readonly FileDiff[],
  maxBytes: number,
  isHiddenPath: (path: string) => boolean,
): Diff {
  const isHidden = ({ path, from }: FileDiff): boolean =>
    isHiddenPath(path) || (from !== undefined && isHiddenPath(from));
  const patches = cutPatches(
    files.map((file) => (isHidden(file) ? '' : file.patch)),
    maxBytes,
  );
  const shown = files.map((file, i): DiffFile => {
    const { patch, isWhole, ...facts } = file;
    if (isHidden(file)) return { ...facts, omitted: 'secret' };
    return isWhole && patches[i] === patch ? facts : { ...facts, omitted: 'budget' };
  });
  return {
    diff: patches.join(''),
    filesChanged: files.length,
    insertions: sum(files.map(({ insertions }) => insertions)),
    deletions: sum(files.map(({ deletions }) => deletions)),
    files: shown,
    truncated: shown.some(({ omitted }) => omitted === 'budget'),
    hasChanges: files.length > 0,
    secretFiles: shown.filter(({ omitted }) => omitted === 'secret').length,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The first part of a text that comes in pieces; `add` answers whether there is room for more. */
export function createHead(maxLength: number) {
  const pieces: string[] = [];
  let length = 0;
  return {
    add: (text: string): boolean => {
      if (length < maxLength) pieces.push(text.slice(0, maxLength - length));
      length += text.length;
      return length <= maxLength;
    },
    read: (): string => pieces.join(''),
    isCut: (): boolean => length > maxLength,
  };
}
