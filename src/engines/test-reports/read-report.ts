import { existsSync, globSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readIfSmall } from '../files/open/regular-file.ts';
import { goOutput, parseGoEvents } from './go-events.ts';
import { parseJest, parseRspec } from './json-reports.ts';
import { parseJunit } from './junit.ts';
import { parseCargo, parseTap, parseUnittest } from './printed.ts';
import type { ReportFormat, TestCase, TestReport } from './report.ts';
import { summarize } from './summarize.ts';
import { parseTrx } from './trx.ts';

const MAX_BYTES = 33_554_432;
const MAX_FILES = 2000;

export interface ReportPlace {
  readonly format: ReportFormat;
  /** Where the runner was asked to write. */
  readonly reports: string;
  /** Where the project is. */
  readonly directory: string;
  /** Reports the runner writes anyway, below the project. */
  readonly writtenTo?: RegExp;
  readonly startedAt: number;
  readonly printed: string;
}

/** The counts and failures of a run; undefined where there is no report, or none with a test in it. */
export function readReport(place: ReportPlace): TestReport | undefined {
  const cases = textsOf(place).flatMap(PARSERS[place.format]);
  if (cases.length === 0) return undefined;
  return summarize(cases, { directory: place.directory, isFile });
}

/** What a person would have seen, where the runner had to be asked for events instead. */
export const shownOutput = (format: ReportFormat | undefined, printed: string): string =>
  format === 'go' ? goOutput(printed) : printed;

const PARSERS: Readonly<Record<ReportFormat, (text: string) => TestCase[]>> = {
  junit: parseJunit,
  trx: parseTrx,
  jest: parseJest,
  rspec: parseRspec,
  go: parseGoEvents,
  tap: parseTap,
  cargo: parseCargo,
  unittest: parseUnittest,
};

const PRINTED: ReadonlySet<ReportFormat> = new Set(['go', 'tap', 'cargo', 'unittest']);

function textsOf({ format, reports, directory, writtenTo, startedAt, printed }: ReportPlace): string[] {
  if (PRINTED.has(format)) return [printed];
  const paths = writtenTo ? writtenSince(directory, writtenTo, startedAt) : namesIn(reports);
  // No links: one could lead anywhere, and the child that wrote the report may reach less than we do.
  return paths.flatMap((path) => readIfSmall(path, { mostBytes: MAX_BYTES }) ?? []);
}

/** The child may even have removed the directory. */
const namesIn = (reports: string): string[] =>
  existsSync(reports) ? readdirSync(reports).map((name) => join(reports, name)) : [];

/** Reports of earlier runs lie beside those of this one. */
function writtenSince(directory: string, pattern: RegExp, startedAt: number): string[] {
  const exclude = ['**/node_modules', '**/.git', '**/src'];
  return globSync('**/{surefire-reports,test-results}/**/TEST-*.xml', { cwd: directory, exclude })
    .filter((path) => pattern.test(path))
    .slice(0, MAX_FILES)
    .map((path) => join(directory, path))
    .filter((path) => statSync(path).mtimeMs >= startedAt);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
