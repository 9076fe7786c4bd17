import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { RemoteKnowledge } from '../../core/address/remote-host.ts';
import type { Assessment, ResolvedScript, ToldBy } from '../../core/call/assessment.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { PathAccess } from '../../core/call/touch.ts';
import type { Config } from '../../core/config.ts';
import { meaningsOf, spelledFrom } from '../../core/path/meanings.ts';
import { isInside, resolveFrom } from '../../core/path/paths.ts';
import type { SearchedTree, SeenSecrets } from '../../core/path/searched-tree.ts';
import { goesUpFromFound } from '../../core/path/wildcards.ts';
import type { WorkRequest } from '../../core/workflow/work-request.ts';
import type { Spent } from './budget.ts';
import { looksFrom } from './looks.ts';
import type { Stdin } from './parse/stdin.ts';
import type { Value } from './parse/words.ts';

/** What is noticed about the programs of a command while they are judged. */
export interface Notes {
  /** A program runs that may do more than read what it is told to. */
  isImpure: boolean;
  readonly runs: Set<string>;
  readonly scripts: ResolvedScript[];
  readonly unfound: Set<string>;
  readonly told: Map<string, ToldBy>;
  readonly workplaces: Set<string>;
  /** With their values, where these could name code or settings. */
  readonly options: Set<string>;
  /** What in the project is called like something in these. */
  readonly named: Set<string>;
  /** What makes another piece of work of a command than the same words without it. */
  readonly otherWork: Set<string>;
}

export const newNotes = (): Notes => ({
  isImpure: false,
  runs: new Set(),
  scripts: [],
  unfound: new Set(),
  told: new Map(),
  workplaces: new Set(),
  options: new Set(),
  named: new Set(),
  otherWork: new Set(),
});

/** Where a command would run, as far as its risk depends on it. */
export interface Place {
  /** Where relative paths start; several while a `cd` may or may not have happened; none when it is unknown. */
  readonly cwds: readonly string[];
  readonly roots: readonly string[];
  /** Read without a question, and nothing more. */
  readonly outputs?: readonly string[];
  readonly home: string;
  /** Our own data: nobody's business. */
  readonly dataDir: string;
  /** What we keep elsewhere: keys, anchors of the record. */
  readonly ownPlaces?: readonly string[];
  /** If set, any other program is refused. */
  readonly allowedCommands: readonly string[] | undefined;
  readonly restrictedPaths: readonly string[];
  /** What a script is given: `$0`, `$1` and so on. */
  readonly positional?: readonly Value[];
  /** What the line is given to read. */
  readonly stdin?: Stdin;
  /** The line gets a shell of its own, with the environment that our children start with and no arguments. */
  readonly startsClean?: boolean;
  /** Collects the paths that are judged, for rules that refuse by path. */
  readonly reached?: Set<string>;
  /** Collects what the commands would run. */
  readonly notes?: Notes;
  /** Adds up what judging costs, where a call comes to many lines. */
  readonly spent?: Spent;
  /** A file inside the roots, to find out what a name stands for; undefined where it cannot be read. */
  readonly readText?: (path: string) => string | undefined;
  /** What lies in a directory inside the roots, or that it is a file. */
  readonly entriesOf?: (path: string) => Entries;
  /** What anything below a directory is called, with its endings and without; undefined where that is too much. */
  readonly stemsBelow?: (directory: string) => ReadonlySet<string> | undefined;
  /** Where a path leads; without it, every path is taken by its letters. */
  readonly realPathOf?: (path: string) => string;
  /** Whether the repository around a directory holds a committed file that looks like it holds secrets. */
  readonly hasCommittedSecrets?: (
    directory: string,
    reach: 'last commit' | 'history',
    hashes?: readonly string[],
  ) => boolean;
  /** Why a path is protected whose name does not say so: git runs what it finds there, or a protected name leads to it. */
  readonly whyProtected?: (path: string, access: PathAccess) => string | undefined;
}

/** Whether a file is there, in an open directory; what stands in it is not looked at. */
export const isFile = (path: string, { entriesOf, readText }: Place): boolean =>
  entriesOf ? entriesOf(path) === 'file' : readText?.(path) !== undefined;

/** The absolute paths a word can mean; undefined where that cannot be said. */
export function pathsOf(text: string, place: Place): readonly string[] | undefined {
  const spelled = spelledOf(text, place);
  if (!spelled || goesUpFromFound(text)) return undefined;
  const { realPathOf } = place;
  if (!realPathOf || !text.includes('..')) return spelled.map((path) => resolve(path));
  return [...new Set(spelled.flatMap((path) => meaningsOf(path, realPathOf)))];
}

function spelledOf(text: string, { cwds, home }: Place): readonly string[] | undefined {
  if (text === '~' || text.startsWith('~/')) return [home + text.slice(1)];
  const [, user, below = ''] = /^~([A-Za-z_][\w.-]*)(\/.*)?$/s.exec(text) ?? [];
  if (user !== undefined) return [homeOf(user, home) + below];
  if (text.startsWith('~')) return undefined;
  if (isAbsolute(text)) return [text];
  return cwds.length === 0 ? undefined : cwds.map((cwd) => spelledFrom(cwd, text));
}

/** Where `-C a -C b` leads, one after the other; undefined where that cannot be said. */
export const directoriesFrom = (ways: readonly string[], place: Place): readonly string[] | undefined =>
  ways.reduce<readonly string[] | undefined>(
    (cwds, way) => (cwds && cwds.length > 0 && way !== '' ? pathsOf(way, { ...place, cwds }) : undefined),
    place.cwds,
  );

/** Where the home of another user lies, as is the custom. */
const homeOf = (user: string, home: string): string =>
  user === basename(home) ? home : user === 'root' ? '/root' : join(dirname(home), user);

