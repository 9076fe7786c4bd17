import { type Call, resolved, type Step } from '../../core/call/call.ts';
import { highestRisk, isAtLeast } from '../../core/risk.ts';
import { fitsPlan, isWithinReach, type PlannedCall, reachOf } from '../../core/workflow/planned-call.ts';
import { secretForProgram } from '../../core/workflow/stored-secret.ts';

/** What people allowed beforehand, together with a run or for an action. */
export interface RunGrants {
  /** What was planned and allowed for the call with this key when its run was. */
  plannedFor(requestKey: string): PlannedCall | undefined;
  /** Whether people let this action run unasked, and it still does what it did then. */
  isAutoApproved(actionId: string, shown: string): boolean;
}

interface GrantParts {
  readonly grants: RunGrants;
  /** What the call would do right now, beyond what its arguments say. */
  readonly effect: (call: Call) => Promise<string | undefined>;
}

/**
 * Allowing a run allows its steps as they were shown: the same tool with the same arguments and the same effect,
 * no riskier than it was then and with no more access. What differs is asked about, and so is everything CRITICAL.
 */
export const runGrant =
  ({ grants, effect }: GrantParts): Step =>
  (call, next) => {
    if (call.facts.decision?.verdict !== 'ask' || call.facts.risk === 'CRITICAL') return next(call);
    if (isAllowedAction(call, grants)) return next(allow(call, 'action permission auto_approve'));
    const { parent, requestKey } = call.request;
    if (parent?.kind !== 'run' || requestKey === undefined) return next(call);
    const planned = grants.plannedFor(requestKey);
    if (!planned || !isAsPlanned(call, planned)) return next(withSecretsSaid(call));
    return effect(call).then((now) =>
      next(now === planned.effect ? allow(call, `allowed with the run ${parent.id}`) : withSecretsSaid(call)),
    );
  };

/** What nobody allowed with the run, and gets a stored secret, is a question of its own each time. */
function withSecretsSaid(call: Call): Call {
  const secrets = Object.entries(call.request.caller.setByRun?.secrets ?? {});
  if (secrets.length === 0) return call;
  const { reasons = [] } = call.facts;
  const uses = secrets.map(([variable, name]) => secretForProgram(name, variable));
  call.facts.risk = highestRisk(uses.map(({ risk }) => risk));
  call.facts.reasons = [...reasons, ...uses.map(({ reason }) => reason)];
  return call;
}

function isAsPlanned({ request, facts }: Call, planned: PlannedCall): boolean {
  const { tool, args, risk, reach, secrets = {} } = planned;
  return (
    facts.tool?.name === tool &&
    fitsPlan(args, request.args) &&
    fitsPlan(secrets, request.caller.setByRun?.secrets ?? {}) &&
    isAtLeast(risk, facts.risk ?? 'CRITICAL') &&
    isWithinReach(reach, reachOf(facts))
  );
}

/** A person's word about an action holds for running it as it is kept; what an agent adds to it they have not seen. */
function isAllowedAction(call: Call, grants: RunGrants): boolean {
  const { tool, args } = resolved(call);
  const { actionId, webhookId, parameters, payload, variables } = args;
  const id = { run_action: actionId, trigger_webhook: webhookId }[tool.name];
  // The digest of all that it would do stands for its commands.
  const shown = call.facts.weighty?.[0]?.[0];
  return (
    typeof id === 'string' &&
    shown !== undefined &&
    [parameters, payload, variables].every(isEmpty) &&
    grants.isAutoApproved(id, shown)
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

function allow(call: Call, rule: string): Call {
  call.facts.decision = { verdict: 'allow', rule, isGranted: true };
  return call;
}
