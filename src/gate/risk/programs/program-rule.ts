import type { Risk } from '../../../core/risk.ts';

/** Words that make a call dangerous wherever they stand, such as `system(` in an awk program. */
export interface TextRule {
  readonly pattern: RegExp;
  readonly risk: Risk;
  readonly reason: string;
  /** It talks to other machines. */
  readonly isNetwork?: boolean;
  /** It is about what is filled in at run time: a variable that nothing sets fills in nothing. */
  readonly isHole?: boolean;
  /** A longer text counts as dangerous without being looked at: nobody reads it, and matching it takes time. */
  readonly longest?: number;
  /** The option keeps the program from its work when its value fits, as a dry run does. */
  readonly onlyTells?: boolean;
  /** The option makes another piece of work of the command when its value fits. */
  readonly isOtherWork?: boolean;
  /** Options with which the words do no harm, such as those of a dry run. */
  readonly unless?: string;
}

/**
 * What the words after the options are. `text`: nothing that is reached. `read`, `list`, `write`, `delete`: paths.
 * `pattern-read`: a pattern, then paths (only paths where an option gave the pattern). `copy`: the last is
 * written, the rest read. `move`: the last is written, the rest deleted. `url`: addresses that are contacted.
 * `database`: a file that is read, then statements for it. `none`: there are none; a word here is not understood. `command`: another command follows, judged as such.
 * `path-command`: paths first, then options of the program's own (find). `link`: as copy, without reading.
 */
export type Operands =
  | 'text'
  | 'none'
  | 'read'
  | 'list'
  | 'write'
  | 'create'
  | 'delete'
  | 'copy'
  | 'move'
  | 'pattern-read'
  | 'url'
  | 'database'
  | 'command';

/** `unless` names the options that take their place. */
interface TextOperands {
  readonly which: 'first' | 'all but the first';
  readonly unless?: string;
}

/**
 * One program, or one subcommand of it, as data.
 *
 * `options` is a list of words. `-n` is a flag, `-n:` takes a value, `-n::` two, `--color?` takes one only behind `=`.
 * A letter behind the colon says what the value is: `:r` a path that is read, `:w` one that is written,
 * `:l` one that is listed, `:c` a shell command, `:u` an address, `:p` a pattern (replaces the first operand of
 * `pattern-read`), `:x` a program text for an interpreter, `:e` a file or directory that decides what the program
 * does, `:m` a part of the machine that a container gets to see, `:s` a program by the
 * name of its module, to which all that follows belongs, `:k` the first word of a command that is run for each path the
 * program finds, `:f` a file of patterns (instead of the first operand, like `:p`), `:g` names of files, as a glob, that
 * are read, `:q` a statement for a database, `:i` a file that lists
 * paths to be read. `!HIGH` at the end raises the risk when the option is given. `-#` stands for `-5` and the like.
 * `!OTHER` says that the option makes another piece of work of the command, of the same risk: a standing answer for the
 * command does not cover it.
 * What is not in the list is not known, and an unknown option is never read-only.
 */
