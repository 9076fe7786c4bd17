import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isSecretFile, isSecretPlace } from '../../core/path/sensitive-paths.ts';
import { readIfSmall } from '../files/open/regular-file.ts';
import {
  areExcludesSame,
  chainAbove,
  createRuleSource,
  extendChain,
  fingerprintAbove,
  type IgnoreChain,
  isIgnored,
  RULE_NAMES,
  type RuleSource,
  saidOf,
} from './ignore-chain.ts';
import { GIT } from './scope.ts';

/** The ignore rules that hold in a directory. */
export interface Rules {
  readonly chain: IgnoreChain;
  /** Rules of git alone: a search that knows no others sees what those hide, and they can show what git ignores. */
  readonly ofGit: IgnoreChain;
  readonly source: RuleSource;
}

/** A directory, as far as a look for secrets goes. */
export interface KnownFolder {
  readonly path: string;
  readonly rules: Rules;
  /** Names in it: of what its rules come from, and others. */
  readonly ruleNames: readonly string[];
  readonly secrets: readonly string[];
  readonly links: readonly string[];
  readonly folders: readonly string[];
  /** Directories among them that are there to hold keys. */
  readonly secretFolders: ReadonlySet<string>;
  /** What was worked out so far. */
  readonly ignored: Map<string, boolean>;
}

/** Whether git leaves a name in it alone, and so do programs that know more rules than git. */
export function isLeftAlone({ path, rules, ignored }: KnownFolder, name: string, isFolder: boolean): boolean {
  const before = ignored.get(name);
  if (before !== undefined) return before;
  const whole = join(path, name);
  const now = isIgnored(rules.chain, whole, isFolder) && isIgnored(rules.ofGit, whole, isFolder);
  ignored.set(name, now);
  return now;
}

/** Whether a rule takes a name in it back in: ripgrep looks there, hidden or not. */
export const isTakenBackIn = ({ path, rules }: KnownFolder, name: string, isFolder: boolean): boolean =>
  saidOf(rules.chain, join(path, name), isFolder) === 'show';

interface Known {
  readonly stamp: string;
  readonly ruleStamp: string;
  readonly above: Rules;
  readonly folder: KnownFolder;
}

const MOST_KNOWN = 50_000;
const known = new Map<string, Known>();

/** A directory as it is now; read again only when it changed. Undefined where it cannot be read. */
export function knownFolder(path: string, above: Rules): KnownFolder | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  const stamp = `${stats.ino}:${stats.dev}:${stats.mtimeMs}:${stats.ctimeMs}`;
  const before = known.get(path);
  if (
    before?.stamp === stamp &&
    before.above === above &&
    before.ruleStamp === ruleStampOf(path, before.folder.ruleNames)
  )
    return before.folder;
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    const ruleNames = entries.map(({ name }) => name).filter((name) => RULE_NAMES.has(name));
    const ruleStamp = ruleStampOf(path, ruleNames);
    const folder = folderOf(path, entries, { ruleNames, rules: rulesIn(path, ruleNames, above) });
    if (known.size >= MOST_KNOWN) known.clear();
    // A second change in the same tick of the clock would leave the same stamp.
    if (isSettled(stats)) known.set(path, { stamp, ruleStamp, above, folder });
    else known.delete(path);
    return folder;
  } catch {
    return undefined;
  }
}

const TICK_MS = 50;
const isSettled = ({ ctimeMs }: Stats): boolean => Date.now() - ctimeMs > TICK_MS;

const ruleStampOf = (path: string, names: readonly string[]): string =>
  names
    .map((name) => {
      const file = name === GIT ? join(path, GIT, 'config') : join(path, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      return stats ? `${name} ${stats.ino} ${stats.mtimeMs} ${stats.size}` : name;
    })
    .join();

function folderOf(
  path: string,
  entries: readonly Dirent[],
  { ruleNames, rules }: Pick<KnownFolder, 'ruleNames' | 'rules'>,
): KnownFolder {
  const namesOf = (isWanted: (entry: Dirent) => boolean) => entries.filter(isWanted).map(({ name }) => name);
  const folders = namesOf((entry) => entry.isDirectory() && entry.name !== GIT);
  return {
    path,
    rules,
    ruleNames,
    secrets: [
      ...namesOf((entry) => entry.isFile() && isSecretFile(entry.name)),
      ...(isIn(entries, GIT) && holdsTokens(join(path, GIT)) ? [`${GIT}/config`] : []),
      // A repository without a working tree.
      ...(isIn(entries, 'objects') && isIn(entries, 'refs') && holdsTokens(path) ? ['config'] : []),
    ],
    links: namesOf((entry) => entry.isSymbolicLink()),
    folders,
    secretFolders: new Set(folders.filter((name) => isSecretPlace(join(path, name, 'x'), HOME))),
    ignored: new Map(),
  };
}

const isIn = (entries: readonly Dirent[], directory: string): boolean =>
  entries.some((entry) => entry.name === directory && entry.isDirectory());

const HOME = homedir();
const LONGEST_CONFIG = 65_536;
const TOKEN = /:\/\/[^/\s]+@|extraheader|token|password/i;

/** The directory of a repository is searched as well where hidden ones are; its addresses carry passwords. */
function holdsTokens(gitDir: string): boolean {
  const file = join(gitDir, 'config');
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return false;
  const text = readIfSmall(file, { mostBytes: LONGEST_CONFIG });
  return text === undefined || TOKEN.test(text);
}

/** Rules that only ripgrep is sure of may show anything, whatever others say that count for less. */
const ALL_SHOWN: IgnoreChain = {
  '.rgignore': [{ from: 0, verdict: () => 'show' }],
  '.ignore': [],
  '.gitignore': [{ from: 0, verdict: () => 'show' }],
  exclude: [],
};

function rulesIn(path: string, names: readonly string[], { chain, source }: Rules): Rules {
  if (names.length === 0) return { chain, ofGit: gitAlone(chain), source };
  try {
    const own = extendChain(chain, path, readNames(names, source), source);
    return { chain: own, ofGit: gitAlone(own), source };
  } catch {
    return { chain: ALL_SHOWN, ofGit: gitAlone(ALL_SHOWN), source };
  }
}

/** Outside of a repository nobody reads the rules of git. */
const readNames = (names: readonly string[], { isInRepository }: RuleSource): readonly string[] =>
  isInRepository ? names : names.filter((name) => name !== '.gitignore');

const gitAlone = (chain: IgnoreChain): IgnoreChain => ({ ...chain, '.rgignore': [], '.ignore': [] });

const tops = new Map<string, { readonly stamp: string; readonly rules: Rules }>();
const MOST_TOPS = 200;

/** The rules that hold in a directory because of those above it. */
export function rulesAbove(path: string): Rules {
  const stamp = fingerprintAbove(path);
  const before = tops.get(path);
  if (before?.stamp === stamp && areExcludesSame(before.rules.source)) return before.rules;
  const source = createRuleSource(path);
  const rules = { ...aboveOf(path, source), source };
  if (tops.size >= MOST_TOPS) tops.clear();
  tops.set(path, { stamp, rules });
  return rules;
}

function aboveOf(path: string, source: RuleSource): Pick<Rules, 'chain' | 'ofGit'> {
  try {
    const all = chainAbove(path, source);
    const chain = source.isInRepository ? all : { ...all, '.gitignore': [], exclude: [] };
    return { chain, ofGit: gitAlone(chain) };
  } catch {
    return { chain: ALL_SHOWN, ofGit: gitAlone(ALL_SHOWN) };
  }
}
