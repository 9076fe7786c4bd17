import type { TestCase } from './report.ts';
import { elementsNamed, parseXml } from './xml.ts';

/** The results file of `dotnet test --logger trx`. */
export const parseTrx = (text: string): TestCase[] =>
  elementsNamed(parseXml(text), 'UnitTestResult').map((result) => {
    const { testName = '', outcome = '' } = result.attributes;
    const message = elementsNamed([result], 'Message')[0]?.text;
    const details = elementsNamed([result], 'StackTrace')[0]?.text;
    return {
      name: testName,
      outcome: outcome === 'Passed' ? 'passed' : FAILED.has(outcome) ? 'failed' : 'skipped',
      ...(message !== undefined && { message }),
      ...(details !== undefined && { details }),
    };
  });

const FAILED = new Set(['Failed', 'Error', 'Timeout', 'Aborted']);
