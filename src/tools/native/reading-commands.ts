import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import { showsFacts } from '../../core/git/format-fields.ts';
import { spelledFrom } from '../../core/path/meanings.ts';
import type { SearchedTree } from '../../core/path/searched-tree.ts';
import { ACCESSES } from '../../core/process/sandbox.ts';
import { highestRisk } from '../../core/risk.ts';
import { onlyLooks } from '../../core/shell/looking-options.ts';
import { tellsVersion } from '../../core/shell/tells-version.ts';
import { carriedTrees, comparedTrees, treesOf } from './searched-trees.ts';

type Words = readonly string[];

interface Place
  extends Pick<
    RiskJudge,
    'isDirectory' | 'isInertRepository' | 'isInRepository' | 'isPickedByProject' | 'secretsIn' | 'meaningsOf'
  > {
  readonly cwd: string | undefined;
}

/**
 * Agents look around with a few programs all day that could run others, where their words or settings say so. What
 * words say is judged, and what they would do then is not SAFE; a repository is looked at before git is. So what is SAFE
 * of them passes like what only reads, and so does a search where it comes across no secret. What reads whatever find or a
 * pattern of the shell finds is never among them: it runs in our sandbox, or is asked about.
 */
export async function asReading(assessed: Assessment, place: Place): Promise<Assessment> {
  const { risk, commands = [], needs = [], runs = [], scripts = [], unfound = [] } = assessed;
  if (commands.some((words) => words.length > MOST_WORDS)) return withoutLook(assessed);
  const cwds = cwdsOf(commands, place);
  if (!cwds) return { ...assessed, isPure: false, reasons: [...assessed.reasons, ELSEWHERE] };
  const searched = commands.map((words) => treesIn(plain(words), cwds, place));
  const searches = searched.flat().map(({ path }) => path);
  const judged = searches.length === 0 ? assessed : { ...assessed, searches };
  const seen = await place.secretsIn(searched.flat());
  if (seen.risk !== 'SAFE') return withSecrets(judged, seen, searched);
  const checked = commands.filter(isSyntaxCheck).length;
  const startsNothing = needs.length + scripts.length + unfound.length === 0 && runs.length === checked;
  const isRead = (words: Words) => onlyReads(words, cwds);
  const isQuiet = risk === 'SAFE' || (risk === 'LOW' && checked > 0);
  if (judged.isPure || !isQuiet || !startsNothing || !commands.every(isRead)) return judged;
  if (
    commands.some(([program = '']) => nameOf(program) === 'git') &&
    !(await isInertWhereRun(commands, place))
  )
    return {
      ...judged,
      reasons: [
        ...judged.reasons,
        'the configuration of the repository may name programs or files of its own',
      ],
    };
  const asked = commands.map(plain).filter(tellsVersion);
  const picked = await firstPicked(asked, cwds, place);
  if (picked !== undefined)
    return { ...judged, reasons: [...judged.reasons, `a file of the project decides which ${picked} runs`] };
  return { ...judged, reasons: [...judged.reasons, ...seen.reasons], isPure: true };
}

/** Whether a line may print what files hold: what is not known to print names, numbers and versions alone may. */
export const mayShowContents = (line: string): boolean =>
  line
    .split(/(\|\|?|&&|;|\n)/)
    .some((part, i, parts) => i % 2 === 0 && !showsNames(part, { isFed: parts[i - 1] === '|' }));

function showsNames(part: string, { isFed }: { readonly isFed: boolean }): boolean {
  const [program = '', ...words] = part.trim().split(/\s+/);
  if (program === '' || NAMES.test(program) || tellsVersion([program, ...words])) return true;
  if (program === 'command') return words[0] === '-v';
  // Without a name, it reads what the command before it prints.
  return isFed && FILTERS.test(program) && words.every((word) => /^-[\w.,+]*$|^2>/.test(word));
}

const FILTERS = /^(head|tail|sort|uniq|tac|rev|nl)$/;

const ELSEWHERE = 'it changes to a directory that is not there, or that only the run knows';

/** Each may be a directory to search; what has more is asked about, or runs in the sandbox. */
const MOST_WORDS = 200;