/** The names in a directory; undefined where there is neither that nor a file. */
export type Entries = readonly string[] | 'file' | undefined;

/** Facts of this installation that risk depends on. */
export interface Surroundings {
  readonly home: string;
  readonly dataDir: string;
  /** What Toolgate keeps outside its data directory, which no tool reaches either. */
  readonly ownPlaces?: readonly string[];
  readonly shell: Config['shell'];
  readonly sandbox: Config['sandbox'];
  /** Reached though they may be private. */
  readonly allowedOrigins: readonly string[];
  /** Whether children can be locked in here; tried once. */
  readonly findSandbox: () => Promise<boolean>;
  /**
   * A file as far as it lies inside these roots; undefined where it cannot be read. What an agent would have to ask for,
   * or a rule refuses, is withheld: our words would tell what stands there.
   */
  readonly readText: (path: string, roots: readonly string[], reading?: Reading) => string | undefined;
  /** What lies in a directory inside these roots, or that it is a file. */
  readonly entriesOf?: (path: string, roots: readonly string[]) => Entries;
  /** What anything below a directory is called, with its endings and without; undefined where that is too much. */
  readonly stemsBelow?: (directory: string) => ReadonlySet<string> | undefined;
  /** Where a path leads, as far as it exists. */
  readonly realPathOf: (path: string) => string;
  /** Where a path that a sandboxed command of this session names really is. */
  readonly outsidePath: (path: string, session: string) => string;
  /** A file as it is now; undefined where there is none that can be read. */
  readonly hashFile: (path: string) => string | undefined;
  /** Whether the repository around a directory inside these roots holds a committed file that looks like a secret. */
  readonly hasCommittedSecrets?: (
    directory: string,
    roots: readonly string[],
    reach: 'last commit' | 'history',
    hashes?: readonly string[],
  ) => boolean;
  /** Whether the repositories around a command's directory can be shown without the secrets in their history. */
  readonly showsCleanHistory?: (command: {
    readonly cwd: string;
    readonly words: string;
    readonly roots: readonly string[];
  }) => Promise<boolean>;
  /** Whether git that looks around there, outside of our sandbox, starts and reads nothing that the repository names. */
  readonly isInertRepository?: (directory: string, roots: readonly string[]) => Promise<boolean>;
  /** Whether nothing in the repository around a directory names a program, another hook or another address to git. */
  readonly namesNoPrograms?: (directory: string, roots: readonly string[]) => Promise<boolean>;
  /** Whether git finds a repository around a directory. */
  readonly isInRepository?: (directory: string) => boolean;
  readonly isDirectory?: (path: string) => boolean;
  /** Whether a file of the project around a directory decides what runs under the name of a program. */
  readonly isPickedByProject?: (program: string, directory: string) => Promise<boolean>;
  /** The files in searched directories that look like they hold secrets. */
  readonly secretsBelow?: (trees: readonly SearchedTree[], roots: readonly string[]) => Promise<SeenSecrets>;
  /** What lies below a directory, at any depth; undefined where that is more than so many. */
  readonly namesBelow?: (directory: string, most: number) => Promise<readonly string[] | undefined>;
  /**
   * Why a path is protected whose name does not say so: the configuration of the repository around it names it as
   * something that git runs or reads, or a protected name led there when that was last looked up.
   */
  readonly whyProtected?: (path: string, roots: readonly string[], access: PathAccess) => string | undefined;
  /** Looks up where the protected names in these directories lead. */
  readonly findLedPlaces?: (roots: readonly string[]) => Promise<void>;
  /** The file of the program that reads what is typed into a process of this principal, if it is one. */
  readonly readerOf: (principal: string, processId: string) => string | undefined;
  /** Whether a session started a process, on this machine. */
  readonly isOwnProcess: (session: string, processId: string) => boolean;
  /** Programs of agents that may change files in these directories, and run now. */
  readonly writersIn?: (roots: readonly string[], except?: string) => readonly string[];
  /** Ports of an agent's own servers that see secrets, so that its commands do not reach them unasked. */
  readonly withheldPorts?: (caller: Caller) => Promise<readonly number[]>;
  /** What is known of remote hosts; none where there are none. */
  readonly machines?: RemoteKnowledge;
  /** What workflows and actions of this installation would do. */
  readonly work: (request: WorkRequest, caller: Caller, signal: AbortSignal) => Promise<Assessment>;
}

/** Who has a file read, and who hears of one that is there and was not read. */
export interface Reading {
  readonly session?: string;
  readonly onWithheld?: (path: string) => void;
}

type PlaceFacts = Pick<Surroundings, 'home' | 'dataDir' | 'ownPlaces' | 'shell'> &
  Partial<
    Pick<
      Surroundings,
      'readText' | 'entriesOf' | 'stemsBelow' | 'realPathOf' | 'hasCommittedSecrets' | 'whyProtected'
    >
  >;

/** Where commands of this caller run. */
export const placeOf = (
  { home, dataDir, ownPlaces = [], shell, ...looks }: PlaceFacts,
  caller: Pick<Caller, 'cwd' | 'roots' | 'outputs'>,
  cwd = caller.cwd,
): Place => ({
  cwds: cwd === undefined ? [] : [resolveFrom(caller.cwd, cwd)],
  roots: caller.roots,
  ...(caller.outputs && { outputs: caller.outputs }),
  home,
  dataDir,
  ownPlaces,
  allowedCommands: shell.allowedCommands.length > 0 ? shell.allowedCommands : undefined,
  // Whose home it is may look around in it, like anybody in theirs.
  restrictedPaths: shell.restrictedPaths.filter((path) => !isInside(home, [path])),
  reached: new Set(),
  notes: newNotes(),
  ...looksFrom(looks, caller.roots),
});
