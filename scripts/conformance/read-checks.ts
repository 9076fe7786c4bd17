import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** A check that says something: why it failed, warned or was left out. */
export interface Finding {
  readonly scenario: string;
  readonly check: string;
  readonly message: string;
}

export interface CheckReport {
  readonly passed: number;
  readonly failed: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly skipped: readonly Finding[];
}

const checksFile = z.array(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
    errorMessage: z.string().optional(),
    description: z.string().optional(),
  }),
);

/** Sums up what the suite wrote to `dir`; a scenario that wrote nothing has failed. */
export function readChecks(dir: string, scenarios: readonly string[]): CheckReport {
  const folders = existsSync(dir) ? readdirSync(dir) : [];
  const checks = scenarios.flatMap((scenario) => {
    // The suite adds a time to the name; another scenario's name may begin like this one's.
    const folder = folders.find((name) => name.replace(/-\d{4}-\d\d-\d\dT.*$/, '') === `server-${scenario}`);
    return readScenario(join(dir, folder ?? ''), scenario);
  });
  const findings = (status: string): Finding[] =>
    checks.filter((check) => check.status === status).map(({ status: _, ...finding }) => finding);
  return {
    passed: findings('SUCCESS').length,
    failed: scenarios.length > 0 ? findings('FAILURE') : [NOTHING_RAN],
    warnings: findings('WARNING'),
    skipped: findings('SKIPPED'),
  };
}

const NOTHING_RAN: Finding = { scenario: '-', check: '-', message: 'The suite ran no scenario' };

function readScenario(folder: string, scenario: string): (Finding & { status: string })[] {
  const file = join(folder, 'checks.json');
  if (!existsSync(file))
    return [{ scenario, check: '-', status: 'FAILURE', message: 'The scenario did not end' }];
  return checksFile
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(({ id, name, status, errorMessage, description }) => ({
      scenario,
      check: `${id} (${name})`,
      status,
      message: errorMessage ?? description ?? '',
    }));
}