const withoutLook = (assessed: Assessment): Assessment => {
  const { reasons, commands = [], weighty = commands } = assessed;
  const said = `a command has more than ${MOST_WORDS} words, which are not looked at`;
  return { ...assessed, reasons: [...reasons, said], weighty, isPure: false };
};

/** A yes to it is one to reading secrets; a yes to the same program without them is none. */
const withSecrets = (
  judged: Assessment,
  { risk, reasons }: Pick<Assessment, 'risk' | 'reasons'>,
  searched: readonly (readonly SearchedTree[])[],
): Assessment => {
  const weighty = judged.weighty ?? judged.commands ?? [];
  const searching = (judged.commands ?? []).filter(
    (words, i) => searched[i]?.length !== 0 && !weighty.includes(words),
  );
  const writes = judged.writes ?? [];
  return {
    ...judged,
    risk: highestRisk([judged.risk, risk]),
    reasons: [...reasons, ...judged.reasons],
    needs: ACCESSES.filter((access) => access === 'secrets' || judged.needs?.includes(access)),
    weighty: [...weighty, ...searching],
    writes: [...writes, ...searching.map(() => [])],
    isPure: false,
  };
};

const MOVES = /^(cd|pushd|popd)$/;

/** Where commands of a line may run; undefined where that cannot be told. */
function cwdsOf(
  commands: readonly Words[],
  { cwd = '.', isDirectory, meaningsOf }: Pick<Place, 'cwd' | 'isDirectory' | 'meaningsOf'>,
): readonly string[] | undefined {
  const moves = commands.filter(([program = '']) => MOVES.test(program));
  const isPlain = moves.every(
    ([program, to = '', ...more]) => program === 'cd' && more.length === 0 && /^[\w./@+]/.test(to),
  );
  if (!isPlain) return undefined;
  // Whether one of them happened is not known, so each counts from all places before it.
  const places = new Set([cwd]);
  let latest: readonly string[] = [cwd];
  for (const [, to = ''] of moves) {
    const from = (at: string) => meaningsOf(spelledFrom(at, to));
    latest = latest.flatMap(from);
    // Where there is no such directory, shells look for one elsewhere: by CDPATH, by the value of a variable.
    if (!/^(\.{0,2}\/|\.{1,2}$)/.test(to) && !latest.every(isDirectory)) return undefined;
    for (const at of [...places]) for (const one of from(at)) places.add(one);
    if (places.size > MOST_PLACES) return undefined;
  }
  return [...places];
}

const MOST_PLACES = 16;

/** In the directory where a line begins, and in the one it changes to first; more than that is not followed. */
async function isInertWhereRun(
  commands: readonly Words[],
  { cwd = '.', isInertRepository, meaningsOf }: Place,
): Promise<boolean> {
  const moves = commands.filter(([program = '']) => MOVES.test(program));
  const [move] = moves;
  if (move === undefined) return isInertRepository(cwd);
  const [, to = ''] = move;
  const isPlain = moves.length === 1 && move === commands[0] && move.length === 2 && /^[\w./@+]/.test(to);
  if (!isPlain) return false;
  const inert = await Promise.all([cwd, ...meaningsOf(spelledFrom(cwd, to))].map(isInertRepository));
  return inert.every((one) => one);
}

