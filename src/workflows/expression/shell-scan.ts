import type { ShellPlace } from './shell-places.ts';

/** A command, or what stands in double quotes; `$( )` has a command in either. */
export interface Frame {
  readonly kind: 'command' | 'double';
  /** Words of the simple command so far, without their quotes. */
  words: string[];
  word: string | undefined;
  /** Between `[[` and `]]`. */
  isTest: boolean;
  /** A redirection goes there: no word of the command. */
  isTarget: boolean;
}

/** How far a line of Bash has been read. */
export interface Scan {
  readonly text: string;
  index: number;
  readonly frames: Frame[];
  readonly found: ShellPlace[];
  /** Why nothing is sure from here on. */
  doubt: string | undefined;
}

const MOST_WORDS = 300;

export const frameOf = (kind: Frame['kind']): Frame => ({
  kind,
  words: [],
  word: undefined,
  isTest: false,
  isTarget: false,
});

/** The command that what is read now belongs to, also from inside its quotes. */
export const commandIn = ({ frames }: Scan): Frame =>
  frames.findLast(({ kind }) => kind === 'command') ?? frameOf('command');

export function add(scan: Scan, part: string): void {
  const command = commandIn(scan);
  command.word = (command.word ?? '') + part;
}

export function endWord(scan: Scan, frame: Frame): void {
  const { word } = frame;
  if (word === undefined) return;
  if (word === '[[') frame.isTest = true;
  if (word === ']]') frame.isTest = false;
  // Its patterns have closing parentheses without opening ones.
  if (word === 'case' && scan.frames.length > 1) scan.doubt ??= 'it is after a case in parentheses';
  if (frame.words.length >= MOST_WORDS) scan.doubt ??= `it is in a command of more than ${MOST_WORDS} words`;
  else if (!frame.isTarget) frame.words.push(word);
  frame.isTarget = false;
  frame.word = undefined;
}

/** What a sticky pattern finds right here. */
export function restOf({ text, index }: Scan, pattern: RegExp): string | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0];
}
