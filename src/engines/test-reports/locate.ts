import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestPlace } from './report.ts';

interface Location {
  readonly file: string;
  readonly line: number;
}

/** The ways runners write a place: Python's, .NET's, Java's, and everybody else's `file:line`. */
const PATTERNS: readonly RegExp[] = [
  /File "(?<file>[^"\n]+)", line (?<line>\d+)/g,
  / in (?<file>\S[^\n]{0,300}?):line (?<line>\d+)/g,
  /\bat (?<type>[\w$.]+)\.[\w$<>]+\((?<file>\w+\.(?:java|kt|scala|groovy)):(?<line>\d+)\)/g,
  /(?<file>(?:file:\/\/)?[^\s()'"`:;,<>|]{1,300}\.\w{1,12}):(?<line>\d+)(?::\d+)?/g,
];

/** The place stands near the beginning; all of what a test printed may be without end. */
const MAX_CHARACTERS = 20_000;

const SOURCES = ['src/test/java', 'src/test/kotlin', 'src/test/scala', 'src/main/java', 'src/main/kotlin'];

const FOREIGN = /(^|\/)(node_modules|site-packages|dist-packages|vendor|\.venv|venv|\.cargo)\//;

/** The first place in a failure's words that is a file of the project itself. */
export function locate(text: string, place: TestPlace): Location | undefined {
  for (const { file, line } of placesIn(text.slice(0, MAX_CHARACTERS))) {
    const path = candidates(file, place.directory).find(
      (candidate) =>
        candidate.startsWith(place.directory + sep) &&
        !FOREIGN.test(candidate.slice(place.directory.length)) &&
        place.isFile(candidate),
    );
    if (path !== undefined) return { file: path, line };
  }
  return undefined;
}

/** All places, in the order they stand in the text. */
function placesIn(text: string): (Location & { at: number })[] {
  return PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups = {}, index }) => ({
      file: groups.type === undefined ? (groups.file ?? '') : sourceOf(groups.type, groups.file ?? ''),
      line: Number(groups.line),
      at: index,
    })),
  ).sort((a, b) => a.at - b.at);
}

/** `com.acme.FooTest` in `FooTest.java` -> `com/acme/FooTest.java`. */
const sourceOf = (type: string, file: string): string => [...type.split('.').slice(0, -1), file].join('/');

const candidates = (file: string, directory: string): string[] => {
  if (file.startsWith('file://')) return URL.canParse(file) ? [fileURLToPath(file)] : [];
  return [resolve(directory, file), ...SOURCES.map((source) => resolve(directory, source, file))];
};
