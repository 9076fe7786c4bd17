import { previewText } from '../core/approval/preview.ts';
import type { Call, Step } from '../core/call/call.ts';
import type { Config } from '../core/config.ts';
import { toToolError } from '../core/errors.ts';
import { joinAccess } from '../core/process/sandbox.ts';
import type { Registry } from '../core/tool/registry.ts';
import type { ToolContext } from '../core/tool/tool.ts';
import { createEffect, type EffectOf } from '../gate/effect.ts';
import { questionCall } from '../gate/explain/question-call.ts';
import type { Surroundings } from '../gate/risk/place.ts';
import { classify } from '../gate/steps/classify.ts';
import { decide, type Rules } from '../gate/steps/decide.ts';
import { resolve } from '../gate/steps/resolve.ts';
import { validate } from '../gate/steps/validate.ts';
import type { Foreseen, Services } from '../workflows/services.ts';

interface ForeseeParts {
  readonly config: Config;
  readonly registry: Registry;
  readonly surroundings: Surroundings;
  readonly rules: Pick<Rules, 'list'>;
  readonly makeContext: (call: Call) => ToolContext;
}

/** What the gate would say of a call, what a person would see of it, and what it would do: nothing is made. */
export function createForesee({
  config,
  registry,
  surroundings,
  rules,
  makeContext,
}: ForeseeParts): Services['foresee'] {
  const steps: readonly Step[] = [
    resolve(registry),
    validate(),
    classify(surroundings),
    decide(config, { list: rules.list, used: () => {} }),
  ];
  const effect = createEffect(makeContext, surroundings);
  const last = async () => ({ data: {}, content: [] });
  return async (tool, args, caller) => {
    const call = questionCall(tool, args, caller);
    try {
      await steps.reduceRight<Parameters<Step>[1]>((next, step) => (at) => step(at, next), last)(call);
    } catch (error) {
      return refused(call, error);
    }
    return { ...factsOf(call), ...(await shownOf(call, makeContext, effect)) };
  };
}

function factsOf({ facts }: Call): Foreseen {
  const {
    tool,
    args = {},
    risk = 'CRITICAL',
    reasons = [],
    commands,
    needs,
    requested,
    isSecret,
    decision,
  } = facts;
  const { runs, scripts, told = [], named, unfound } = facts;
  const onlyReads =
    risk === 'SAFE' || tool?.onlyReads?.(args) === true || tool?.effects.every((one) => one === 'read');
  return {
    risk,
    reasons,
    ...(commands && { commands }),
    ...(needs && { needs }),
    wanted: joinAccess(needs, requested),
    ...(isSecret && { isSecret }),
    ...(runs && { runs }),
    ...(scripts && { scripts }),
    ...(named && { named }),
    ...(unfound && { unfound }),
    told: told.map(({ path, sha256 }) => ({ path, isByContent: sha256 !== undefined })),
    decision: decision?.verdict ?? 'deny',
    onlyReads: onlyReads === true,
  };
}

/** What is forbidden is said as such; whatever else is refused cannot run as it stands. */
function refused(call: Call, error: unknown): Foreseen {
  const { code, message } = toToolError(error);
  const { forbidden } = call.facts;
  const facts = { ...factsOf(call), decision: 'deny' as const };
  return forbidden === undefined ? { ...facts, error: { code, message } } : { ...facts, forbidden };
}

/** A script that is not there yet has no effect to show; it is asked about when it is. */
async function shownOf(
  call: Call,
  makeContext: ForeseeParts['makeContext'],
  effect: EffectOf,
): Promise<Pick<Foreseen, 'preview' | 'effect'>> {
  const { tool, args = {} } = call.facts;
  try {
    const ctx = makeContext(call);
    return { preview: previewText(await tool?.preview?.(args, ctx)), effect: await effect(call) };
  } catch (error) {
    return { preview: `This would fail now: ${toToolError(error).message}`, effect: undefined };
  }
}
