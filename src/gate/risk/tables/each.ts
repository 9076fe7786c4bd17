import type { Risk } from '../../../core/risk.ts';
import type { ProgramRule } from '../programs/program-rule.ts';

export type Subcommand = NonNullable<ProgramRule['subcommands']>[string];

/** The same rule for several subcommands; names are separated by commas, because one name may be two words. */
export const each = (names: string, rule: Subcommand): Readonly<Record<string, Subcommand>> =>
  Object.fromEntries(names.split(',').map((name) => [name.trim(), rule]));

/** Scripts by whose name a project leaves this machine, or something ends that cannot be brought back. */
export const FAR_REACHING_SCRIPT = {
  pattern:
    /^(deploy|undeploy|publish|release|destroy|nuke|wipe|provision)([:_-].*)?$|^(db|database)[:_-](drop|reset|wipe)$/,
  risk: 'HIGH',
  reason: 'a script that deploys, publishes or destroys, by its name',
} as const;

/** A setting of a package manager that is a token or a password. */
export const SHOWS_TOKEN = {
  pattern: /auth|token|password|secret/i,
  risk: 'MEDIUM',
  reason: 'shows a token or a password',
} as const;

/** Options that only show something about the program itself. */
export const ASKING = '--help!SAFE --version!SAFE';

/** The same for a subcommand, where --version often chooses one. */
export const HELP = '--help!SAFE';

/** Without an operand nothing happens (`gcc --version`); with one, the program does its work. */
export const byOperand = {
  subcommands: {},
  stopAtOperand: false,
  bare: 'SAFE',
  otherwise: 'MEDIUM',
} as const;

interface Group {
  /** Words after the group that only read. */
  readonly reads: string;
  /** Risk of reading; LOW if left out. */
  readonly risk?: Risk;
  readonly options: string;
  /** Risk of every other word. */
  readonly otherwise: Risk;
  readonly network?: boolean;
  /** Risk of the group without a word; that of reading if left out. */
  readonly bare?: Risk;
}

/** A family of subcommands, such as `volume ls`, `volume rm`, whose options may stand anywhere. */
export const group = ({
  reads,
  risk = 'LOW',
  options,
  otherwise,
  network = false,
  bare = risk,
}: Group): Subcommand => ({
  options,
  stopAtOperand: false,
  subcommands: each(reads, { risk, network, operands: 'text' }),
  otherwise,
  network,
  bare,
});
