import { originOf } from '../../core/address/url-policy.ts';
import type { Rule } from '../../core/approval/rule.ts';
import { type Call, type Decision, resolved, type Step } from '../../core/call/call.ts';
import type { Config } from '../../core/config.ts';
import { ToolError } from '../../core/errors.ts';
import type { DeniedPaths } from '../../core/path/denied-paths.ts';
import { isInside, outsideRoot } from '../../core/path/paths.ts';
import { changesSomething, limitClassOf } from '../limit-class.ts';
import { isNative } from '../native.ts';
import { canRunClosed, confine, wantedAccess } from '../policy/confinement.ts';
import { decisionFor, type Question } from '../policy/decision.ts';
import { deniedPaths } from '../policy/denied-paths.ts';
import { pathsOutside } from '../policy/roots.ts';
import { subjectOf } from '../policy/subject.ts';

/** Standing answers of people. */
export interface Rules {
  list(): readonly Rule[];
  used(id: string): void;
}

/** Policy -> allow, ask or deny, with the rule that decided. */
export const decide =
  (config: Config, rules: Rules): Step =>
  (call, next) => {
    try {
      decideCall(call, config, rules);
    } finally {
      // A rule that refuses is used as well.
      const ruleId = call.facts.decision?.ruleId;
      if (ruleId !== undefined) rules.used(ruleId);
    }
    return next(call);
  };

export function decideCall(call: Call, config: Config, rules: Rules): Decision {
  const { tool } = resolved(call);
  const { caller } = call.request;
  if (caller.refused !== undefined) {
    call.facts.decision = { verdict: 'deny', rule: caller.refused };
    throw new ToolError('BLOCKED_BY_POLICY', `${tool.name} is refused: ${caller.refused}`);
  }
  // An agent's own tools keep plans and caches elsewhere: there a person is asked.
  const [outside] = isNative(call) ? [] : pathsOutside(call.facts.touches ?? [], caller.roots);
  if (outside !== undefined) {
    call.facts.decision = { verdict: 'deny', rule: 'path outside the roots' };
    throw outsideRoot(outside, caller.roots);
  }
  const question = questionOf(call);
  const standing = rules.list();
  const denied = deniedPaths(standing, question.subject);
  const decided = unlessDenied(call, denied, decisionFor(question, standing, config));
  const decision = unlessItGetsSecrets(call, decided);
  call.facts.decision = decision;
  confine(call, decision);
  if (denied) call.facts.denied = denied;
  if (decision.verdict !== 'deny') return decision;
  throw new ToolError('BLOCKED_BY_POLICY', `${tool.name} is refused: ${decision.rule}`, {
    hint:
      question.forbidden === undefined
        ? 'A person can change this in the configuration; a tool cannot.'
        : `No approval lifts this.${whatLiftsIt(call)}`,
  });
}

/** An address that is refused for where it is can be opened, though not by an answer. */
function whatLiftsIt(call: Call): string {
  const [touch] = call.facts.touches ?? [];
  const origin = touch?.kind === 'url' ? originOf(touch.url) : undefined;
  return origin === undefined
    ? ''
    : ` A person who runs that service can open it with egress.allowedOrigins: ["${origin}"] in the configuration.`;
}

/** Ours pass by what a rule refuses; a search that an agent makes itself would read it. */
function unlessDenied(call: Call, denied: DeniedPaths | undefined, decision: Decision): Decision {
  if (!isNative(call) || decision.verdict !== 'allow') return decision;
  const { searches = [] } = call.facts;
  const place = denied?.places.find((path) => isInside(path, searches));
  if (place === undefined) return decision;
  const rule = `it would also read ${place}, which a rule refuses`;
  call.facts.reasons = [...(call.facts.reasons ?? []), rule];
  return { verdict: 'ask', rule };
}

/** What gets a stored secret can hand it to anybody: a person has to have seen it, whatever mode or rule allows the rest. */
function unlessItGetsSecrets(call: Call, decision: Decision): Decision {
  const names = Object.values(call.request.caller.setByRun?.secrets ?? {});
  if (names.length === 0 || decision.verdict !== 'allow') return decision;
  const { ruleId, ...rest } = decision;
  return {
    ...rest,
    verdict: 'ask',
    rule: `it gets the stored ${names.length > 1 ? 'secrets' : 'secret'} ${names.join(', ')}`,
  };
}

/** What policy has to know of a call. */
export function questionOf(call: Call): Question {
  const { tool } = resolved(call);
  const { risk = 'CRITICAL', forbidden, hasSandbox, needs, isPure = false } = call.facts;
  const isClosed = canRunClosed(call.facts, risk);
  return {
    tool: tool.name,
    risk,
    isChange: changes(call) && !isClosed,
    isRead: limitClassOf(tool) === 'read',
    forbidden,
    hasSandbox,
    runsPrograms: needs !== undefined,
    canRunClosed: isClosed,
    canOnlyWrite: hasSandbox === true && wantedAccess(call.facts).every((access) => access === 'write'),
    isPure,
    subject: subjectOf(call),
    caller: call.request.caller,
  };
}

/** A tool whose risk depends on its arguments changes nothing when they make it SAFE, or LOW without writing. */
function changes(call: Call): boolean {
  const { tool } = resolved(call);
  const { risk, needs = [] } = call.facts;
  const isHarmless =
    typeof tool.risk === 'function' &&
    !tool.alwaysChanges &&
    needs.length === 0 &&
    (risk === 'SAFE' || risk === 'LOW');
  return changesSomething(tool) && !isHarmless;
}
