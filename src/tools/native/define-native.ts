import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { defineTool, type Tool, type ToolSpec } from '../../core/tool/tool.ts';

type NativeSpec<In extends z.ZodObject> = Pick<
  ToolSpec<In, never>,
  'name' | 'title' | 'description' | 'input' | 'effects' | 'risk' | 'touches' | 'preview' | 'isSandboxed'
>;

/** What every native call says of itself. */
export const NATIVE_INPUT = { tool: z.string().describe('The name its client has for it') };

/** A call that an agent makes with a tool of its own: judged here like any other, and run by the agent. */
export const defineNative = <In extends z.ZodObject>(spec: NativeSpec<In>): Tool =>
  defineTool({
    ...spec,
    pack: 'native',
    output: z.strictObject({}),
    run: () => {
      throw new ToolError('UNAVAILABLE', `${spec.name} is judged here and run by the agent itself`, {
        hint: 'Call the tool of Toolgate that does the same; tools/list names them.',
      });
    },
  });
