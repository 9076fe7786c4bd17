import { closeSync, constants, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PathTest } from '../../core/path/glob.ts';
import { isSecretFile } from '../../core/path/sensitive-paths.ts';
import { checkQuery } from './check-query.ts';
import { distrustedRules } from './distrusted-rules.ts';
import { encodingArguments } from './file-encoding.ts';
import { countFiles, indexedPaths, type Means, wantedIn } from './find-files.ts';
import { createMatchReader, type Match } from './match-lines.ts';
import { noteOn } from './query-note.ts';
import { runRipgrep } from './run-ripgrep.ts';
import { ripgrepScope } from './scope.ts';
import type { SearchedPlace } from './searched-place.ts';
import { keepInside } from './still-inside.ts';

export interface TextQuery {
  readonly query: string;
  readonly globs: readonly string[];
  readonly regex: boolean;
  readonly caseSensitive: boolean | 'smart';
  readonly contextLines: number;
  readonly limit: number;
  readonly includeIgnored: boolean;
}

export interface FoundText {
  readonly matches: readonly Match[];
  /** At least, where the search ended early. */
  readonly filesSearched: number;
  readonly truncated: boolean;
  readonly secretFilesSkipped: number;
  /** What was not looked for. */
  readonly note?: string;
}

/** Lines that fit a query, found by ripgrep in the directory that is held open. */
export async function findText(place: SearchedPlace, query: TextQuery, means: Means): Promise<FoundText> {
  checkQuery(query.query);
  const fits = wantedIn(place, query.globs, means);
  const { globs, includeIgnored } = query;
  const needsFiles = globs.length > 0 && !isNameGlob(globs);
  const indexed = place.isFolder ? await indexedPaths(place, includeIgnored, means) : undefined;
  const distrusted =
    includeIgnored || indexed !== undefined ? [] : await distrustedRules(place, means.indexes);
  const [found, counted] = await Promise.all([
    searchWithRipgrep(place, query, { fits, secrets: indexed?.secrets, distrusted }, means),
    place.isFolder ? countFiles(place, fits, { includeIgnored, needsFiles, indexed }, means) : undefined,
  ]);
  const inside = keepInside(place, found.matches, ({ path }) => path);
  const tooLong = keepInside(place, found.tooLong, (path) => path);
  const note = noteOn(query, { isFolder: place.isFolder, isEmpty: inside.length === 0, tooLong });
  const matches = inside.sort((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
  return {
    matches: matches.slice(0, query.limit),
    // ripgrep also looks into files whose path does not fit; what it found there is not shown.
    filesSearched: (found.isWhole ? counted?.files : undefined) ?? found.filesSearched,
    truncated: matches.length > query.limit,
    secretFilesSkipped: counted?.secrets ?? 0,
    ...(note !== undefined && { note }),
  };
}

interface Shown {
  readonly fits: PathTest;
  /** The files with secrets, where they are known already. */
  readonly secrets: readonly string[] | undefined;
  /** What keeps ripgrep from files of rules that are not what they should be. */
  readonly distrusted: readonly string[];
}

async function searchWithRipgrep(
  place: SearchedPlace,
  query: TextQuery,
  { fits, ...known }: Shown,
  means: Means,
) {
  const matches: Match[] = [];
  const tooLong: string[] = [];
  const seen = new Set<string>();
  let searched: number | undefined;
  const reader = createMatchReader({
    contextLines: query.contextLines,
    onFile: (name, found) => {
      const path = place.isFolder ? name.replace(/^\.\//, '') : basename(place.path);
      seen.add(path);
      // Its arguments have kept secrets from being read; names that only fold to one, or came since, are caught here.
      if (!fits(path) || (place.isFolder && isSecretFile(path))) return;
      matches.push(...found.matches.map((match) => ({ path, ...match })));
      if (found.hasTooLong) tooLong.push(path);
    },
    onSummary: (filesSearched) => {
      searched = filesSearched;
    },
    cut: means.cut,
    textBefore: (name, offset) => readBefore(place, name, offset),
  });
  await runRipgrep({
    args: [...queryArguments(query), ...scopeArguments(place, query, known, means)],
    cwd: place.isFolder ? place.descriptor : '/',
    signal: means.signal,
    separator: '\n',
    onLine: (line) => {
      reader.read(line);
      return matches.length <= query.limit;
    },
    onLongLine: reader.readHead,
  });
  return { matches, tooLong, filesSearched: searched ?? seen.size, isWhole: searched !== undefined };
}

function queryArguments({ query, regex, caseSensitive, contextLines, limit }: TextQuery): string[] {
  const letters = { true: '--case-sensitive', false: '--ignore-case', smart: '--smart-case' };
  return [
    '--json',
    '--crlf',
    letters[`${caseSensitive}`],
    // One more than is wanted of a file shows that there are more.
    `--max-count=${limit + 1}`,
    ...(regex ? [] : ['--fixed-strings']),
    // At least one: a value may stand in the line below its name.
    `--context=${Math.max(1, contextLines)}`,
    `--regexp=${query}`,
  ];
}

function scopeArguments(
  place: SearchedPlace,
  { globs, includeIgnored }: TextQuery,
  known: Omit<Shown, 'fits'>,
  { hidden }: Means,
): string[] {
  // A file that was named is searched whatever it is called: the gate has judged that.
  if (!place.isFolder) return ['--no-messages', ...encodingArguments(place), '--', place.descriptor];
  const { realPath: folder, isInRepository } = place;
  const scope = { folder, hidden, includeIgnored, isInRepository, ...known, nameGlob: nameGlobOf(globs) };
  return [...ripgrepScope(scope), '--', './'];
}

/** The last part of the only glob, where ripgrep is sure to read it as we do; saves it opening the other files. */
function nameGlobOf(globs: readonly string[]): string | undefined {
  const [glob, ...others] = globs.filter((one) => !one.startsWith('!'));
  if (glob === undefined || others.length > 0) return undefined;
  const name = /^(?:[\w.*-]+\/)*([\w.*-]+|\*\.\{[\w,]+\})$/.exec(glob)?.[1];
  return name === undefined || name.includes('**') ? undefined : name;
}

/** ripgrep itself looks at nothing else. */
const isNameGlob = (globs: readonly string[]): boolean =>
  globs.length === 1 && globs[0] !== undefined && nameGlobOf(globs) === globs[0];

const comparePaths = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const BEFORE_BYTES = 16_384;
const TO_READ = constants.O_RDONLY | constants.O_NONBLOCK;

/** What stands before a line, as far as it is worth reading; nothing where the file is gone. */
function readBefore({ isFolder, descriptor }: SearchedPlace, name: string, offset: number): string {
  try {
    const fd = isFolder
      ? openSync(join(descriptor, name), TO_READ | constants.O_NOFOLLOW)
      : openSync(descriptor, TO_READ);
    try {
      const bytes = Buffer.alloc(Math.min(offset, BEFORE_BYTES));
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, offset - bytes.length));
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}
