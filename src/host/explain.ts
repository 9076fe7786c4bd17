import { homedir } from 'node:os';
import type { Caller } from '../core/caller.ts';
import type { Config } from '../core/config.ts';
import { createRegistry } from '../core/registry.ts';
import { isSpecialFile, realPathOf } from '../engines/files/real-path.ts';
import { createExplain, type Explanation } from '../gate/explain.ts';
import { readRules } from '../store/rules.ts';
import { tools } from '../tools/index.ts';
import { loadCatalog } from './catalog.ts';
import { dataDirOf } from './load-config.ts';

/** Answers questions about calls that are not made; reads the rules of the data directory, if there is one. */
export function createExplainer(
  config: Config,
  caller: Caller,
): (question: Record<string, unknown>) => Promise<Explanation> {
  const dataDir = dataDirOf(config);
  const rules = readRules(dataDir);
  const explain = createExplain({
    config,
    registry: createRegistry(loadCatalog(), tools),
    rules: { list: () => rules, used: () => {} },
    surroundings: { home: homedir(), dataDir, shell: config.shell },
    paths: { realPathOf, isSpecialFile },
  });
  return (question) => explain(question, caller);
}
