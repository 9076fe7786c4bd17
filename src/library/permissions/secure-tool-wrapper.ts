import { randomUUID } from 'node:crypto';
import { GatedTool } from '../tools/gated-tool.ts';
import type { MCPTool, ToolResult } from '../tools/mcp-tool.ts';
import { ForeignTool } from './foreign-tool.ts';
import { PermissionDeniedError } from './permission-denied-error.ts';
import type { PermissionManager } from './permission-manager.ts';

/** A tool that runs only with permission: one of ours, or any object with the same shape. */
export class SecureToolWrapper<Params extends object, Result extends ToolResult>
  implements MCPTool<Params, Result>
{
  readonly #tool: MCPTool<Params, Result>;
  readonly #permissions: PermissionManager;
  readonly #agent: string;

  constructor(tool: MCPTool<Params, Result>, permissionManager: PermissionManager, agentId: string) {
    this.#tool = tool;
    this.#permissions = permissionManager;
    this.#agent = agentId;
  }

  get name() {
    return this.#tool.name;
  }
  get description() {
    return this.#tool.description;
  }
  get schema() {
    return this.#tool.schema;
  }

  /** Throws a PermissionDeniedError where policy or a person does not allow it. */
  async execute(params: Params): Promise<Result> {
    const toolgate = await this.#permissions.toolgate();
    const tool =
      this.#tool instanceof GatedTool
        ? // Sound: it is the same tool, and takes and answers the same.
          (this.#tool.boundTo(toolgate, this.#agent) as GatedTool<Params, Result>)
        : await ForeignTool.of(this.#tool, toolgate, this.#agent);
    const { granted, reason, code } = await this.#permissions.requestPermission({
      id: `${this.name}-${randomUUID()}`,
      operation: tool.operation(params),
      agent: this.#agent,
      context: `${this.name} operation requested by ${this.#agent}`,
      timestamp: Date.now(),
    });
    if (!granted)
      throw new PermissionDeniedError(`Permission denied for ${this.name} operation: ${reason}`, code);
    return tool.execute(params);
  }
}
