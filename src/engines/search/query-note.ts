import { shownName } from '../../core/text/shown-name.ts';
import type { TextQuery } from './find-text.ts';
import { LONGEST_LINE } from './run-ripgrep.ts';

interface Outcome {
  readonly isFolder: boolean;
  readonly isEmpty: boolean;
  /** Files with a match in a line that is too long to be read. */
  readonly tooLong: readonly string[];
}

/** What a caller may take for not there; undefined where all is as it seems. */
export function noteOn(query: TextQuery, outcome: Outcome): string | undefined {
  const notes = [noteOnQuery(query, outcome), noteOnLongLines(outcome.tooLong)];
  return notes.filter((note) => note !== undefined).join(' ') || undefined;
}

function noteOnLongLines([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  const where =
    others.length === 0 ? shownName(first) : `${shownName(first)} and ${others.length} more files`;
  return `Not shown: matching lines of more than ${LONGEST_LINE / 1_048_576} MB, in ${where}.`;
}

function noteOnQuery({ query, regex }: TextQuery, { isFolder, isEmpty }: Outcome): string | undefined {
  if (regex && query.length <= LONGEST_QUERY && isForSeveralLines(query))
    return 'Lines are searched one by one: no part of the query reaches over a line break. Search for one line, with contextLines.';
  if (isFolder && isEmpty && !/^\p{ASCII}*$/u.test(query))
    return 'In files that are neither UTF-8 nor UTF-16 with a mark only ASCII is found; name such a file as path.';
  return undefined;
}

/** What people write to go on into the next line: any character, (?s), or a line break that is one of several choices. */
const isForSeveralLines = (pattern: string): boolean =>
  [ANY_CHARACTER, DOT_IS_ANY, LINE_BREAK].some((way) => way.test(pattern.replaceAll(NOT_THESE, '')));

/** Nobody reads a longer one, and looking for what is excluded takes the square of its length. */
const LONGEST_QUERY = 2000;
const NOT_THESE = /\[\^(?:\\.|[^\]\\])*\]/g;
const ANY_CHARACTER = /\[\\(?:s\\S|S\\s|w\\W|W\\w|d\\D|D\\d)\]/;
const DOT_IS_ANY = /\(\?[imuxRU]*s/;
const LINE_BREAK = /(?<!\\)(?:\\\\)*\\[nr]/;
