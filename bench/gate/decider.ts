import type { Rule } from '../../src/core/approval/rule.ts';
import type { Call, Step } from '../../src/core/call/call.ts';
import type { Config } from '../../src/core/config.ts';
import { createRegistry } from '../../src/core/tool/registry.ts';
import type { Surroundings } from '../../src/gate/risk/place.ts';
import { classify } from '../../src/gate/steps/classify.ts';
import { decide } from '../../src/gate/steps/decide.ts';
import { resolve } from '../../src/gate/steps/resolve.ts';
import { validate } from '../../src/gate/steps/validate.ts';
import { loadCatalog } from '../../src/host/catalog.ts';
import { tools } from '../../src/tools/index.ts';

/** Takes a call up to its decision, which is then one of its facts; fails where the gate refuses it before that. */
export type Decider = (call: Call, rules?: readonly Rule[]) => Promise<void>;

export function createDecider(config: Config, surroundings: Surroundings): Decider {
  const registry = createRegistry(loadCatalog(), tools);
  return async (call, rules = []) => {
    const steps: readonly Step[] = [
      resolve(registry),
      validate(),
      classify(surroundings),
      decide(config, { list: () => rules, used: () => {} }),
    ];
    await steps.reduceRight<Parameters<Step>[1]>(
      (next, step) => (at) => step(at, next),
      async () => ({ data: {}, content: [] }),
    )(call);
  };
}
