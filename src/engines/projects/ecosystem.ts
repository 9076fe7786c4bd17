import type { EcosystemName } from '../../core/project.ts';
import type { Argv } from '../../core/text/command-words.ts';
import type { ReportFormat } from '../test-reports/report.ts';
import type { ProjectFiles } from './project-files.ts';

export type Step = 'restore' | 'build' | 'test';

/** A directory that holds a manifest. */
export interface Place {
  readonly directory: string;
  readonly names: readonly string[];
  readonly files: ProjectFiles;
  /** The project file the caller named, if it was one. */
  readonly target?: string;
}

/** How to get a report beside what a person would see. */
export interface ReportRequest {
  readonly format: ReportFormat;
  /** The last command with the report switched on; it writes below `directory`. */
  readonly command?: (directory: string) => Argv;
  readonly env?: (directory: string) => Readonly<Record<string, string>>;
  /** Where the runner writes reports anyway, below the project. */
  readonly writtenTo?: RegExp;
}

/** What one step of one ecosystem runs, in order. */
export interface Plan {
  readonly commands: readonly [Argv, ...Argv[]];
  readonly report?: ReportRequest;
}

export interface Ecosystem {
  readonly name: EcosystemName;
  /** The file among these that shows a project of this kind. */
  readonly manifest: (names: readonly string[]) => string | undefined;
  /** The reason in words where the project does not offer the step. */
  readonly plan: (place: Place, step: Step, args: readonly string[]) => Plan | string;
}

/** A manifest with one of these names. */
export const named =
  (...wanted: readonly string[]) =>
  (names: readonly string[]): string | undefined =>
    wanted.find((name) => names.includes(name));

/** One command with the caller's arguments behind it. */
export const run = (args: readonly string[], ...argv: Argv): Plan => ({ commands: [[...argv, ...args]] });

/** One command that takes an option for a JUnit file. */
export const runWithJunit = (
  args: readonly string[],
  option: (file: string) => readonly string[],
  ...argv: Argv
): Plan => ({
  ...run(args, ...argv),
  report: {
    format: 'junit',
    command: (directory) => [...argv, ...option(`${directory}/junit.xml`), ...args],
  },
});
