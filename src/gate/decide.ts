import { type Call, type Decision, resolved, type Step } from '../core/call.ts';
import type { Config } from '../core/config.ts';
import { ToolError } from '../core/errors.ts';
import { outsideRoot } from '../core/paths.ts';
import { isAtLeast, type Risk } from '../core/risk.ts';
import type { Tool } from '../core/tool.ts';
import { changesSomething } from './limit-class.ts';
import { pathsOutside } from './policy/roots.ts';

/** Policy -> allow, ask or deny, with the rule that decided. */
export const decide =
  (config: Config): Step =>
  (call, next) => {
    const { tool } = resolved(call);
    const { roots } = call.request.caller;
    const [outside] = pathsOutside(call.facts.touches ?? [], roots);
    if (outside !== undefined) {
      call.facts.decision = { verdict: 'deny', rule: 'path outside the roots' };
      throw outsideRoot(outside, roots);
    }
    const decision = decisionFor(tool, riskOf(call), call, config);
    call.facts.decision = decision;
    if (decision.verdict !== 'deny') return next(call);
    throw new ToolError('BLOCKED_BY_POLICY', `${tool.name} is refused: ${decision.rule}`, {
      hint: 'A person can change this in the configuration; a tool cannot.',
    });
  };

const riskOf = (call: Call): Risk => call.facts.risk ?? 'CRITICAL';

/** The order is the promise: what stands first holds whatever follows says. */
function decisionFor(tool: Tool, risk: Risk, call: Call, config: Config): Decision {
  const { mode, toolPermissions } = call.request.caller;
  const setting = toolPermissions[tool.name];
  if (setting === 'blocked') return { verdict: 'deny', rule: `toolPermissions.${tool.name} = blocked` };
  if (mode === 'read_only' && changesSomething(tool)) return { verdict: 'deny', rule: 'mode read_only' };
  if (risk === 'CRITICAL') return { verdict: 'ask', rule: 'CRITICAL is asked in every mode' };
  if (setting === 'allowed') return { verdict: 'allow', rule: `toolPermissions.${tool.name} = allowed` };
  if (setting === 'confirm') return { verdict: 'ask', rule: `toolPermissions.${tool.name} = confirm` };
  if (mode === 'full_access') return { verdict: 'allow', rule: 'mode full_access' };
  if (
    config.autoApprove.enabled &&
    config.autoApprove.tools.includes(tool.name) &&
    !isAtLeast(risk, 'HIGH')
  ) {
    return { verdict: 'allow', rule: 'autoApprove' };
  }
  return risk === 'SAFE'
    ? { verdict: 'allow', rule: 'SAFE runs unasked' }
    : { verdict: 'ask', rule: `${risk} is asked` };
}
