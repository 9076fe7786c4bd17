import { withOwnCommand } from '../core/process/own-command.ts';
import { visibleLine } from '../core/text/visible.ts';
import { terminalText } from './terminal-text.ts';

/** Writes a line to stdout; 0, so that a command can end with it. */
export const print = (text: string): number => printPainted(process.stdout.isTTY ? terminalText(text) : text);

/** The rows of a list: agents choose the names in them, and no name begins a row of its own. */
export function printLines(lines: readonly string[]): number {
  for (const line of lines) print(visibleLine(line));
  return 0;
}

/** The same with colours of ours in it; the rest has been through `terminalText`. */
export function printPainted(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** The same for words to a person, where commands are named as they can be typed. */
export const say = (text: string): number => print(withOwnCommand(text));

/** For words to a person beside what a command answers. */
export const warn = (text: string): void => {
  process.stderr.write(`${process.stderr.isTTY ? terminalText(text) : text}\n`);
};

export const printJson = (value: unknown): number => print(JSON.stringify(value, null, 2));
