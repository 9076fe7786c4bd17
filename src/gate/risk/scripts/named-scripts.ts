import type { Value } from '../parse/words.ts';
import { ruleFor } from '../programs/rule-for.ts';
import { isPlainOption, takesNextWord } from './plain-options.ts';

/** Which scripts of a package.json a command runs. */
export interface NamedScripts {
  /** Names, or patterns such as `build:*`. */
  readonly names: readonly string[];
  /** Where the package is, as far as the command says so. */
  readonly directory: string | undefined;
  /** Words that are put behind the script. */
  readonly args: readonly string[];
  /** They run in other packages of the workspace. */
  readonly isElsewhere: boolean;
  /** Only the run decides which ones. */
  readonly isOpen: boolean;
  /** The first of them has to be there: as a script, or else as a program. */
  readonly wanted?: 'script' | 'script or program';
  /** Options, or other words, that may make it run something else than these. */
  readonly isStrange: boolean;
}

const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'yarnpkg', 'bun']);
/** Of several scripts at once. */
export const RUNNERS = new Set('run-s run-p npm-run-all npm-run-all2 concurrently conc nr'.split(' '));
const TASK_RUNNERS = new Set('turbo nx lerna rush rushx moon wireit'.split(' '));

const RUN = new Set(['run', 'run-script', 'rum', 'urn']);
const NAMED: Readonly<Record<string, readonly string[]>> = {
  test: ['test'],
  t: ['test'],
  tst: ['test'],
  start: ['start'],
  stop: ['stop'],
  restart: ['restart', 'stop', 'start'],
};
// What a package manager runs of the project itself when it installs, packs or publishes.
const INSTALL = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
];
const alike = (names: string, scripts: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(names.split(' ').map((name) => [name, scripts]));
const PACK = ['prepack', 'prepare', 'postpack'];
const LIFECYCLE: Readonly<Record<string, readonly string[]>> = {
  install: INSTALL,
  i: INSTALL,
  ci: INSTALL,
  rebuild: INSTALL,
  ...alike(
    'in ins inst insta instal isnt isnta isntal isntall add ic clean-install install-clean isntall-clean update up upgrade udpate uninstall un unlink remove rm link ln rb dedupe ddp prune',
    INSTALL,
  ),
  ...alike('install-test it install-ci-test cit', [...INSTALL, 'test']),
  pack: PACK,
  publish: ['prepublishOnly', ...PACK, 'publish', 'postpublish'],
  version: ['preversion', 'version', 'postversion'],
};

const DIRECTORY: Readonly<Record<string, RegExp>> = {
  npm: /^(?:(?:--prefix|-C)$|--prefix=)/,
  pnpm: /^(?:(?:--dir|-C)$|--dir=)/,
  yarn: /^--cwd(?:$|=)/,
  yarnpkg: /^--cwd(?:$|=)/,
  bun: /^--cwd(?:$|=)/,
};
const WORKSPACE = /^(-w|--workspace|-F|--filter)$/;
const ELSEWHERE =
  /^(-w|-ws|--ws|--workspaces?|-r|--recursive|-F|--filter)$|^--(workspaces?|ws|filter)=|^workspaces?$/;

/** The scripts a command names; undefined for a command that runs none. */
export function namedScripts(program: string, args: readonly Value[]): NamedScripts | undefined {
  if (TASK_RUNNERS.has(program)) return { ...NONE, isElsewhere: true };
  // Among their words stand whole commands.
  if (RUNNERS.has(program))
    return { ...NONE, names: namesAmong(args), isOpen: args.some(isUnclear), isStrange: true };
  if (program === 'node') return nodeRun(args);
  if (program === 'deno' && args.some(({ text }) => text === 'task')) return { ...NONE, isStrange: true };
  if (!MANAGERS.has(program)) return undefined;
  const { words, directory, isStrange } = withoutOptions(program, args);
  const [first, second] = words;
  if (!first) return program === 'yarn' ? { ...NONE, names: INSTALL, directory, isStrange } : undefined;
  const isElsewhere = args.some(({ text }) => ELSEWHERE.test(text));
  const after = (word: Value): string[] => passedOn(program, args, word);
  if (RUN.has(first.text))
    return (
      second && {
        ...NONE,
        names: [second.text],
        wanted: program === 'npm' ? 'script' : 'script or program',
        directory,
        args: after(second),
        isElsewhere,
        isOpen: isUnclear(second),
        isStrange,
      }
    );
  const named = own(NAMED, first.text) ?? own(LIFECYCLE, first.text);
  if (named)
    return {
      ...NONE,
      names: named,
      // `bun test` is bun's own.
      ...(own(NAMED, first.text) && !(program === 'bun' && isCommand('bun', first)) && { wanted: 'script' }),
      directory,
      args: own(NAMED, first.text) ? after(first) : [],
      isElsewhere,
      isStrange,
    };
  // `pnpm build`, `yarn workspace web build`: a word that is no command of the manager is a script.
  // npm takes any beginning of a name for that name.
  if (program === 'npm') return isCommand('npm', first) ? undefined : { ...NONE, isOpen: true };
  return {
    ...NONE,
    ...(!isCommand(program, first) && { wanted: 'script or program' }),
    names: words.slice(0, 3).map(({ text }) => text),
    directory,
    args: after(first),
    isElsewhere,
    isOpen: isUnclear(first),
    isStrange,
  };
}

/** Of the manager itself; the table of yarn knows some usual scripts as well. */
const isCommand = (program: string, { text }: Value): boolean =>
  !(program === 'yarn' && /^(build|lint|dev)$/.test(text)) &&
  Object.keys(ruleFor(program)?.subcommands ?? {}).some((name) => name.split(' ')[0] === text);

const NONE: NamedScripts = {
  names: [],
  directory: undefined,
  args: [],
  isElsewhere: false,
  isOpen: false,
  isStrange: false,
};

const isUnclear = ({ isKnown, alternatives }: Value): boolean => !isKnown || alternatives !== undefined;

const own = (table: Readonly<Record<string, readonly string[]>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** `concurrently "npm:build:*" "npm run lint"`: any word may be a name. */
const namesAmong = (args: readonly Value[]): string[] =>
  args.flatMap(({ text }) => text.split(/\s+/)).map((word) => word.replace(/^(npm|pnpm|yarn|bun|node):/, ''));

function nodeRun(args: readonly Value[]): NamedScripts | undefined {
  const at = args.findIndex(({ text }) => text === '--run' || text.startsWith('--run='));
  const found = args[at];
  if (!found) return undefined;
  const name = found.text === '--run' ? args[at + 1] : { ...found, text: found.text.slice('--run='.length) };
  return name && { ...NONE, names: [name.text], wanted: 'script', isOpen: isUnclear(name) };
}

interface OwnWords {
  readonly words: readonly Value[];
  readonly directory: string | undefined;
  readonly isStrange: boolean;
}

/** The words of the manager itself: all but npm pass on what stands behind the script. */
function withoutOptions(program: string, args: readonly Value[]): OwnWords {
  const words: Value[] = [];
  const directories: (string | undefined)[] = [];
  let isStrange = false;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Value; // Sound: i is below the length.
    const isOwn = program === 'npm' || !isScriptNamed(words);
    if (arg.isKnown && arg.text === '--') break;
    if (isOwn && DIRECTORY[program]?.test(arg.text)) {
      const joined = arg.text.indexOf('=');
      directories.push(joined === -1 ? args[++i]?.text : arg.text.slice(joined + 1));
    } else if (isOwn && WORKSPACE.test(arg.text)) i++;
    else if (isOwn && takesNextWord(arg.text)) i++;
    else if (arg.text.startsWith('-')) isStrange ||= isOwn && !isPlainOption(arg.text);
    else words.push(arg);
    isStrange ||= isOwn && isUnclear(args[i] ?? arg);
  }
  return { words, directory: directories[0], isStrange: isStrange || directories.length > 1 };
}

const isScriptNamed = ([first, second]: readonly Value[]): boolean =>
  first !== undefined && (!RUN.has(first.text) || second !== undefined);

/** npm takes its own options wherever they stand and passes on what follows `--`; the others pass on all the rest. */
function passedOn(program: string, args: readonly Value[], script: Value): string[] {
  const rest = args.slice(args.indexOf(script) + 1).map(({ text }) => text);
  if (program !== 'npm') return rest.filter((word, i) => !(i === 0 && word === '--'));
  const end = rest.indexOf('--');
  return [
    ...rest.slice(0, end === -1 ? rest.length : end).filter((word) => !word.startsWith('-')),
    ...(end === -1 ? [] : rest.slice(end + 1)),
  ];
}
