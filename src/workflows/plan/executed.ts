import type { Assessment } from '../../core/call/assessment.ts';
import { runsWithKeys } from '../../core/process/runs-with-keys.ts';
import type { Step } from '../../core/workflow/step.ts';
import type { Foreseen } from '../services.ts';

/** What a step executes of the project, and what of that cannot be told before the run. */
export type Executed = Pick<Assessment, 'runs' | 'scripts' | 'unfound'>;

export function executedIn(
  { name }: Pick<Step, 'name'>,
  seen: Pick<Foreseen, keyof Executed | 'wanted' | 'commands'>,
): Executed {
  const { runs = [], scripts = [], unfound = [], wanted, commands = [] } = seen;
  const executed = runs.length + scripts.length;
  const isWithKeys = runsWithKeys({ access: wanted, requested: wanted, executed, commands });
  return {
    runs,
    scripts,
    unfound: isWithKeys ? [...unfound, `what step "${name}" loads with your keys`] : unfound,
  };
}

/** That of all steps together: the card of a run shows it, and an answer is bound to it like that to any other call. */
export function executedBy(steps: readonly Executed[]): Executed {
  const runs = new Set(steps.flatMap((one) => one.runs ?? []));
  const scripts = steps.flatMap((one) => one.scripts ?? []);
  const unfound = new Set(steps.flatMap((one) => one.unfound ?? []));
  return {
    ...(runs.size > 0 && { runs: [...runs] }),
    ...(scripts.length > 0 && { scripts }),
    ...(unfound.size > 0 && { unfound: [...unfound] }),
  };
}
