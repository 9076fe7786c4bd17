import type { Caller } from '../core/caller.ts';
import type { Config } from '../core/config.ts';
import { createRegistry } from '../core/registry.ts';
import { createExplain, type Explanation } from '../gate/explain.ts';
import { tools } from '../tools/index.ts';
import { loadCatalog } from './catalog.ts';

/** Answers questions about calls that are not made. */
export function createExplainer(
  config: Config,
  caller: Caller,
): (question: Record<string, unknown>) => Promise<Explanation> {
  const explain = createExplain(config, createRegistry(loadCatalog(), tools));
  return (question) => explain(question, caller);
}
