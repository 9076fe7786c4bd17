import { type Call, type RunResult, resolved } from '../core/call.ts';
import { type Content, textContent } from '../core/content.ts';
import type { Tool, ToolContext } from '../core/tool.ts';
import { withinBudget } from './output-budget.ts';

/** Builds what a tool works with: engines that hold the capability for this call. */
export type MakeContext = (call: Call) => ToolContext;

/** Runs the tool and renders its answer; the output schema drops nothing and lets nothing undeclared through. */
export const run =
  (makeContext: MakeContext, budgetBytes: number) =>
  async (call: Call): Promise<RunResult> => {
    const { tool, args } = resolved(call);
    const data = tool.output.parse(await tool.run(makeContext(call), args));
    return {
      data,
      content: render(tool, data, call.facts.alias).map((block) => withinBudget(block, budgetBytes)),
    };
  };

function render(tool: Tool, data: Record<string, unknown>, alias: string | undefined): readonly Content[] {
  const olderText = alias === undefined ? undefined : tool.aliases[alias]?.text;
  if (olderText) return [textContent(olderText(data))];
  if (tool.toContent) return tool.toContent(data);
  return [textContent(tool.toText?.(data) ?? JSON.stringify(data))];
}
