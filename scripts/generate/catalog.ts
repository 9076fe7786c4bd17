import { describeTool } from '../../src/core/tool/describe-tool.ts';
import type { CatalogEntry } from '../../src/core/tool/registry.ts';
import { tools } from '../../src/tools/index.ts';

/** Every tool as it is known without its code, in the order clients see. */
export async function describeTools(): Promise<CatalogEntry[]> {
  const entries = await Promise.all(
    Object.entries(tools).map(async ([key, load]) => {
      const tool = await load();
      if (tool.name !== key) throw new Error(`${tool.name} is registered as ${key}`);
      return describeTool(tool);
    }),
  );
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
