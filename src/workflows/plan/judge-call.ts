import type { Caller } from '../../core/call/caller.ts';
import { ToolError } from '../../core/errors.ts';
import { highestRisk } from '../../core/risk.ts';
import type { Step } from '../../core/workflow/step.ts';
import { isLater, type Scope } from '../expression/scope.ts';
import { fillNamed } from '../expression/template.ts';
import type { Foreseen, Services } from '../services.ts';
import type { StepCall } from '../steps/step-call.ts';
import { knownOf, withKnownEnv, withoutMarks } from './shown-call.ts';

/** The risk of the call itself, and of what is set around it. */
export async function judgeCall(
  call: StepCall,
  step: Step,
  scope: Scope,
  { caller, services }: { readonly caller: Caller; readonly services: Pick<Services, 'foresee'> },
): Promise<Foreseen> {
  const isLate = isLater(call.args);
  // Whose result is sent stands on the card, in the body that is sent.
  const named = isLate && step.payload !== undefined && { payload: fillNamed(step.payload, scope) };
  const args = withoutMarks({ ...withKnownEnv(call.args), ...named }) as Record<string, unknown>;
  const seen = await services.foresee(call.tool, args, { ...caller, setByRun: { shown: knownOf(call.env) } });
  if (seen.error && !isLate)
    throw new ToolError('VALIDATION', `Step "${step.id}" cannot run: ${seen.error.message}`, {
      hint: `It would fail with ${seen.error.code}.`,
    });
  const base: Foreseen = seen.error
    ? {
        ...seen,
        risk: 'HIGH',
        reasons: ['what it does depends on values that are not known yet'],
        effect: undefined,
      }
    : seen;
  const around =
    Object.keys(call.env).length === 0
      ? undefined
      : await services.foresee('shell_execute', { command: ':', env: withoutMarks(call.env) }, caller);
  if (!around) return base;
  return {
    ...base,
    risk: highestRisk([base.risk, around.risk]),
    reasons: [...base.reasons, ...around.reasons],
  };
}
