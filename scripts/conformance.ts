// Runs the public MCP conformance suite against the built program and prints what passed and what did not.
import type { Finding } from './conformance/read-checks.ts';
import { runSuite } from './conformance/run-suite.ts';

const results = await runSuite((group) => console.error(`Running ${group} ...`));

const rows = [
  ['scenario group', 'passed', 'failed', 'warnings', 'skipped'],
  ...results.map(({ group, passed, failed, warnings, skipped }) =>
    [group, passed, failed.length, warnings.length, skipped.length].map(String),
  ),
];
for (const row of rows)
  console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(16) : cell.padStart(9))).join(''));

const print = (title: string, findings: readonly Finding[]): void => {
  if (findings.length > 0) console.log(`\n${title}`);
  for (const { scenario, check, message } of findings) console.log(`- ${scenario}: ${check}\n  ${message}`);
};
const all = (pick: (result: (typeof results)[number]) => readonly Finding[]): Finding[] =>
  results.flatMap(pick);
print(
  'Failed',
  all(({ failed }) => failed),
);
print(
  'Warnings',
  all(({ warnings }) => warnings),
);
print(
  'Skipped by the suite',
  all(({ skipped }) => skipped),
);

process.exitCode = all(({ failed }) => failed).length > 0 ? 1 : 0;
