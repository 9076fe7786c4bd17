import type { TextQuery } from './find-text.ts';

interface Outcome {
  readonly isFolder: boolean;
  readonly isEmpty: boolean;
}

/** What a caller may take for not there, though it was never looked for; undefined where all is as it seems. */
export function noteOn({ query, regex }: TextQuery, { isFolder, isEmpty }: Outcome): string | undefined {
  if (regex && isForSeveralLines(query))
    return 'Lines are searched one by one: no part of the query reaches over a line break. Search for one line, with contextLines.';
  if (isFolder && isEmpty && !/^\p{ASCII}*$/u.test(query))
    return 'In files that are neither UTF-8 nor UTF-16 with a mark only ASCII is found; name such a file as path.';
  return undefined;
}

/** What people write to go on into the next line: any character, (?s), or a line break that is one of several choices. */
const isForSeveralLines = (pattern: string): boolean =>
  [ANY_CHARACTER, DOT_IS_ANY, LINE_BREAK].some((way) => way.test(pattern.replaceAll(NOT_THESE, '')));

const NOT_THESE = /\[\^(?:\\.|[^\]])*\]/g;
const ANY_CHARACTER = /\[\\(?:s\\S|S\\s|w\\W|W\\w|d\\D|D\\d)\]/;
const DOT_IS_ANY = /\(\?[imuxRU]*s/;
const LINE_BREAK = /(?<!\\)(?:\\\\)*\\[nr]/;
