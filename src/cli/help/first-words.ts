import type { CommandFacts } from './describe.ts';
import { COMMAND_FACTS } from './facts.ts';

/** What may follow a command: its acts, the words of a form like `bash|zsh|fish`, or for help another command. */
export const firstWordsOf = ({ name, acts }: CommandFacts): string[] =>
  name === 'help'
    ? COMMAND_FACTS.map((command) => command.name)
    : acts.flatMap((act) =>
        act.name === '' ? (/^[a-z]+(\|[a-z]+)+/.exec(act.words)?.[0].split('|') ?? []) : [act.name],
      );
