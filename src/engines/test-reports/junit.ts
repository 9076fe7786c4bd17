import type { TestCase } from './report.ts';
import { parseXml, type XmlElement } from './xml.ts';

/** JUnit XML, as pytest, vitest, node, surefire, Gradle, ctest, phpunit, swift and deno write it. */
export const parseJunit = (text: string): TestCase[] => parseXml(text).flatMap((root) => casesIn(root, []));

function casesIn(element: XmlElement, suites: readonly string[]): TestCase[] {
  if (element.name === 'testcase') return [toCase(element, suites)];
  const inner = element.name === 'testsuite' ? [...suites, element.attributes.name ?? ''] : suites;
  return element.children.flatMap((child) => casesIn(child, inner));
}

function toCase({ attributes, children }: XmlElement, suites: readonly string[]): TestCase {
  const failure = children.find(({ name }) => name === 'failure' || name === 'error');
  const isSkipped = children.some(({ name }) => name === 'skipped') || SKIPPED.has(attributes.status ?? '');
  const output = children.find(({ name }) => name === 'system-out')?.text;
  const { file, line } = attributes;
  return {
    name: fullName(attributes, suites),
    outcome: failure ? 'failed' : isSkipped ? 'skipped' : 'passed',
    ...(file !== undefined && { file }),
    ...(line !== undefined && /^\d+$/.test(line) && { line: Number(line) + firstLine(suites) }),
    ...(failure && {
      message: failure.attributes.message ?? '',
      details: failure.text.trim() || (output ?? ''),
    }),
  };
}

/** ctest writes no element for these. */
const SKIPPED = new Set(['notrun', 'disabled', 'skipped']);

/** pytest counts lines from zero. */
const firstLine = (suites: readonly string[]): number => (suites[0] === 'pytest' ? 1 : 0);

/** The class where there is one, else the suites; a file's name adds nothing to it. */
function fullName(
  { name = '', classname = '' }: XmlElement['attributes'],
  suites: readonly string[],
): string {
  // Node writes the suite where others write a class, or just "test".
  const isSuite = classname === 'test' || (classname === suites.at(-1) && !classname.includes('.'));
  if (isSuite) return [...suites, name].join(' > ');
  const isFile = /[/\\]|\.[cm]?[jt]sx?$/.test(classname);
  return classname === '' || classname === name || isFile ? name : `${classname}.${name}`;
}
