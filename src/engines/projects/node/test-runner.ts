import { basename } from 'node:path';
import type { ReportFormat } from '../../test-reports/report.ts';

interface RunnerReport {
  readonly format: ReportFormat;
  /** Behind the script's own words. */
  readonly options?: (directory: string) => readonly string[];
  readonly env?: (directory: string) => Readonly<Record<string, string>>;
}

/** The report a test script can be asked for; undefined where its runner is not known. */
export function reportOf(script: string): RunnerReport | undefined {
  // Options are passed to the last command of a script; what a pipe or a redirection follows does not get them.
  const last = script.split(/&&|;|\|\|/).at(-1) ?? '';
  if (/[|<>&]/.test(last)) return { format: 'tap' };
  const words = last
    .trim()
    .split(/\s+/)
    .filter((word) => !/^(\w+=\S*|npx|cross-env|c8|nyc|exec|pnpm|yarn|bunx|-y)$/.test(word));
  const runner = basename(words.find((word) => word !== 'node' && !word.startsWith('-')) ?? '').replace(
    /\.[cm]?js$/,
    '',
  );
  if (isNodeTest(words) && !hasReporter(script)) return NODE;
  if (runner === 'vitest' && !hasReporter(script)) return VITEST;
  if ((runner === 'jest' || runner === 'react-scripts') && !/--json/.test(script)) return JEST;
  // tape, tap and others print it by themselves.
  return { format: 'tap' };
}

const hasReporter = (script: string): boolean => /--(test-)?reporter|--outputFile/.test(script);

const isNodeTest = (words: readonly string[]): boolean =>
  (words[0] === 'node' || words[0] === 'tsx') && words.includes('--test');

const VITEST: RunnerReport = {
  format: 'junit',
  options: (directory) => [
    '--reporter=default',
    '--reporter=junit',
    `--outputFile.junit=${directory}/junit.xml`,
  ],
};

const JEST: RunnerReport = {
  format: 'jest',
  options: (directory) => ['--json', `--outputFile=${directory}/jest.json`],
};

/** Behind the names of test files node takes no options any more; the environment reaches it wherever it stands. */
const NODE: RunnerReport = {
  format: 'junit',
  env: (directory) => ({
    NODE_OPTIONS: [
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=junit',
      `--test-reporter-destination=${directory}/junit.xml`,
    ].join(' '),
  }),
};