/** They print names, numbers and words they are given. */
const NAMES =
  /^(ls|wc|echo|printf|pwd|cd|test|\[|true|false|which|type|date|uname|whoami|id|basename|dirname|realpath|readlink|stat|du|df|nproc|seq|tree|fd)$/;
/** They print what is in files. */
const CONTENTS = /^(cat|head|tail|sort|uniq|cut|tr|cmp|comm|nl|tac|rev|sed|rg|ag|[ef]?grep)$/;
const SEARCHES = /^(rg|ag|[ef]?grep)$/;
/** They take whole directories elsewhere. */
const CARRIERS = /^(cp|rsync|scp|tar|bsdtar|zip|7z|7za|7zz|pax|rclone)$/;
/** A pattern finds names for them that they only print; others may read what they find. */
const TAKES_PATTERN = /^(ls|wc|echo|printf|test|\[|stat|du|basename|dirname|realpath|readlink)$/;
const GIT_READS =
  /^(status|log|diff|show|branch|remote|rev-parse|rev-list|blame|grep|ls-files|ls-tree|describe|shortlog|tag|stash|reflog|merge-base|name-rev|worktree)$/;

/** Of these programs, one that is not the same everywhere. */
async function firstPicked(
  asked: readonly Words[],
  cwds: readonly string[],
  { isPickedByProject }: Pick<Place, 'isPickedByProject'>,
): Promise<string | undefined> {
  for (const name of new Set(asked.map(([program = '']) => program)))
    for (const cwd of cwds) if (await isPickedByProject(name, cwd)) return name;
  return undefined;
}

const treesIn = (
  words: Words,
  cwds: readonly string[],
  { isInRepository }: Pick<Place, 'isInRepository'>,
): readonly SearchedTree[] => {
  const [name = ''] = words;
  if (NAMES.test(name)) return [];
  if (name === 'git' && words[1] === 'diff')
    return comparedTrees(words.slice(2), { cwds, isTracked: cwds.every(isInRepository) });
  if (CARRIERS.test(name)) return carriedTrees(words, cwds);
  return treesOf(words, cwds) ?? [];
};

/** Prints only what it names, what a repository tracks, what is in directories that hold no secrets, or names of files. */
function onlyReads(given: Words, cwds: readonly string[]): boolean {
  const [name = '', ...words] = plain(given);
  if (isSyntaxCheck(given)) return true;
  if (tellsVersion([name, ...words])) return true;
  // They are told apart word by word where it is looked up what they search.
  if (!/^(rg|ag)$/.test(name) && !onlyLooks(name, words)) return false;
  if (name === 'git') return GIT_READS.test(words[0] ?? '') && words.every(showsFacts) && !checksTag(words);
  if (name === 'find') return true;
  if (name === 'command') return words[0] === '-v';
  if (name === 'sed') return words.some((word) => PRINTS_LINES.test(word)) && readsNamed(name, words, cwds);
  if (NAMES.test(name))
    return TAKES_PATTERN.test(name) || name === 'fd' || !words.some((word) => /[*?[]/.test(word));
  return CONTENTS.test(name) && readsNamed(name, words, cwds);
}

function readsNamed(name: string, words: Words, cwds: readonly string[]): boolean {
  const trees = treesOf([name, ...words], cwds);
  if (name === 'rg') return trees !== undefined;
  const isPattern = trees?.some(({ globs }) => globs.some((glob) => glob.startsWith('/')));
  return SEARCHES.test(name) ? isPattern === false : trees?.length === 0;
}

/** `1,40p`, `/from/,/to/p`, `s/this/that/g`; other scripts are for the sandbox. */
const PRINTS_LINES =
  /^(?:(?:\d+|\$|\/[\w .:-]+\/)?(?:,(?:\+?\d+|\$|\/[\w .:-]+\/))?[pdq=]|s(?:\/(?:[^/\\\n]|\\[^\n])*){2}\/[gpI\d]*)$/;

/** Starts gpg with what the repository brings. */
const checksTag = ([verb, ...words]: Words): boolean =>
  verb === 'tag' && words.some((word) => /^(-[a-z]*v|--verify)/.test(word));

/** `bash -n x.sh` reads a script and runs nothing of it. */
const isSyntaxCheck = ([program = '', option, file = '', ...more]: Words): boolean =>
  /^(ba|da)?sh$/.test(nameOf(program)) && option === '-n' && /^[\w./@+]/.test(file) && more.length === 0;

/** What git is told before its command that only says how it shows things is left out. */
function plain([program = '', ...words]: Words): Words {
  const name = nameOf(program);
  const start = name === 'git' ? words.findIndex((word) => !SHOWS_PLAINLY.test(word)) : 0;
  return [name, ...words.slice(Math.max(0, start))];
}

const SHOWS_PLAINLY = /^--(no-pager|no-optional-locks)$/;
const nameOf = (program: string): string => program.replace(/^\/(usr\/)?bin\//, '');
