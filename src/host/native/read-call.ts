import { statSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import type { NativeCall } from '../../core/call/native-call.ts';
import { bracesIn } from '../../core/path/expand-braces.ts';
import { fromAnywhere } from '../../core/path/from-anywhere.ts';
import { spelledFrom } from '../../core/path/meanings.ts';
import { namesSecrets } from '../../core/path/sensitive-paths.ts';
import { oneOfInAnyCase } from '../../core/text/one-of.ts';
import { FILE_KINDS } from '../../tools/native/file-kinds.ts';
import { filesOf, isForeign, isPathField, pathsIn, placesOf } from './named-paths.ts';

type Data = Record<string, unknown>;

const CONTENTS =
  /^(grep|grep_search|grep_files|search_file_content|rg|textsearch|text_search|findtextinfiles|search_files|search_codebase|codebase|codebase_search|semantic_search|semanticsearch|read_many_files|readmanyfiles)$/i;
const NAMES = /^(glob|file_search|filesearch|glob_search|glob_file_search|findfiles)$/i;
const FILES = /^(read|view|read_file|read_files|readfile|view_image|read_notebook)$/i;
/** What it names are patterns, and links are followed. */
const MANY = /^read_?many_?files$/i;

/** The arguments of native_read for what an agent reads, lists or searches. */
export function readArguments({ client, tool, input }: NativeCall, cwd: string): Data {
  const isMany = MANY.test(tool);
  const isContent = CONTENTS.test(tool);
  const patterns = globsIn(tool, input);
  // Cline hands ripgrep this pattern where there is no other, and then nothing is left out.
  const given = client === 'cline' && tool === 'search_files' && patterns.length === 0 ? ['*'] : patterns;
  // `a/{..,b}` goes up as well.
  const allGlobs = given.flatMap((glob) => bracesIn(glob) ?? []);
  const globs = allGlobs.slice(0, MOST_NAMES).map((glob) => insideOf(glob, cwd));
  const allNamed = isMany ? globs.filter((glob) => !isPattern(glob)) : pathsIn(input);
  const named = allNamed.slice(0, MOST_NAMES);
  const told = named.length > 0 ? named : ['.'];
  const places = client === 'opencode' && isContent ? told.flatMap((path) => around(path, cwd)) : told;
  const files = places.flatMap((path) =>
    filesOf(
      [path],
      cwd,
      FILES.test(tool) || (isContent && placesOf(path, cwd).some(isFile)) ? 'read' : 'list',
    ),
  );
  // A pattern that begins elsewhere, and a file that a search names instead of a pattern.
  const elsewhere = filesOf(globs.filter(isOutside).map(beforePattern), cwd, 'list');
  const instead = isContent ? globs.map((glob) => spelledFrom(places[0] ?? '.', glob)) : [];
  const unknown = [
    ...unknownIn(input),
    ...(client === 'cline' && isContent ? optionsIn(input) : []),
    ...named.filter(isForeign),
    ...given.filter((glob) => bracesIn(glob) === undefined).map((glob) => glob.slice(0, LONGEST_SHOWN)),
    ...(FILES.test(tool) && named.length === 0 ? ['(no file)'] : []),
    ...(Math.max(allGlobs.length, allNamed.length) > MOST_NAMES ? [`(more than ${MOST_NAMES} names)`] : []),
  ];
  return {
    tool,
    files: [
      ...files,
      ...(isMany && globs.some(isPattern) ? filesOf(['.'], cwd, 'list') : []),
      ...elsewhere,
      ...instead
        .filter((path) => placesOf(path, cwd).some(isFile))
        .flatMap((path) => filesOf([path], cwd, 'read')),
    ],
    ...(globs.length > 0 && { names: globs.find(namesSecrets) ?? globs.join(' ') }),
    ...(isContent &&
      (!isMany || globs.some(isPattern)) && { search: searchIn(input, globs, { isMany, places, cwd }) }),
    ...(unknown.length > 0 && { unknown }),
  };
}

/** Each is looked for on the disk. */
const MOST_NAMES = 500;
const LONGEST_SHOWN = 100;

const GLOB_FIELDS = /^(glob|include|include_?patterns?|file_?pattern|glob_?patterns?)$/i;

/** Every pattern of names, one or many; several in one text, except between braces. */
const globsIn = (tool: string, input: Data): string[] =>
  Object.entries(input)
    .filter(
      ([field]) =>
        GLOB_FIELDS.test(field) ||
        (NAMES.test(tool) && /^(pattern|query)$/.test(field)) ||
        (MANY.test(tool) && isPathField(field)),
    )
    .flatMap(([, value]) => (Array.isArray(value) ? value.flat() : [value]))
    .filter((glob) => typeof glob === 'string')
    // Nobody writes such a one; it may name anything.
    .map((glob) => (glob.length > LONGEST_GLOB ? '**' : glob))
    .flatMap((glob) => glob.split(/\s+|,(?![^{]*\})/))
    .filter((glob) => glob !== '');

const LONGEST_GLOB = 2000;

const isPattern = (glob: string): boolean => /[*?[\](){}!+@|\\]/.test(glob);
const isOutside = (glob: string): boolean => /^(\/|~|\$|[a-z]+:)|(^|\/)\.\.(\/|$)/i.test(glob);
const beforePattern = (glob: string): string => {
  const at = glob.search(/[*?[\](){}!+@|\\]/);
  return at === -1 ? glob : glob.slice(0, glob.lastIndexOf('/', at) + 1) || '.';
};

/** An absolute one below the directory, as one from there. */
const insideOf = (glob: string, cwd: string): string => {
  const rest = isAbsolute(glob) ? relative(cwd, glob) : glob;
  return rest === '' || rest.startsWith('..') ? glob : rest;
};

/** opencode searches the whole directory of a file that it is told. */
const around = (path: string, cwd: string): string[] => [
  path,
  ...filesOf([path], cwd, 'read').flatMap((file) => (isFile(file.path) ? [dirname(file.path)] : [])),
];

/** Cline hands a query to ripgrep as it is, which takes these for options. */
const optionsIn = ({ query, queries, regex }: Data): string[] =>
  [query, queries, regex]
    .flat()
    .filter((text): text is string => typeof text === 'string' && text.startsWith('-'));

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

interface SearchedFrom {
  readonly isMany: boolean;
  readonly places: readonly string[];
  readonly cwd: string;
}

/** Which files of a directory it looks into, as far as its arguments say so in words that all clients read alike. */
function searchIn(input: Data, globs: readonly string[], { isMany, places, cwd }: SearchedFrom) {
  const kind = typeof input.type === 'string' ? FILE_KINDS[input.type] : undefined;
  const isSure = globs.every((glob) => !isOutside(glob) && !UNSURE.test(glob));
  return {
    globs:
      globs.length === 0 && kind !== undefined
        ? [kind]
        : isSure
          ? globs
              .flatMap((glob) => withDirectories(glob, isMany))
              .flatMap((glob) => places.flatMap((place) => fromAnywhere(glob, place, cwd)))
          : [],
    // A pattern shows what it names, ignored or not.
    isIgnoredToo: !isSure || isIgnoredToo(input),
    ...(isMany && { followsLinks: true }),
  };
}

/** What clients read in different ways: comments, groups, escapes, a `!` inside, and brackets with more than letters and digits. */
const UNSURE = /^#|^\.{0,2}\/|[\\()|]|.!|\[(?!(?:\w(?:-\w)?)+\])/;

/** To some, a directory stands for what lies in it; read_many_files takes small and large letters for the same. */
function withDirectories(glob: string, isMany: boolean): string[] {
  if (!isMany) return /[*?[{]/.test(glob) ? [glob] : [glob, `${glob}/**`];
  // Between brackets a letter may stand for others.
  if (glob.includes('[')) return ['*'];
  return [glob.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)];
}

function isIgnoredToo(input: Data): boolean {
  const options = [input, input.file_filtering_options].filter(
    (one) => typeof one === 'object' && one !== null,
  );
  return options.some((one) =>
    Object.entries(one as Data).some(
      ([field, value]) =>
        (SHOWS_IGNORED.test(field) && value !== false) || (HIDES_IGNORED.test(field) && value !== true),
    ),
  );
}

const SHOWS_IGNORED = /^(no_ignore|include_?ignored(_?files)?)$/i;
const HIDES_IGNORED = /^(respect_\w*_?ignore|use_?default_?excludes)$/i;

/** What says how much is shown, in which form, and what is left out: nothing that lets more be read. */
const SHOWN = oneOfInAnyCase`
  pattern query queries regex offset limit pages? view_?range (start|end)_?line\w* line\w* column character
  ranges? depth recursive head_limit tail_limit max_?\w+ total_max_matches output_mode mode indentation
  context after before -[abchinovw] multiline type case_?sensitive fixed_strings is_?regexp? names_only
  ignore(_globs)? exclude(_?patterns?)? sort\w* encoding detail operation symbol\w* explanation description
  reason task_progress wait_for_previous tool_?call_?id should_read_entire_file force_?read_?large_?files
  search_only_prs cell_id command
`;

/** Arguments that nobody here knows the meaning of, and others of a form that is not known. */
function unknownIn(input: Data): string[] {
  return Object.entries(input).flatMap(([field, value]) => {
    if (value === undefined || value === null || SHOWN.test(field)) return [];
    if (SHOWS_IGNORED.test(field) || HIDES_IGNORED.test(field)) return [];
    if (field === 'file_filtering_options') return isRecord(value) ? unknownIn(value) : [field];
    if (!isPathField(field) && !GLOB_FIELDS.test(field)) return [field];
    return [value].flat(2).flatMap((one) => {
      if (typeof one === 'string') return [];
      return isRecord(one) && pathsIn(one).length > 0 ? unknownIn(one) : [field];
    });
  });
}

const isRecord = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
