/** What a report is written in; the last ones are read from what the runner prints. */
export type ReportFormat = 'junit' | 'trx' | 'jest' | 'rspec' | 'go' | 'tap' | 'cargo' | 'unittest';

export interface TestFailure {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
}

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
}

/** One test, as every format has it. */
export interface TestCase {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What the runner says about a failure, whole: the place is looked for in it. */
  readonly details?: string;
  /** Short words, where the format has them beside the details. */
  readonly message?: string;
  readonly file?: string;
  readonly line?: number;
}

/** Where the tests ran, to tell the project's own files from others. */
export interface TestPlace {
  readonly directory: string;
  readonly isFile: (path: string) => boolean;
}
