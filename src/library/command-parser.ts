import { parseCommand } from '../core/text/command-words.ts';

/** Splits a command into a program and its arguments, as `run_command` does: blanks separate, quotes keep together. */
export const CommandParser = {
  parse: (command: string): { executable: string; arguments: string[] } => {
    const [executable, ...args] = parseCommand(command);
    return { executable, arguments: args };
  },
};
