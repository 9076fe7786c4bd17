import { ToolError } from '../../core/errors.ts';
import { defineTool, type Tool } from '../../core/tool/tool.ts';
import type { Toolgate } from '../toolgate.ts';
import { GatedTool } from '../tools/gated-tool.ts';
import type { MCPTool, ToolResult } from '../tools/mcp-tool.ts';
import type { Operation } from './permission-manager.ts';

/** By host, which of its tools stands for a tool of the program. */
const registered = new WeakMap<Toolgate, Map<object, string>>();

/** A tool that the program wrote itself, behind the gate: MEDIUM, since nobody knows what it does. */
export class ForeignTool<Params extends object, Result extends ToolResult> extends GatedTool<Params, Result> {
  override readonly name: string;
  override readonly description: string;
  override readonly schema: MCPTool['schema'];
  readonly #registeredAs: string;

  private constructor(
    tool: MCPTool<Params, Result>,
    registeredAs: string,
    toolgate: Toolgate,
    agent: string,
  ) {
    super(toolgate, agent);
    this.name = tool.name;
    this.description = tool.description;
    this.schema = tool.schema;
    this.#registeredAs = registeredAs;
  }

  static async of<Params extends object, Result extends ToolResult>(
    tool: MCPTool<Params, Result>,
    toolgate: Toolgate,
    agent: string,
  ): Promise<ForeignTool<Params, Result>> {
    const known = registered.get(toolgate) ?? new Map<object, string>();
    registered.set(toolgate, known);
    const definition = known.has(tool) ? undefined : await definitionOf(tool);
    if (definition && !known.has(tool)) {
      const name = freeName(definition.name, (one) => toolgate.host.registry.find(one) !== undefined);
      toolgate.add({ ...definition, name });
      known.set(tool, name);
    }
    return new ForeignTool(tool, known.get(tool) ?? '', toolgate, agent);
  }

  override operation(params: Params): Operation {
    return { tool: this.#registeredAs, args: { ...(params as Record<string, unknown>) } };
  }

  override async execute(params: Params): Promise<Result> {
    // Sound: the program's own tool answered it.
    return (await this.dataOf(this.operation(params))) as unknown as Result;
  }
}

async function definitionOf<Params extends object, Result extends ToolResult>(
  tool: MCPTool<Params, Result>,
): Promise<Tool> {
  const z = await import('zod');
  const { parameters = {}, required = [] } = tool.schema ?? {};
  const schema = { type: 'object', properties: parameters, required } as const;
  // Sound: the schema of an object makes a schema of objects.
  const input = z.fromJSONSchema(
    schema as Parameters<typeof z.fromJSONSchema>[0],
  ) as unknown as Tool['input'];
  return defineTool({
    name: tool.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .slice(0, 36),
    title: tool.name,
    description: tool.description,
    input,
    output: z.looseObject({}),
    effects: ['write', 'exec', 'network'],
    risk: 'MEDIUM',
    run: async (_ctx, args) => {
      try {
        // Sound: `input` is made of the tool's own schema.
        return (await tool.execute(args as unknown as Params)) as unknown as Record<string, unknown>;
      } catch (error) {
        throw new ToolError('EXEC_FAILED', error instanceof Error ? error.message : String(error), {
          cause: error,
        });
      }
    },
  });
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  const names = [name, ...Array.from({ length: 100 }, (_, at) => `${name}_${at + 2}`)];
  const free = names.find((one) => !isTaken(one));
  if (free === undefined) throw new Error(`There are too many tools named ${name}`);
  return free;
}
