import * as z from 'zod';
import { describeTool } from '../core/tool/describe-tool.ts';
import type { Registration } from '../core/tool/registry.ts';
import { defineTool } from '../core/tool/tool.ts';
import { executionOutput, executionText, orFail, PATIENCE_MS } from '../tools/workflows/execution-schema.ts';
import type { ExposedWorkflow } from '../workflows/definitions/exposed.ts';
import { wholeSchema } from '../workflows/document/inputs.ts';

/** Workflows that a person offers as tools of their own: their inputs are the parameters, their steps the risk. */
export const exposedTools = (workflows: readonly ExposedWorkflow[]): Registration[] =>
  workflows.map(({ workflowId, name, title, description, inputs }) => {
    const requestOf = (given: Record<string, unknown>) =>
      ({ kind: 'run-workflow', workflowId, inputs: given, isOffered: true }) as const;
    const schema = wholeSchema(inputs);
    const tool = defineTool({
      name,
      pack: 'workflows',
      title,
      description,
      input: namesOf(schema),
      inputSchema: schema,
      output: executionOutput,
      effects: ['write', 'exec', 'network'],
      risk: (args, judge) => judge.work(requestOf(args)),
      alwaysChanges: true,
      timeoutMs: 300_000,
      touches: () => [{ kind: 'action', type: 'workflow', id: workflowId }],
      preview: (args, ctx) => ctx.workflows.preview(requestOf(args)),
      effect: (args, ctx) => ctx.workflows.effect(requestOf(args)),
      run: async (ctx, args) => {
        let lines = 0;
        const onLine = (line: string) => ctx.progress(++lines, undefined, line);
        const options = { waitMs: PATIENCE_MS, onLine, isOffered: true };
        return orFail(await ctx.workflows.run(workflowId, args, options));
      },
      toText: executionText,
    });
    return { entry: describeTool(tool), load: () => tool };
  });

/** The names alone: what a stranger's schema says of the values is checked when the run is planned, within a limit. */
function namesOf({ properties, additionalProperties }: Readonly<Record<string, unknown>>): z.ZodObject {
  const names = Object.keys((properties as object | undefined) ?? {});
  const shape = Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));
  return additionalProperties === false ? z.strictObject(shape) : z.looseObject(shape);
}
