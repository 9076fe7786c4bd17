import { existsSync, lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { gitSettings } from '../../../core/git/git-config.ts';
import { HOOK_NAMES } from '../../../core/git/git-hooks.ts';
import { isInside } from '../../../core/path/paths.ts';
import { gitDirectoriesOf } from '../../git/repository/git-links.ts';
import { type ConfigBudget, LARGEST_CONFIG, readConfig } from './git-config-copy.ts';
import { fewWorktreesOf, settingsOf } from './git-places.ts';
import { isHarmless, namesText } from './harmless-git-config.ts';
import { type Led, ledTo } from './led-to.ts';

/** More than anybody has; git itself goes ten deep. */
const MOST_INCLUDED = 200;
const MOST_WORDS = 5000;
/** Directories that are named as those of hooks. */
const MOST_HOOKS = 100;

interface Repository {
  /** Where git keeps it. */
  readonly gitDir: string;
  /** Where its files are. */
  readonly workTree: string;
}

interface NamedByGit extends Led {
  /** Places that a configuration names, there or not. */
  readonly named: readonly string[];
}

/**
 * Places in open directories that the configuration of a repository names: where its hooks are, whatever that is called,
 * programs it starts, configurations it includes. What is written there decides what git runs, and so does what these and
 * the hooks lead to. Where it names more than can be looked at, it may be anything among its files.
 */
export function namedByGit(
  { gitDir, workTree }: Repository,
  roots: readonly string[],
  home = homedir(),
  budget: ConfigBudget = { bytes: LARGEST_CONFIG },
): NamedByGit {
  const own = [gitDir, ...fewWorktreesOf(gitDir).trees].map((directory) =>
    join(directory, 'config.worktree'),
  );
  // A user's hooks path that is relative means a directory of each repository.
  const users = [join(home, '.gitconfig'), join(home, '.config/git/config'), '/etc/gitconfig'];
  // One without a working tree has its hooks beside its own files.
  const bases = basename(gitDir) === '.git' ? [workTree] : [workTree, gitDir];
  const look: Look = {
    ...{ gitDir, workTree, home, budget, bases },
    ...{ hooks: [], seen: new Set<string>(), words: MOST_WORDS },
  };
  const inConfigs = [join(gitDir, 'config'), ...own, ...users].flatMap((file) => namedIn(file, look));
  if (isOver(look)) return { named: [workTree], links: [], places: [workTree] };
  const hooks = look.hooks.flatMap((path) => look.bases.flatMap((base) => hooksPlaces(resolve(base, path))));
  const found = [...new Set([...inConfigs, ...hooks, ...linkedHooks(join(gitDir, 'hooks'))])];
  const named = found.flatMap((path) => (isInside(path, roots) ? [path] : hooksAround(path, roots)));
  const { links, places } = ledTo([...settingsOf(gitDir), ...found], roots);
  return { named, links, places: [...named, ...places] };
}

/** One look at all configurations of a repository, and how much of them may still be read. */
interface Look {
  readonly gitDir: string;
  readonly workTree: string;
  /** Where the files are that it works on: a configuration may name another place. */
  readonly bases: string[];
  /** Directories of hooks, as they are written. */
  readonly hooks: string[];
  readonly home: string;
  readonly seen: Set<string>;
  readonly budget: ConfigBudget;
  words: number;
  /** Whether there was one that cannot be read, or is too large for that. */
  isCut?: boolean;
}

const isOver = ({ isCut = false, words, seen, bases, hooks }: Look): boolean =>
  isCut || words < 0 || seen.size > MOST_INCLUDED || bases.length * hooks.length > MOST_HOOKS;

function namedIn(file: string, look: Look): string[] {
  const { home, seen } = look;
  if (seen.has(file) || isOver(look)) return [];
  seen.add(file);
  const text = readConfig(file, look.budget, { followsLink: true });
  if (text === undefined) {
    look.isCut ||= isFile(file);
    return [];
  }
  const settings = gitSettings(text);
  // What cannot be read may name anything.
  look.isCut ||= settings === undefined;
  return (settings ?? []).flatMap(({ section, key, value }) => {
    if (isOver(look)) return [];
    if (section === 'core' && key === 'worktree') look.bases.push(resolve(look.gitDir, value));
    if (isHarmless(section, key, value) || namesText(section, key)) return [];
    if (section === 'core' && key === 'hookspath') {
      look.hooks.push(fromHome(value, home));
      return [];
    }
    if (section.startsWith('include') && key === 'path') {
      const included = resolve(dirname(file), fromHome(value, home));
      return [included, ...namedIn(included, look)];
    }
    return value
      .split(/[\s;&|()'"!]+/)
      .flatMap((word) => [word, ...word.split('=').slice(1)])
      .flatMap((word) => (--look.words < 0 ? [] : meaningsOf(word, look).flatMap(programFile)));
  });
}

/** Git itself puts the home of its user, or of another one, in place of `~`. */
const fromHome = (value: string, home: string): string => value.replace(/^~[^/]*(?=\/|$)/, home);

/** A shell reads the words of a command: what stands before a path may be the home or the top of the repository. */
function meaningsOf(word: string, { workTree, home }: Look): string[] {
  const [, below] = /^(?:~[^/]*|\$\{?\w+\}?|`)?\/(.*)$/s.exec(word) ?? [];
  const paths = [word, ...(below === undefined ? [] : [`${home}/${below}`, `${workTree}/${below}`])];
  return paths.map((path) => resolve(workTree, path));
}

/** The hooks may be a link, to what is not there yet. */
function linkedHooks(hooks: string): string[] {
  try {
    return hooksPlaces(resolve(dirname(hooks), readlinkSync(hooks)));
  } catch {
    return [];
  }
}

/** A directory of the hooks alone; one that holds a project as well cannot be guarded as a whole. */
const hooksPlaces = (directory: string): string[] =>
  ['.git', 'HEAD'].some((name) => existsSync(join(directory, name)))
    ? HOOK_NAMES.map((name) => join(directory, name))
    : [directory];

const hooksAround = (directory: string, roots: readonly string[]): string[] =>
  HOOK_NAMES.map((name) => join(directory, name)).filter((path) =>
    roots.some((root) => dirname(path) === root),
  );

/** A setting may hold any words; those that are files here, or links to such, are what it starts or reads. */
function programFile(path: string): string[] {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() || (stats?.isSymbolicLink() && !isDirectory(path)) ? [path] : [];
  } catch {
    return [];
  }
}

const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;
const isDirectory = (path: string): boolean => statsOf(path)?.isDirectory() === true;

/** Of what a path leads to. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A linked working tree has the configuration of the repository it belongs to. */
export function repositoryAt(dotGit: string): Repository {
  const workTree = dirname(dotGit);
  return { gitDir: gitDirectoriesOf(dotGit)?.common ?? dotGit, workTree };
}
