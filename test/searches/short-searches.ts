import type { Search } from './find-searches.ts';

interface ShortSearch {
  /** A file below src. */
  readonly at: string;
  /** How the search is written there. */
  readonly source: string;
  readonly why: string;
}

const OURS = 'what is looked for is made here, and short';
const ONE = 'one character is looked for';
const FIRST = 'both are parts of one match, and it stands where the search begins';

/** Searches that take no time, though the types do not say so. */
export const SHORT_SEARCHES: readonly ShortSearch[] = [
  { at: 'cli/hooks/hook-state.ts', source: 'settings.includes(entry)', why: OURS },
  { at: 'core/text/find-text.ts', source: 'text.indexOf(', why: 'at most 64 characters are looked for' },
  { at: 'core/text/replace-pairs.ts', source: 'text.indexOf(', why: OURS },
  { at: 'engines/process/child/process-tree.ts', source: '`', why: OURS },
  { at: 'engines/ssh/shell/cut-frames.ts', source: 'bytes.indexOf(mark)', why: OURS },
  { at: 'engines/web/page/css-values.ts', source: 'signs.includes(sign)', why: ONE },
  {
    at: 'gate/redact/finders/assignments.ts',
    source: 'value.toLowerCase().includes(',
    why: 'the value is at most 8 characters longer than the name',
  },
  { at: 'gate/redact/finders/columns.ts', source: 'line.includes(candidate)', why: ONE },
  { at: 'gate/redact/finders/command-lines.ts', source: 'word.indexOf(pairedBy)', why: ONE },
  { at: 'gate/redact/finders/cookies.ts', source: 'all.indexOf(name)', why: FIRST },
  { at: 'gate/redact/finders/credential-files.ts', source: 'line.lastIndexOf(password)', why: FIRST },
  { at: 'gate/redact/finders/credential-files.ts', source: 'member.lastIndexOf(value)', why: FIRST },
  { at: 'gate/redact/finders/credential-files.ts', source: 'near.slice(', why: OURS },
  {
    at: 'gate/redact/finders/key-blocks.ts',
    source: 'line.lastIndexOf(shown)',
    why: 'the line has at most 160 characters',
  },
  {
    at: 'gate/redact/finders/passwords-in-sentences.ts',
    source: 'found[0].indexOf(value)',
    why: 'the end of a sentence, of at most LONGEST characters',
  },
  { at: 'gate/redact/values/assigned-value.ts', source: 'near.indexOf(quote)', why: ONE },
  { at: 'gate/risk/programs/judge-xargs.ts', source: 'text.split(separator(delimiter)', why: ONE },
  { at: 'tools/native/search-options.ts', source: 'valueLetters.includes(letter)', why: ONE },
  { at: 'tools/native/search-options.ts', source: 'flagLetters.includes(letter)', why: ONE },
  { at: 'workflows/definitions/workflow-files.ts', source: 'file.lastIndexOf(', why: OURS },
];

export const isShort = ({ file, source }: Search): boolean =>
  SHORT_SEARCHES.some((short) => short.at === file && source.startsWith(short.source));
