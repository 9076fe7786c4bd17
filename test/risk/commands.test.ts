import { expect, test } from 'vitest';
import { isAtLeast } from '../../src/core/risk.ts';
import { judgeShell } from '../../src/gate/risk/walk/judge-shell.ts';
import { testPlace } from '../support/place.ts';
import { samples } from './commands.ts';

const place = {
  ...testPlace,
  entriesOf: (path: string) =>
    /\/src\/(src\/)?a\.ts$|\/src\/a\.ts$/.test(path) ? ('file' as const) : undefined,
};

test.each(samples())('$subject: $bound $risk $command', ({ bound, risk, command }) => {
  const judged = judgeShell(command, place);
  const shown = JSON.stringify(judged);
  if (risk === 'FORBIDDEN') expect(judged.isForbidden, shown).toBe(true);
  else if (bound === '=') expect(judged.risk, shown).toBe(risk);
  else if (bound === '<=') expect(isAtLeast(risk, judged.risk), shown).toBe(true);
  else expect(isAtLeast(judged.risk, risk), shown).toBe(true);
});
