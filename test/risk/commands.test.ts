import { expect, test } from 'vitest';
import { isAtLeast } from '../../src/core/risk.ts';
import { judgeShell } from '../../src/gate/risk/walk/judge-shell.ts';
import { testPlace } from '../support/place.ts';
import { samples } from './commands.ts';

test.each(samples())('$subject: $bound $risk $command', ({ bound, risk, command }) => {
  const judged = judgeShell(command, testPlace);
  const shown = JSON.stringify(judged);
  if (risk === 'FORBIDDEN') expect(judged.isForbidden, shown).toBe(true);
  else if (bound === '=') expect(judged.risk, shown).toBe(risk);
  else if (bound === '<=') expect(isAtLeast(risk, judged.risk), shown).toBe(true);
  else expect(isAtLeast(judged.risk, risk), shown).toBe(true);
});
