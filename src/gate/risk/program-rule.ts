import type { Risk } from '../../core/risk.ts';

/**
 * What the words after the options are. `text`: nothing that is reached. `read`, `list`, `write`, `delete`: paths.
 * `pattern-read`: a pattern, then paths (only paths where an option gave the pattern). `copy`: the last is
 * written, the rest read. `move`: the last is written, the rest deleted. `url`: addresses that are contacted.
 * `none`: there are none; a word here is not understood. `command`: another command follows, judged as such.
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
  | 'command';

/**
 * One program, or one subcommand of it, as data.
 *
 * `options` is a list of words. `-n` is a flag, `-n:` takes a value, `--color?` takes one only behind `=`.
 * A letter behind the colon says what the value is: `:r` a path that is read, `:w` one that is written,
 * `:l` one that is listed, `:c` a shell command, `:u` an address, `:p` a pattern (replaces the first operand of
 * `pattern-read`), `:x` a program text for an interpreter. `!HIGH` at the end raises the risk when the option is given. `-#` stands for `-5` and the like.
 * What is not in the list is not known, and an unknown option is never read-only.
 */
export interface ProgramRule {
  /** Names of the program, separated by blanks. */
  readonly names: string;
  /** Risk with known options and ordinary operands; SAFE if left out. */
  readonly risk?: Risk;
  readonly options?: string;
  readonly operands?: Operands;
  /** Options that turn the paths among the operands into paths that are written, such as `-i` of sed. */
  readonly operandsWrittenWith?: string;
  /** Options that turn `:r` values into paths that are written, such as `-c` of tar. */
  readonly valuesWrittenWith?: string;
  /** The first word is a bundle of options even without a dash. */
  readonly isBundleFirst?: boolean;
  /** Every word is just text, also one that looks like an option. */
  readonly isText?: boolean;
  /** Options are words with one dash, never bundles of letters. */
  readonly singleDash?: boolean;
  /** Stop at the first operand: what follows belongs to it. */
  readonly stopAtOperand?: boolean;
  /** Two words may be given as "remote add". A name not listed has `otherwise`. */
  readonly subcommands?: Readonly<Record<string, Omit<ProgramRule, 'names' | 'match' | 'notMatch'>>>;
  /** Risk of a subcommand that is not listed; MEDIUM if left out. */
  readonly otherwise?: Risk;
  /** Risk when there is no subcommand at all; SAFE if left out. */
  readonly bare?: Risk;
  /** No approval helps: it wipes disks or the like. */
  readonly isForbidden?: boolean;
  /** It talks to other machines. */
  readonly network?: boolean;
  /** It lists paths below its operands, or below the current directory: what it prints stays where it looked. */
  readonly listsPaths?: boolean;
  /** A word that makes a call dangerous wherever it stands, such as `system(` in an awk program. */
  readonly dangerousText?: { readonly pattern: RegExp; readonly risk: Risk; readonly reason: string };
  /** An interpreter: its first operand is a program, and without one it reads a program from stdin. */
  readonly isInterpreter?: boolean;
  /** How many operands stand before the command (`command` only): the 5 of `timeout 5 ls`. */
  readonly skip?: number;
  /** Why the risk is what it is, for the person who is asked. */
  readonly reason?: string;
  /** Command lines that come out with `risk`, or below it where an option keeps the program from its work. */
  readonly match?: readonly string[];
  /** Command lines that must come out higher than `risk`. */
  readonly notMatch?: readonly string[];
}
