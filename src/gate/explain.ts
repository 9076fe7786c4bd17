import type { Call, Step } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Explanation } from '../core/call/explanation.ts';
import type { Touch } from '../core/call/touch.ts';
import type { Config } from '../core/config.ts';
import { toToolError } from '../core/errors.ts';
import type { Registry } from '../core/tool/registry.ts';
import { explainPath, type PathFacts } from './explain/path.ts';
import { questionCall } from './explain/question-call.ts';
import { reasonsOf } from './explain/reasons.ts';
import { explainUrl } from './explain/url.ts';
import type { Surroundings } from './risk/place.ts';
import { classify } from './steps/classify.ts';
import { decide, type Rules } from './steps/decide.ts';
import { resolve } from './steps/resolve.ts';
import { validate } from './steps/validate.ts';

export interface ExplainParts {
  readonly config: Config;
  readonly registry: Registry;
  readonly rules: Rules;
  readonly surroundings: Surroundings;
  readonly paths: PathFacts;
}

type Question = Readonly<Record<string, unknown>>;

/** What the gate would decide, without doing it. */
export function createExplain(
  parts: ExplainParts,
): (question: Question, caller: Caller) => Promise<Explanation> {
  const { config, registry, rules, surroundings } = parts;
  const steps: readonly Step[] = [
    resolve(registry),
    validate(),
    classify(surroundings),
    decide(config, { ...rules, used: () => {} }),
  ];
  return async (question, caller) => {
    if (typeof question.tool === 'string') return explainCall(steps, question.tool, question.args, caller);
    if (typeof question.command === 'string') {
      // The tables of programs are large; only a command needs them.
      const { explainCommand } = await import('./explain/command.ts');
      return explainCommand(question.command, question.cwd, caller, parts);
    }
    if (typeof question.path === 'string') return explainPath(question.path, question.access, caller, parts);
    if (typeof question.url === 'string') return explainUrl(question.url, question.resolved, caller, parts);
    throw new Error('Ask about a tool, a command, a path or a url');
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
    await steps.reduceRight<Parameters<Step>[1]>((next, step) => (at) => step(at, next), last)(call);
  } catch (error) {
    const { code, message, hint } = toToolError(error);
    return {
      risk: facts.risk ?? 'SAFE',
      decision: 'deny',
      reasons: [`${code}: ${message}`, ...(hint === undefined ? [] : [hint])],
      ...ruleOf(call),
    };
  }
  const { risk = 'CRITICAL', decision, touches = [] } = facts;
  return {
    risk,
    decision: decision?.verdict ?? 'deny',
    reasons: [decision?.rule ?? '', ...reasonsOf(facts), ...touches.map(inWords)],
    ...ruleOf(call),
    ...(facts.sandbox && { sandbox: facts.sandbox, access: facts.access ?? [] }),
  };
}

const ruleOf = ({ facts }: Call) => (facts.decision === undefined ? {} : { rule: facts.decision.rule });

function inWords(touch: Touch): string {
  switch (touch.kind) {
    case 'path':
      return `${touch.access} ${touch.path}`;
    case 'command':
      return `run ${touch.argv.join(' ')}`;
    case 'url':
      return `reach ${touch.url}`;
    case 'host':
      return touch.host === '' ? 'reach a remote host' : `reach the host ${touch.host}`;
    case 'action':
      return `start the ${touch.type} ${touch.id}`;
  }
}
