import type { FlagSet, Values } from './flag.ts';
import type { SharedFlags } from './shared-flags.ts';

/** What was written on the command line, read by the flags of the command. */
export interface Line<F extends FlagSet = FlagSet> {
  readonly words: readonly string[];
  readonly flags: SharedFlags & Values<F>;
}

/** One thing a command does. */
export interface Act<F extends FlagSet = FlagSet> {
  /** One line of what it does. */
  readonly about: string;
  /** The words it takes, as help writes them: `TOOL [JSON]`. */
  readonly words?: string;
  readonly flags?: F;
  /** Answers the exit code; undefined while it goes on by itself. */
  run(line: Line<F>): Promise<number | undefined>;
}

/** The parts of the list of commands, in their order. */
export const SECTIONS = {
  start: 'Get started',
  decide: 'Decide',
  work: 'Work',
  record: 'Look back',
  manage: 'Manage',
} as const;

export type Section = keyof typeof SECTIONS;

interface Named {
  readonly name: string;
  readonly section: Section;
  readonly about: string;
  /** What help says below the flags: what the words mean, what to know. */
  readonly more?: string;
  /** Not shown in the list of commands. */
  readonly isHidden?: boolean;
}

/** A command: one act, or several behind a word of their own. The first is meant where none is said. */
export type Command = Named & ({ readonly act: Act } | { readonly acts: Readonly<Record<string, Act>> });

/** A command that does one thing. */
export const defineCommand = <F extends FlagSet>({
  name,
  section,
  about,
  more,
  isHidden,
  ...act
}: Named & Act<F>): Command => ({
  name,
  section,
  about,
  ...(more !== undefined && { more }),
  ...(isHidden && { isHidden }),
  act: defineAct({ about, ...act }),
});

/** A command with acts: `toolgate rules add`, `toolgate rules list`. */
export const defineGroup = (group: Named & { readonly acts: Readonly<Record<string, Act>> }): Command =>
  group;

/** Ties the flags of an act to its code. */
export const defineAct = <F extends FlagSet>(act: Act<F>): Act =>
  // Sound: the parser reads an act's flags with the act's own set before it calls `run`.
  act as unknown as Act;
