import { hash } from 'node:crypto';
import * as z from 'zod';
import type { Touch } from '../../core/call/touch.ts';
import { ToolError } from '../../core/errors.ts';
import { defineTool, type Tool, type ToolSpec } from '../../core/tool/tool.ts';

type NativeSpec<In extends z.ZodObject> = Pick<
  ToolSpec<In, never>,
  'name' | 'title' | 'description' | 'input' | 'effects' | 'risk' | 'touches' | 'preview' | 'isSandboxed'
>;

/** What every native call says of itself. */
export const NATIVE_INPUT = { tool: z.string().describe('The name its client has for it') };

/** What is not known of a call, as an address: an answer for its files alone does not cover it. */
export const unknownTouch = (tool: string, unknown: readonly string[] | undefined): Touch[] => {
  if (unknown === undefined) return [];
  const digest = hash('sha256', JSON.stringify(unknown)).slice(0, 16);
  return [{ kind: 'url', url: `tool://${digest}.${encodeURIComponent(tool)}/` }];
};

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
