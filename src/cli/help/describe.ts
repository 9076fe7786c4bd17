import type { Act, Command, Section } from '../line/command.ts';
import type { Flag } from '../line/flag.ts';
import { SHARED_FLAGS } from '../line/shared-flags.ts';

/** What help, completion and the documentation know of a flag. */
export interface FlagFacts {
  readonly name: string;
  readonly short?: string;
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly about: string;
}

export interface ActFacts {
  /** Empty where the command does one thing. */
  readonly name: string;
  readonly about: string;
  readonly words: string;
  readonly flags: readonly FlagFacts[];
}

export interface CommandFacts {
  readonly name: string;
  readonly section: Section;
  readonly about: string;
  readonly more: string;
  readonly isHidden: boolean;
  readonly acts: readonly ActFacts[];
}

export interface CliFacts {
  readonly commands: readonly CommandFacts[];
  readonly shared: readonly FlagFacts[];
}

/** All commands without their code; all of it follows from the definitions. */
export const describeCommands = (commands: readonly Command[]): CliFacts => ({
  commands: commands.map(describeCommand),
  shared: Object.values(SHARED_FLAGS).map(describeFlag),
});

const describeCommand = (command: Command): CommandFacts => ({
  name: command.name,
  section: command.section,
  about: command.about,
  more: command.more ?? '',
  isHidden: command.isHidden ?? false,
  acts: ('act' in command ? [['', command.act] as const] : Object.entries(command.acts)).map(describeAct),
});

const describeAct = ([name, { about, words = '', flags = {} }]: readonly [string, Act]): ActFacts => ({
  name,
  about,
  words,
  flags: Object.values(flags).map(describeFlag),
});

const describeFlag = ({ name, short, value, choices, about }: Flag<unknown>): FlagFacts => ({
  name,
  ...(short !== undefined && { short }),
  ...(value !== undefined && { value }),
  ...(choices && { choices }),
  about,
});
