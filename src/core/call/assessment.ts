import type { SearchedTree } from '../path/searched-tree.ts';
import type { Access } from '../process/sandbox.ts';
import type { Risk } from '../risk.ts';
import type { WorkRequest } from '../workflow/work-request.ts';
import type { Segment } from './explanation.ts';
import type { PathAccess } from './touch.ts';

/** A command of a project file that a call would run. */
export interface ResolvedScript {
  readonly file: string;
  readonly name: string;
  readonly text: string;
}

/** A file or directory of the project that a command names, and by which it may be told what to do. */
export interface ToldBy {
  readonly path: string;
  /** What stands in it counts as well, not only which one it is. */
  readonly isByContent: boolean;
}

/** What judging a call found out. */
export interface Assessment {
  readonly risk: Risk;
  readonly reasons: readonly string[];
  /** Why no approval helps, if that is so. */
  readonly forbidden?: string;
  /** It needs other machines. */
  readonly isNetwork?: boolean;
  /** It reaches a file that looks like it holds secrets. */
  readonly isSecret?: boolean;
  /** Names of stored secrets that it uses; names are no secrets, and the record has them. */
  readonly secrets?: readonly string[];
  /** The commands of a line, each with a risk of its own. */
  readonly segments?: readonly Segment[];
  /** The commands it would run, word by word. */
  readonly commands?: readonly (readonly string[])[];
  /** Those of them that make the risk, and what is written beside them; all of them if left out. */
  readonly weighty?: readonly (readonly string[])[];
  /** For each of these, the files it writes where that is all it does, ordinary ones in open directories. */
  readonly writes?: readonly (readonly string[])[];
  /** Paths its commands name, as far as they are known. */
  readonly reaches?: readonly string[];
  /** Directories in which it reads whatever it comes across. */
  readonly searches?: readonly string[];
  /** What it is known to need; a program that is not known has no known needs. */
  readonly needs?: readonly Access[];
  /** Every program in it only reads what it is told to: none runs another, loads code, connects or writes. */
  readonly isPure?: boolean;
  /** Files it would run or source, as far as they can be found. */
  readonly runs?: readonly string[];
  /** What its programs are told by: settings, plugins, build files. */
  readonly told?: readonly ToldBy[];
  /** The directories in which programs run that find out themselves what to do there; empty text where that is not known. */
  readonly workplaces?: readonly string[];
  /** Options of these with their values, where such a value could name code or settings. */
  readonly options?: readonly string[];
  /** What in the project is called like something in these. */
  readonly named?: readonly string[];
  /** Options, and words that choose the work, each behind its command: no standing answer for that command covers them. */
  readonly otherWork?: readonly string[];
  /** Commands of project files that it would run. */
  readonly scripts?: readonly ResolvedScript[];
  /** What else it would run that could not be found, in words. */
  readonly unfound?: readonly string[];
}

/** What a tool may ask the gate when it says how risky a call is. */
export interface RiskJudge {
  /** A line of Bash; `startsClean` where a shell of its own runs it, with the environment of our children. */
  shell(command: string, cwd: string | undefined, start?: { readonly startsClean: boolean }): Assessment;
  /** A program with its arguments, without a shell. */
  argv(words: readonly string[], cwd: string | undefined): Assessment;
  /** A file inside the caller's roots, to resolve what a name stands for; undefined where it cannot be read. */
  readText(path: string): string | undefined;
  /** The program that reads what is typed into a process; undefined where it may be any, or is not to be trusted. */
  readerOf(processId: string): string | undefined;
  /** Whether this agent itself started the process, on this machine. */
  isOwnProcess(processId: string): boolean;
  /** What is wrong with contacting this address, as far as its text tells. */
  refuseUrl(url: string): string | undefined;
  /** Whether git that looks around there, outside of our sandbox, starts and reads nothing that the repository names. */
  isInertRepository(directory: string): Promise<boolean>;
  /** Whether git finds a repository around a directory. */
  isInRepository(directory: string): boolean;
  isDirectory(path: string): boolean;
  /** Whether a file of the project around a directory decides what runs under the name of a program. */
  isPickedByProject(program: string, directory: string): Promise<boolean>;
  /** What searching these directories outside of our sandbox shows of files that are not read without a question. */
  secretsIn(trees: readonly SearchedTree[]): Promise<Pick<Assessment, 'risk' | 'reasons' | 'needs'>>;
  /** What lies below a path that is moved or copied, under its old and its new names. */
  tree(paths: { readonly from: string; readonly to: string }): Promise<Assessment>;
  /** Every place that a path may mean, as `..` can stand behind a link. */
  meaningsOf(path: string): readonly string[];
  /** Whether a path lies inside the caller's roots, by its name. */
  isOpen(path: string): boolean;
  /**
   * A line for the shell of a remote host, and what it is given to read: one level above the same line here, against its
   * own places.
   */
  remoteShell(
    line: { readonly command: string; readonly stdin?: string | undefined },
    cwd: string | undefined,
    host: string,
  ): Assessment;
  /** What reaching a remote host means by itself: its first use is asked about. An empty name is the default one. */
  remoteHost(host: string): Assessment;
  /** What reaching a path of a remote host means, by its name; its real path is judged the same way when it is reached. */
  remotePath(
    host: string,
    path: string,
    access: PathAccess,
  ): Pick<Assessment, 'risk' | 'reasons' | 'isSecret'>;
  /** Whether a remote file is there; undefined where that cannot be said without connecting. */
  isThere(host: string, path: string): Promise<boolean | undefined>;
  /** What a workflow or an action would do, or would be if it were stored. */
  work(request: WorkRequest): Promise<Assessment>;
}
