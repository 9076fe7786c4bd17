import type { Rule } from '../../core/approval/rule.ts';
import type { Decision } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { Config } from '../../core/config.ts';
import { ACCESS_WORDS } from '../../core/process/sandbox.ts';
import { isAtLeast, type Risk } from '../../core/risk.ts';
import { fits, fitTogether, specificity, writeAllowance } from './match-rule.ts';
import type { RuleSubject } from './rule-subject.ts';

export interface Question {
  readonly tool: string;
  readonly risk: Risk;
  /** It may leave something changed. */
  readonly isChange: boolean;
  /** Why no approval helps, if that is so. */
  readonly forbidden: string | undefined;
  /** All it does is look at what is open to it. */
  readonly isRead: boolean;
  /** Undefined where nothing of it would run in one. */
  readonly hasSandbox: boolean | undefined;
  /** It starts programs: without a sandbox they can do whatever the user can. */
  readonly runsPrograms: boolean;
  /** Its commands can run where they change nothing, reach nothing and see no secret. */
  readonly canRunClosed: boolean;
  /** They can be kept to writing in the open directories. */
  readonly canOnlyWrite: boolean;
  /** Its programs cannot run others, load code, connect, or read what they were not told to. */
  readonly isPure: boolean;
  readonly subject: RuleSubject;
  readonly caller: Pick<Caller, 'mode' | 'toolPermissions' | 'autoApprove'>;
}

/** For what starts no programs. */
export const WITHOUT_PROGRAMS = {
  hasSandbox: undefined,
  runsPrograms: false,
  canRunClosed: false,
  canOnlyWrite: false,
  isPure: false,
} as const;

/** The order is the promise: what stands first holds whatever follows says. */
export function decisionFor(
  question: Question,
  rules: readonly Rule[],
  config: Pick<Config, 'autoApprove'>,
): Decision {
  const { tool, risk, isChange, forbidden, caller } = question;
  const setting = caller.toolPermissions[tool];
  const { autoApprove = config.autoApprove } = caller;
  const [rule, ...others] = deciding(rules, question);
  if (forbidden !== undefined) return { verdict: 'deny', rule: forbidden };
  if (setting === 'blocked') return { verdict: 'deny', rule: `toolPermissions.${tool} = blocked` };
  if (rule?.verdict === 'deny') return { verdict: 'deny', rule: `rule ${rule.id}`, ruleId: rule.id };
  if (caller.mode === 'read_only' && isChange) return { verdict: 'deny', rule: 'mode read_only' };
  if (risk === 'CRITICAL') return { verdict: 'ask', rule: 'CRITICAL is asked in every mode' };
  if (rule?.verdict === 'ask') return { verdict: 'ask', rule: `rule ${rule.id}`, ruleId: rule.id };
  if (rule)
    return {
      verdict: 'allow',
      rule: `rule ${rule.id}`,
      ruleId: rule.id,
      ...(rule.pattern.args === undefined && { isByKind: true }),
      ...(![rule, ...others].some(({ pattern }) => pattern.caches) && { keepsCaches: true }),
    };
  if (setting === 'allowed') return { verdict: 'allow', rule: `toolPermissions.${tool} = allowed` };
  if (setting === 'confirm') return { verdict: 'ask', rule: `toolPermissions.${tool} = confirm` };
  const edits = canBeEdit(question) ? writeAllowance(rules, question.subject) : undefined;
  if (edits)
    return {
      verdict: 'allow',
      rule: `rule ${edits.id}, in the sandbox`,
      ruleId: edits.id,
      onlyWith: ['write'],
    };
  // Full access is more than a place to read in; what only reads needs no more.
  if (question.canRunClosed && !(caller.mode === 'full_access' && isAtLeast(risk, 'MEDIUM')))
    return { verdict: 'allow', rule: `${risk} runs unasked in the closed sandbox`, onlyWith: [] };
  if (caller.mode === 'full_access') return { verdict: 'allow', rule: 'mode full_access' };
  if (autoApprove.enabled && autoApprove.tools.includes(tool) && !isAtLeast(risk, 'HIGH'))
    return { verdict: 'allow', rule: 'autoApprove' };
  if (question.runsPrograms && !(question.isPure && !isAtLeast(risk, 'MEDIUM')))
    return { verdict: 'ask', rule: whyAsked(question) };
  if (risk === 'LOW' && question.isRead) return { verdict: 'allow', rule: 'LOW reads run unasked' };
  return risk === 'SAFE' || question.runsPrograms
    ? { verdict: 'allow', rule: `${risk} runs unasked` }
    : { verdict: 'ask', rule: `${risk} is asked` };
}

const canBeEdit = ({ risk, canOnlyWrite }: Question): boolean => canOnlyWrite && !isAtLeast(risk, 'HIGH');

function whyAsked({ risk, hasSandbox, subject: { access } }: Question): string {
  if (hasSandbox === false && !isAtLeast(risk, 'MEDIUM')) return `${risk} is asked where no sandbox works`;
  // Its risk is no reason to ask.
  if (risk !== 'SAFE') return `${risk} is asked`;
  const needs = access.map((one) => ACCESS_WORDS[one].replace(/:.*/, ''));
  return needs.length > 0
    ? `asked because it needs to ${needs.join(', and to ')}`
    : 'asked because it needs more than the closed sandbox gives';
}

/** One rule for all of the call, or several that allow it together. */
function deciding(rules: readonly Rule[], question: Question): readonly Rule[] {
  const one = mostSpecific(rules, question);
  return one ? [one] : together(rules, question);
}

/** The rule that decides: the one that says most; among equals the strictest. */
function mostSpecific(rules: readonly Rule[], { subject, risk }: Question): Rule | undefined {
  const fitting = rules.filter((rule) => fits(rule, subject) && reaches(rule, risk));
  const strictness = { deny: 2, ask: 1, allow: 0 };
  // A deny holds even against a rule that says more: taking something away must not be undone by accident.
  const denied = fitting.filter(({ verdict }) => verdict === 'deny');
  const [first] = (denied.length > 0 ? denied : fitting).sort(
    (a, b) => specificity(b) - specificity(a) || strictness[b.verdict] - strictness[a.verdict],
  );
  return first;
}

/** Commands of one line that were allowed one by one. */
const together = (rules: readonly Rule[], { subject, risk }: Question): readonly Rule[] =>
  isAtLeast(risk, 'HIGH') ? [] : fitTogether(rules, subject);

/** An allow for HIGH holds for the very arguments it was given for; CRITICAL cannot be allowed beforehand. */
const reaches = ({ verdict, pattern }: Rule, risk: Risk): boolean =>
  verdict !== 'allow' ||
  ((pattern.upTo === undefined || isAtLeast(pattern.upTo, risk)) &&
    (!isAtLeast(risk, 'HIGH') || (risk === 'HIGH' && pattern.args !== undefined)));
