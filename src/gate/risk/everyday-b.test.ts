import { expect, test } from 'vitest';
import { testPlace } from '../../../test/support/place.ts';
import { isAtLeast } from '../../core/risk.ts';
import { HARMLESS_CODE } from './everyday-b/harmless-code.ts';
import { HARMLESS_MACHINES } from './everyday-b/harmless-machines.ts';
import { MEDIUM } from './everyday-b/medium.ts';
import { RISKY_CODE } from './everyday-b/risky-code.ts';
import { RISKY_MACHINES } from './everyday-b/risky-machines.ts';
import { judgeShell } from './shell-risk.ts';

test.each([...HARMLESS_CODE, ...HARMLESS_MACHINES])('%s is not worth a question', (line) => {
  const judged = judgeShell(line, testPlace);
  expect(isAtLeast('LOW', judged.risk), JSON.stringify(judged)).toBe(true);
});

test.each(MEDIUM)('%s is MEDIUM', (line) => {
  const judged = judgeShell(line, testPlace);
  expect(judged.risk, JSON.stringify(judged)).toBe('MEDIUM');
});

test.each([...RISKY_CODE, ...RISKY_MACHINES])('at least %s: %s', (risk, line) => {
  const judged = judgeShell(line, testPlace);
  expect(isAtLeast(judged.risk, risk), JSON.stringify(judged)).toBe(true);
});
