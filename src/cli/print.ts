import { withOwnCommand } from '../core/process/own-command.ts';

/** Writes a line to stdout; 0, so that a command can end with it. */
export function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** The same for words to a person, where commands are named as they can be typed. */
export const say = (text: string): number => print(withOwnCommand(text));

export const printJson = (value: unknown): number => print(JSON.stringify(value, null, 2));
