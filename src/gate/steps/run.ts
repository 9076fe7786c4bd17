import { type Call, type RunResult, resolved } from '../../core/call/call.ts';
import { type Content, textContent } from '../../core/call/content.ts';
import { ToolError } from '../../core/errors.ts';
import { whenDone } from '../../core/timing/when-done.ts';
import type { Tool, ToolContext } from '../../core/tool/tool.ts';
import type { EffectOf } from '../effect.ts';

/** Builds what a tool works with: engines that hold the capability for this call. */
export type MakeContext = (call: Call) => ToolContext;

/** Runs the tool and renders its answer; the output schema drops nothing and lets nothing undeclared through. */
export const run =
  (makeContext: MakeContext, effect: EffectOf) =>
  (call: Call): RunResult | Promise<RunResult> => {
    const { tool, args } = resolved(call);
    const { alias } = call.facts;
    const finish = (found: unknown): RunResult => {
      const data = tool.output.parse(found);
      return { data, content: render(tool, data, alias) };
    };
    const fail = (error: unknown): never => {
      if (!(error instanceof ToolError && error.data)) throw error;
      throw withText(error, tool, alias);
    };
    const ctx = makeContext(call);
    const start = () => tool.run(ctx, args);
    // A person approved a state, and it had time to change while the call waited in line.
    if (call.facts.effect === undefined) return whenDone(start, finish, fail);
    return effect(call)
      .then((now) => assertSame(now, call))
      .then(start)
      .then(finish, fail);
  };

function assertSame(effect: string | undefined, { facts }: Call): void {
  if (effect === facts.effect) return;
  throw new ToolError('CONFLICT', `What ${facts.tool?.name} would do changed after it was approved`, {
    retryable: true,
    hint: 'Look at the current state and call again; the person is then asked about it as it is.',
  });
}

/** A failure that left something behind (the words of a compiler) shows it as a success would. */
function withText(
  { code, message, hint, cause, retryable, data: left, text: said }: ToolError,
  tool: Tool,
  alias: string | undefined,
): ToolError {
  const { data } = tool.output.safeParse(left);
  // Nothing undeclared leaves, but what failed is told all the same.
  if (!data) return new ToolError(code, message, { hint, cause, retryable, text: said });
  const text = render(tool, data, alias)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n');
  return new ToolError(code, message, { hint, cause, retryable, data, text });
}

function render(tool: Tool, data: Record<string, unknown>, alias: string | undefined): readonly Content[] {
  const olderText = alias === undefined ? undefined : tool.aliases[alias]?.text;
  if (olderText) return [textContent(olderText(data))];
  if (tool.toContent) return tool.toContent(data);
  return [textContent(tool.toText?.(data) ?? JSON.stringify(data))];
}
