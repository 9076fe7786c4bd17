import { type Call, resolved } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { Explanation } from '../../core/call/explanation.ts';
import type { ExplainParts } from '../explain.ts';
import { confine } from '../policy/confinement.ts';
import { decisionFor } from '../policy/decision.ts';
import { assessShell } from '../risk/assess.ts';
import { placeOf } from '../risk/place.ts';
import { judgeShell } from '../risk/walk/judge-shell.ts';
import { watchReads } from '../risk/withheld-reads.ts';
import { questionOf } from '../steps/decide.ts';
import { questionCall } from './question-call.ts';
import { reasonsOf } from './reasons.ts';

const TOOL = 'shell_execute';

/** A line of Bash, as shell_execute would be asked to run it. */
export async function explainCommand(
  command: string,
  cwd: unknown,
  caller: Caller,
  parts: ExplainParts,
): Promise<Explanation> {
  const { config, rules } = parts;
  const { surroundings, including } = watchReads(parts.surroundings, caller);
  const place = () => ({
    ...placeOf(surroundings, caller, typeof cwd === 'string' ? cwd : caller.cwd),
    startsClean: true,
  });
  const assessed = including(assessShell(command, place()));
  const call = await judgedCall(command, caller, parts);
  Object.assign(call.facts, assessed, {
    forbidden: assessed.forbidden === undefined ? undefined : `hard deny: ${assessed.forbidden}`,
  });
  const decision = decisionFor(questionOf(call), rules.list(), config);
  confine(call, decision);
  const { sandbox, access } = call.facts;
  return {
    risk: assessed.risk,
    decision: decision.verdict,
    reasons: reasonsOf(assessed),
    rule: decision.rule,
    segments: judgeShell(command, place()).segments,
    ...(sandbox && { sandbox, access }),
  };
}

/** The call, with the tool loaded and nothing judged yet. */
async function judgedCall(command: string, caller: Caller, parts: ExplainParts): Promise<Call> {
  const call = questionCall(TOOL, { command }, caller);
  const tool = await parts.registry.find(TOOL)?.load();
  if (!tool) throw new Error(`There is no ${TOOL}`);
  const { sandbox, findSandbox } = parts.surroundings;
  Object.assign(call.facts, {
    tool,
    args: { command },
    hasSandbox: sandbox !== 'off' && (await findSandbox()),
  });
  resolved(call);
  return call;
}
