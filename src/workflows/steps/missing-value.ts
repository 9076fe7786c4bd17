import type { StepResult } from '../../core/workflow/execution.ts';
import type { Step } from '../../core/workflow/step.ts';
import { type Scope, valueAt } from '../expression/scope.ts';
import { placeholdersIn } from '../expression/template.ts';

/**
 * The failure of a step that wants a value which a step before it did not hand on, though that one was completed.
 * One that failed or was left out has no values, and what comes after it nevertheless knows that.
 */
export function missingValue(
  { when: _, outputs: __, ...step }: Step,
  scope: Scope,
  results: Readonly<Record<string, StepResult>>,
): StepResult | undefined {
  const missing = placeholdersIn(step).paths.find(
    ([root, id = '', field, ...rest]) =>
      root === 'steps' &&
      field === 'outputs' &&
      results[id]?.status === 'completed' &&
      valueAt(scope, [root, id, field, ...rest]) === undefined,
  );
  if (!missing) return undefined;
  const message = `{{${missing.join('.')}}} has no value: step "${missing[1]}" did not hand it on`;
  return { status: 'failed', error: { code: 'NOT_FOUND', message } };
}
