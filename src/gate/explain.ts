import type { Call, Step } from '../core/call.ts';
import type { Caller } from '../core/caller.ts';
import type { Config } from '../core/config.ts';
import { toToolError } from '../core/errors.ts';
import { resolveFrom } from '../core/paths.ts';
import type { Registry } from '../core/registry.ts';
import type { Risk } from '../core/risk.ts';
import type { PathAccess } from '../core/touch.ts';
import { classify } from './classify.ts';
import { decide } from './decide.ts';
import { pathsOutside } from './policy/roots.ts';
import { resolve } from './resolve.ts';
import { validate } from './validate.ts';

export type Explanation = {
  readonly risk: Risk;
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly reasons: readonly string[];
  readonly rule?: string;
};

type Question = Readonly<Record<string, unknown>>;

/** The steps up to the decision, without what comes after it. */
export function createExplain(
  config: Config,
  registry: Registry,
): (question: Question, caller: Caller) => Promise<Explanation> {
  const steps: readonly Step[] = [resolve(registry), validate(), classify(), decide(config)];
  return (question, caller) => {
    if (typeof question.path === 'string')
      return Promise.resolve(explainPath(question.path, question.access as PathAccess, caller));
    if (typeof question.tool === 'string') return explainCall(steps, question.tool, question.args, caller);
    const subject = typeof question.command === 'string' ? 'commands' : 'addresses';
    return Promise.resolve({
      risk: 'CRITICAL',
      decision: 'deny',
      reasons: [`No tool of this version runs ${subject}`],
    });
  };
}

async function explainCall(
  steps: readonly Step[],
  tool: string,
  args: unknown,
  caller: Caller,
): Promise<Explanation> {
  const call = questionCall(tool, args, caller);
  const { facts } = call;
  try {
    const last = async () => ({ data: {}, content: [] });
    await steps.reduceRight<(at: Call) => Promise<unknown>>(
      (next, step) => (at) => step(at, next as typeof last),
      last,
    )(call);
  } catch (error) {
    const { code, message, hint } = toToolError(error);
    return {
      risk: facts.risk ?? 'SAFE',
      decision: 'deny',
      reasons: [`${code}: ${message}`, ...(hint === undefined ? [] : [hint])],
      ...ruleOf(call),
    };
  }
  const { risk = 'CRITICAL', decision } = facts;
  const touched = (facts.touches ?? []).map((touch) =>
    touch.kind === 'path' ? `${touch.access} ${touch.path}` : touch.kind,
  );
  return {
    risk,
    decision: decision?.verdict ?? 'deny',
    reasons: [decision?.rule ?? '', ...touched],
    ...ruleOf(call),
  };
}

const ruleOf = ({ facts }: Call) => (facts.decision === undefined ? {} : { rule: facts.decision.rule });

const questionCall = (tool: string, args: unknown, caller: Caller): Call => ({
  id: 'question',
  request: { tool, args, caller, canFollowTasks: true },
  startedAt: performance.now(),
  signal: new AbortController().signal,
  facts: {},
  waitForPerson: (answer) => answer,
  background: {
    isTask: false,
    start: () => {},
    becomeTask: () => false,
    ask: () => Promise.reject(new Error('Nothing runs')),
  },
});

function explainPath(path: string, access: PathAccess, caller: Caller): Explanation {
  try {
    const [outside] = pathsOutside(
      [{ kind: 'path', access, path: resolveFrom(caller.cwd, path) }],
      caller.roots,
    );
    if (outside !== undefined)
      return {
        risk: 'CRITICAL',
        decision: 'deny',
        reasons: [`${outside} is outside the directories that are open`],
        rule: 'path outside the roots',
      };
  } catch (error) {
    return { risk: 'CRITICAL', decision: 'deny', reasons: [toToolError(error).message] };
  }
  if (access === 'read' || access === 'list')
    return {
      risk: 'SAFE',
      decision: 'allow',
      reasons: [`${access} inside a root`],
      rule: 'SAFE runs unasked',
    };
  const risk: Risk = access === 'delete' ? 'HIGH' : 'MEDIUM';
  const isDenied = caller.mode === 'read_only';
  return {
    risk,
    decision: isDenied ? 'deny' : caller.mode === 'full_access' ? 'allow' : 'ask',
    reasons: [`${access} inside a root`],
    rule: `mode ${caller.mode}`,
  };
}
