import { describeTool } from '../core/tool/describe-tool.ts';
import type { CatalogEntry, ToolLoader } from '../core/tool/registry.ts';
import type { Tool } from '../core/tool/tool.ts';

/** Tools beside the built-in ones. */
export interface OwnTools {
  readonly entries: readonly CatalogEntry[];
  readonly loaders: Readonly<Record<string, ToolLoader>>;
}

/** Makes tools of `defineTool` ready for a host; theirs is the way of every call, gate and record included. */
export const ownTools = (...tools: readonly Tool[]): OwnTools => ({
  entries: tools.map(describeTool),
  loaders: Object.fromEntries(tools.map((tool) => [tool.name, async () => tool])),
});
