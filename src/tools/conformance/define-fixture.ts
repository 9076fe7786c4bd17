import * as z from 'zod';
import type { Content } from '../../core/call/content.ts';
import { defineTool, type Tool, type ToolContext, type ToolSpec } from '../../core/tool/tool.ts';

interface FixtureSpec<In extends z.ZodObject>
  extends Pick<ToolSpec<In, never>, 'name' | 'description' | 'input' | 'task' | 'timeoutMs' | 'inputSchema'> {
  readonly run: (ctx: ToolContext, args: z.output<In>) => readonly Content[] | Promise<readonly Content[]>;
}

export const NO_ARGUMENTS = z.strictObject({});

/** A tool whose name and answer the conformance suite prescribes; what is tested is all that lies around it. */
export function defineFixture<In extends z.ZodObject>({ run, ...spec }: FixtureSpec<In>): Tool {
  return defineTool({
    ...spec,
    pack: 'conformance',
    title: spec.name,
    output: z.strictObject({ content: z.array(z.custom<Content>()).describe('Content blocks as sent') }),
    effects: ['read'],
    risk: 'SAFE',
    run: async (ctx, args) => ({ content: [...(await run(ctx, args))] }),
    toContent: ({ content }) => content,
  });
}