export interface ProgramRule {
  /** Names of the program, separated by blanks. */
  readonly names: string;
  /** Risk with known options and ordinary operands; SAFE if left out. */
  readonly risk?: Risk;
  readonly options?: string;
  readonly operands?: Operands;
  /** Operands that are no paths beside those that are: the mode of chmod, or all but the file of mknod. */
  readonly textOperands?: TextOperands;
  /**
   * Where a command only shows without operands (`none`), and changes something when it is given one: what. `unless` names
   * the options with which it still only shows.
   */
  readonly operandsChange?: { readonly reason: string; readonly unless: string };
  /** Options that turn the paths among the operands into paths that are written, such as `-i` of sed. */
  readonly operandsWrittenWith?: string;
  /** Options that turn `:r` values into paths that are written, such as `-c` of tar. */
  readonly valuesWrittenWith?: string;
  /** Options that change everything below the operands; `follows` names those that follow links out of there. */
  readonly deep?: { readonly options: string; readonly follows?: string };
  /** The first word is a bundle of options even without a dash. */
  readonly isBundleFirst?: boolean;
  /**
   * An operand that is or may be a file of the working directory is overwritten, as by `git checkout a`; `unless` names the
   * options with which none is.
   */
  readonly overwrites?: { readonly reason: string; readonly unless?: string };
  /** Every word is just text, also one that looks like an option. */
  readonly isText?: boolean;
  /** Options are words with one dash, never bundles of letters. */
  readonly singleDash?: boolean;
  /** An option that keeps it from its work is one only before the operands, and behind them an operand. */
  readonly optionsFirst?: boolean;
  /** Stop at the first operand: what follows belongs to it. */
  readonly stopAtOperand?: boolean;
  /** Up to three words may be given as one name: "remote add". A name not listed has `otherwise`. */
  readonly subcommands?: Readonly<Record<string, Omit<ProgramRule, 'names' | 'match' | 'notMatch'>>>;
  /** The same by pattern, for those that `subcommands` does not list: /^\w+ list$/. */
  readonly subcommandPatterns?: readonly (readonly [
    RegExp,
    Omit<ProgramRule, 'names' | 'match' | 'notMatch'>,
  ])[];
  /** Risk of a subcommand that is not listed; MEDIUM if left out. */
  readonly otherwise?: Risk;
  /** A word that is not listed is the name of a script or a file, and says nothing by its meaning: false. */
  readonly hasVerbs?: false;
  /** Risk when there is no subcommand at all; SAFE if left out. */
  readonly bare?: Risk;
  /** Those of its names that do their work without any word behind them, with the risk of `otherwise`, else HIGH. */
  readonly busyNames?: string;
  /** No approval helps: it wipes disks or the like. */
  readonly isForbidden?: boolean;
  /** It talks to other machines. */
  readonly network?: boolean;
  /**
   * What it needs for its work, separated by blanks, instead of what follows from `risk` and `network`; holds for its
   * subcommands as well.
   */
  readonly needs?: string;
  /** From which risk on it needs that; SAFE if left out. */
  readonly needsFrom?: Risk;
  /**
   * `paths`: it lists paths below its operands, or below the current directory: what it prints stays where it
   * looked. `facts`: it prints numbers, hashes, dates or names, which are neither options nor paths that matter.
   */
  readonly prints?: 'paths' | 'facts';
  readonly dangerousText?: TextRule | readonly TextRule[];
  /** What the program text does that it is given: the values of `:p`, a line each, or else its first operand. */
  readonly readProgram?: (text: string) => 'plain' | 'reaches out' | 'not understood';
  /**
   * Options that do no harm beside another, if need be with such a value: the fields of a request that only asks.
   * A field that holds a file sends it all the same.
   */
  readonly harmlessBeside?: { readonly options: string; readonly other: string; readonly value?: RegExp };
  /** By option: its value decides the risk, the first pattern that fits; else what stands behind the option. */
  readonly values?: Readonly<Record<string, readonly TextRule[]>>;
  /** Whether a statement can do nothing but ask, which makes `dangerousText` no matter. */
  readonly onlyAsks?: (statement: string) => boolean;
  /**
   * Without an order among its options, which is a statement or an option marked `!LOW`, it takes them from stdin;
   * `dangerousText` judges those that are known.
   */
  readonly ordersFromStdin?: boolean;
  /** What would be HIGH is MEDIUM where only this machine is contacted. */
  readonly isMilderNearby?: boolean;
  /** Programs by the name of their module; others are looked for among all programs, else they are the project's. */
  readonly modules?: Readonly<Record<string, Omit<ProgramRule, 'names' | 'match' | 'notMatch'>>>;
  /** A program text in this language can be told by its words to reach out or not. */
  readonly isReadable?: boolean;
  /** An interpreter: its first operand is a program, and without one it reads a program from stdin. */
  readonly isInterpreter?: boolean;
  /** Operands that, alone, only ask: the `help` of `make help`. */
  readonly questions?: string;
  /** How many operands stand before the command (`command` only): the 5 of `timeout 5 ls`. */
  readonly skip?: number;
  /** Why the risk is what it is, for the person who is asked. */
  readonly reason?: string;
  /** Command lines that come out with `risk`, or below it where an option keeps the program from its work. */
  readonly match?: readonly string[];
  /** Command lines that must come out higher than `risk`. */
  readonly notMatch?: readonly string[];
}
