import type { Rule } from '../core/approval/rule.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Explanation } from '../core/call/explanation.ts';
import type { Config } from '../core/config.ts';
import type { Registry } from '../core/tool/registry.ts';
import { isSpecialFile, realPathOf } from '../engines/files/open/real-path.ts';
import { createExplain } from '../gate/explain.ts';
import type { Surroundings } from '../gate/risk/place.ts';
import { findOffered } from '../gate/steps/resolve.ts';
import { readRules } from '../store/rules.ts';
import { dataDirOf } from './load-config.ts';
import { registryWith } from './registry-with.ts';
import { surroundingsOf } from './surroundings.ts';
import { loadToolModules } from './tool-modules.ts';

export type Explainer = (question: Readonly<Record<string, unknown>>, caller: Caller) => Promise<Explanation>;

interface ExplainerParts {
  readonly config: Config;
  readonly surroundings: Surroundings;
  readonly registry: Registry;
  readonly rules: () => readonly Rule[];
}

/** Answers questions about calls that are not made. */
export const createExplainer = ({ config, surroundings, registry, rules }: ExplainerParts): Explainer =>
  createExplain({
    config,
    registry,
    rules: { list: rules, used: () => {} },
    surroundings,
    paths: { realPathOf, isSpecialFile },
  });

interface LooseExplainer {
  readonly explain: Explainer;
  /** Throws what a call of a tool that is not there is answered with. */
  assertOffered(tool: string, caller: Caller): void;
}

/** For the command line: no host is needed, and the rules of the data directory are only read. */
export async function createLooseExplainer(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LooseExplainer> {
  const dataDir = dataDirOf(config);
  const rules = readRules(dataDir);
  const registry = registryWith(await loadToolModules(config.toolModules));
  return {
    explain: createExplainer({
      config,
      surroundings: surroundingsOf(config, dataDir, env, { rules: { list: () => rules } }),
      registry,
      rules: () => rules,
    }),
    assertOffered: (tool, caller) => void findOffered(registry, tool, caller),
  };
}
