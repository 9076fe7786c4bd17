import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testPlace } from '../../../test/support/place.ts';
import { isAtLeast, RISKS } from '../../core/risk.ts';
import { judgeShell } from './shell-risk.ts';

/** Lines of `RISK command`. */
const samples = (name: string) =>
  readFileSync(join(import.meta.dirname, 'samples', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.indexOf(' ');
      const risk = RISKS.find((one) => one === line.slice(0, at));
      if (!risk) throw new Error(`Not a sample: ${line}`);
      return [risk, line.slice(at + 1).replaceAll('⏎', '\n')] as const;
    });

test.each([
  ...samples('disguised.txt'),
  ...samples('disguised-more.txt'),
  ...samples('abuses.txt'),
  ...samples('carried.txt'),
])('at least %s: %s', (risk, line) => {
  const judged = judgeShell(line, testPlace);
  expect(isAtLeast(judged.risk, risk), JSON.stringify(judged)).toBe(true);
});

test.each([...samples('everyday.txt'), ...samples('everyday-more.txt')])('at most %s: %s', (risk, line) => {
  const judged = judgeShell(line, testPlace);
  expect(isAtLeast(risk, judged.risk), JSON.stringify(judged)).toBe(true);
});
