/** A pattern that may be slow, because the text it is given is short or nobody's but ours. */
interface ShortText {
  /** A file of the source, or a folder with a slash at its end. */
  readonly at: string;
  /** How the pattern begins; all of them where it is left out. */
  readonly pattern?: string;
  readonly why: string;
}

export const SHORT_TEXTS: readonly ShortText[] = [
  { at: 'assistant/title.ts', pattern: '\\s+\\S*$', why: 'the first LONGEST characters' },
  {
    at: 'cli/hooks/hook-state.ts',
    pattern: '"hooksConfig"',
    why: 'read by a command of a person, not by the host',
  },
  { at: 'engines/code/graph/resolve-go.ts', pattern: '^\\s*(?:require', why: 'lines of up to LONGEST_LINE' },
  { at: 'engines/code/script/signatures.ts', why: 'cut to four times LONGEST first' },
  { at: 'engines/code/tree/grammars/go.ts', pattern: '([\\p{L}_]', why: 'up to LONGEST_RECEIVER' },
  { at: 'engines/knowledge/cut/definitions.ts', why: 'lines of up to 400 characters' },
  { at: 'engines/process/child/cgroup.ts', why: 'written by the kernel, and read once' },
  { at: 'engines/sandbox/machine/home/home-directory.ts', why: 'the names of files' },
  { at: 'engines/sandbox/machine/settings/plain-value.ts', why: 'values of up to LONGEST' },
  { at: 'engines/code/graph/needs/gradle.ts', why: 'lines of up to LONGEST_LINE' },
  {
    at: 'engines/code/graph/needs/ruby-needs.ts',
    pattern: '-(?:x86',
    why: 'versions of up to 101 characters',
  },
  { at: 'engines/sandbox/machine/settings/setting-files.ts', why: "lines of a person's own settings" },
  {
    at: 'engines/sandbox/workspace/harmless-settings.ts',
    pattern: '^[([-]*',
    why: 'words of up to LONGEST_WORD',
  },
  { at: 'engines/search/query-note.ts', pattern: '\\[\\^', why: 'queries of up to LONGEST_QUERY' },
  { at: 'engines/test-reports/locate.ts', why: 'the first MAX_CHARACTERS' },
  { at: 'engines/web/page/hiding-styles.ts', why: 'declarations are cut to LONGEST in style-rules.ts' },
  { at: 'engines/web/page/read-text.ts', pattern: '<meta', why: 'the first 2048 bytes' },
  { at: 'gate/redact/formats/', why: 'read at a prefix only; search-time.test.ts measures the whole search' },
  { at: 'gate/redact/values/', why: 'judged up to a length; search-time.test.ts measures the whole search' },
  { at: 'gate/risk/languages/plain-code.ts', why: 'up to LONGEST' },
  { at: 'gate/risk/languages/plain-vocabulary.ts', why: 'up to LONGEST in plain-code.ts' },
  { at: 'gate/risk/languages/plain-mongo.ts', why: 'up to LONGEST' },
  { at: 'gate/risk/languages/plain-sql.ts', why: 'up to LONGEST' },
  { at: 'store/audit/table.ts', pattern: 'CREATE TRIGGER', why: 'our own SQL' },
  { at: 'transports/mcp/lean/kinds-of-names.ts', why: 'queries of up to LONGEST' },
];

export const isShort = (file: string, source: string): boolean =>
  SHORT_TEXTS.some(
    ({ at, pattern = '' }) =>
      (at.endsWith('/') ? file.startsWith(at) : file === at) && source.startsWith(pattern),
  );
