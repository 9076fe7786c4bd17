import { existsSync, globSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OutOfTime, within } from '../../core/timing/within.ts';
import { readIfSmall } from '../files/open/regular-file.ts';
import { goOutput, parseGoEvents } from './go-events.ts';
import { parseJest, parseRspec } from './json-reports.ts';
import { parseJunit } from './junit.ts';
import { parseCargo, parseTap, parseUnittest } from './printed.ts';
import type { ReportFormat, TestCase, TestReport } from './report.ts';
import { summarize } from './summarize.ts';
import { parseTrx } from './trx.ts';

// A project says how much there is, and everybody waits while it is read.
const MOST_BYTES = 33_554_432;
const MOST_FILES = 2000;
const LONGEST_MS = 3000;

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

/**
 * The counts and failures of a run; undefined where there is no report, none with a test in it, or more than is read:
 * a part of it would be a wrong count.
 */
export function readReport(place: ReportPlace): TestReport | undefined {
  try {
    const texts = textsOf(place);
    return texts && within(LONGEST_MS, () => reportIn(texts, place));
  } catch (error) {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  }
}

function reportIn(texts: readonly string[], { format, directory }: ReportPlace): TestReport | undefined {
  const cases = texts.flatMap(PARSERS[format]);
  return cases.length === 0 ? undefined : summarize(cases, { directory, isFile });
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

/** Undefined where it is more than is read. */
function textsOf(place: ReportPlace): string[] | undefined {
  if (PRINTED.has(place.format)) return [place.printed];
  const paths = within(LONGEST_MS, () => namesOf(place));
  if (paths.length > MOST_FILES) return undefined;
  const texts: string[] = [];
  let left = MOST_BYTES;
  for (const path of paths) {
    if ((lstatSync(path, { throwIfNoEntry: false })?.size ?? 0) > left) return undefined;
    // No links: one could lead anywhere, and the child that wrote the report may reach less than we do.
    const text = readIfSmall(path, { mostBytes: left }) ?? '';
    left -= Buffer.byteLength(text);
    texts.push(text);
  }
  return texts;
}

const namesOf = ({ reports, directory, writtenTo, startedAt }: ReportPlace): string[] =>
  writtenTo ? writtenSince(directory, writtenTo, startedAt) : namesIn(reports);

/** The child may even have removed the directory. */
const namesIn = (reports: string): string[] =>
  existsSync(reports) ? readdirSync(reports).map((name) => join(reports, name)) : [];

/** Reports of earlier runs lie beside those of this one. */
function writtenSince(directory: string, pattern: RegExp, startedAt: number): string[] {
  const exclude = ['**/node_modules', '**/.git', '**/src'];
  return globSync('**/{surefire-reports,test-results}/**/TEST-*.xml', { cwd: directory, exclude })
    .filter((path) => pattern.test(path))
    .map((path) => join(directory, path))
    .filter((path) => statSync(path).mtimeMs >= startedAt);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
