import { isInside } from '../../core/path/paths.ts';
import { SECRET_FOLDERS, SECRET_NAMES, SECRET_SAMPLES } from '../../core/path/secret-names.ts';

/** Directories of generated and foreign code, skipped even where no ignore file says so. */
export const IGNORED_FOLDERS: readonly string[] = ['node_modules', 'dist'];
/** Git's own data, which is skipped always. */
export const GIT = '.git';
/** Nor are those of keys, and of systems that keep every version of every file beside passwords, as git does. */
export const UNSEARCHED_FOLDERS: readonly string[] = [...SECRET_FOLDERS, '.hg', '.svn'];

export interface ScopeOptions {
  /** Absolute path of the searched directory, links resolved. */
  readonly folder: string;
  /** Absolute paths nobody searches. */
  readonly hidden: readonly string[];
  readonly includeIgnored: boolean;
  /** Then the rules of git count as git reads them; elsewhere as if every directory were of one repository. */
  readonly isInRepository: boolean;
  /** What keeps ripgrep from files of rules that are not what they should be. */
  readonly distrusted: readonly string[];
  /** Files with secrets instead of all others: their names, to count them. */
  readonly isForSecrets?: boolean;
  /** The files with secrets in this directory, relative to it, where all of them are known. */
  readonly secrets?: readonly string[] | undefined;
  /** A glob that every wanted file's name fits, where there is one. */
  readonly nameGlob?: string | undefined;
}

/**
 * What ripgrep looks at, as arguments. Nothing depends on the user's own configuration: an index that watches a tree
 * could not know when that changes. Files with secrets are taken out before they are read, by type and not by glob,
 * since only the types of ripgrep know exceptions; a search that reads them would tell by its duration what they hold.
 */
export function ripgrepScope(options: ScopeOptions): string[] {
  const { folder, hidden, includeIgnored, isInRepository, distrusted } = options;
  const skipped = includeIgnored ? [] : IGNORED_FOLDERS.map((name) => `--glob=!${name}/`);
  return [
    '--hidden',
    '--no-messages',
    '--no-ignore-global',
    ...(isInRepository ? [] : ['--no-require-git', '--no-ignore-exclude']),
    ...(includeIgnored ? ['--no-ignore'] : distrusted),
    ...skipped,
    `--glob=!${GIT}`,
    ...UNSEARCHED_FOLDERS.map((name) => `--iglob=!${name}/`),
    ...hidden
      .filter((path) => path !== folder && isInside(path, [folder]))
      .map((path) => `--glob=!${escapeGlob(path.slice(folder === '/' ? 0 : folder.length))}`),
    ...secretArguments(options),
  ];
}

// A few names of their own cost less than the types, which are tried on every file; many would be more.
const FEW_SECRETS = 32;

function secretArguments({ isForSecrets = false, secrets, nameGlob }: ScopeOptions): string[] {
  if (secrets && secrets.length <= FEW_SECRETS) {
    return [
      ...secrets.map((path) => `--glob=!/${escapeGlob(path)}`),
      ...(nameGlob === undefined ? [] : [`--type-add=wanted:${nameGlob}`, '--type=wanted']),
    ];
  }
  return [
    `--type-add=wanted:${nameGlob ?? '*'}`,
    ...SECRET_NAMES.map((name) => `--type-add=secret:${inAnyCase(name)}`),
    ...SECRET_SAMPLES.map((name) => `--type-add=sample:${inAnyCase(name)}`),
    // The last one that fits a name decides.
    ...(isForSecrets
      ? ['--type=secret', '--type-not=sample']
      : ['--type=wanted', '--type-not=secret', '--type=sample']),
  ];
}

const inAnyCase = (glob: string): string =>
  glob.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const escapeGlob = (path: string): string => path.replace(/[*?[\]{}\\!]/g, '\\$&');
