import { ToolError } from '../../core/errors.ts';

/** Refuses what no line of a text holds, and what cannot be handed to another program. */
export function checkQuery(query: string): void {
  if (query.includes('\0')) throw noText('The query holds a NUL character');
  if (!query.isWellFormed()) throw noText('The query holds half of a character (a lone surrogate)');
}

const noText = (what: string): ToolError =>
  new ToolError('VALIDATION', `${what}, which no text has`, {
    hint: 'Search for the text before or after it.',
  });

/** What ripgrep says of a query it does not take; undefined where it complains about something else. */
export function queryComplaint(said: string): ToolError | undefined {
  const refusal = REFUSALS.find(({ words }) => words.test(said));
  return refusal && new ToolError('VALIDATION', refusal.message(said), { hint: refusal.hint });
}

interface Refusal {
  readonly words: RegExp;
  readonly message: (said: string) => string;
  readonly hint: string;
}

const cannotUse = (said: string): string => `ripgrep cannot use this query: ${said}`;

const REFUSALS: readonly Refusal[] = [
  {
    words: /the literal .{0,500} is not allowed/,
    message: () => 'The query holds a line break, and lines are searched one by one',
    hint: 'Search for one of its lines, with contextLines to see the others.',
  },
  {
    words: /pattern contains "\\0"/,
    message: () => 'The query asks for a NUL character, which no text has',
    hint: 'Search for the text before or after it.',
  },
  {
    words: /exceeds size limit/,
    message: () => 'The query is too large once its repetitions are written out',
    hint: 'Repeat less often (+ instead of {1,1000}), or [a-z] instead of \\w.',
  },
  {
    words: /look-around|backreferences/,
    message: cannotUse,
    hint: 'Search for the part without it, and look through the matches.',
  },
  {
    words: /regex|not allowed in|unclosed/,
    message: cannotUse,
    hint: 'Correct it, or leave regex out to search for the text as is.',
  },
];
