import { ToolError } from '../../core/errors.ts';
import type { CallResult } from '../call-result.ts';
import { defaultToolgate } from '../default-toolgate.ts';
import { isRefusal, PermissionDeniedError } from '../permissions/permission-denied-error.ts';
import type { Operation } from '../permissions/permission-manager.ts';
import type { CallOptions, Toolgate } from '../toolgate.ts';
import type { MCPTool, ToolResult, ToolSchema } from './mcp-tool.ts';

type Data = Record<string, unknown>;

/** A family of the gate's tools as one object. Whether it is wrapped or not, each call passes the gate. */
export abstract class GatedTool<Params extends object, Result extends ToolResult = ToolResult>
  implements MCPTool<Params, Result>
{
  abstract readonly name: string;
  abstract readonly description: string;
  abstract readonly schema: ToolSchema;
  readonly #toolgate: Toolgate | undefined;
  readonly agent: string;

  constructor(toolgate?: Toolgate, agent = 'library') {
    this.#toolgate = toolgate;
    this.agent = agent;
  }

  /** The call of the gate that these parameters stand for. */
  abstract operation(params: Params): Operation;

  abstract execute(params: Params): Promise<Result>;

  /** The same tool for another agent or host. */
  boundTo(toolgate: Toolgate, agent: string): this {
    // Sound: a subclass takes the same arguments, or none.
    const Same = this.constructor as new (toolgate: Toolgate, agent: string) => this;
    return new Same(toolgate, agent);
  }

  protected async toolgate(): Promise<Toolgate> {
    return this.#toolgate ?? defaultToolgate();
  }

  /** Refusals are thrown, failures are answered. */
  protected async call({ tool, args }: Operation, options: CallOptions = {}): Promise<CallResult> {
    const toolgate = await this.toolgate();
    const result = await toolgate.call(tool, withoutUndefined(args), { agent: this.agent, ...options });
    if (!result.ok && isRefusal(result.error.code))
      throw new PermissionDeniedError(
        `Permission denied for ${this.name} operation: ${result.error.message}`,
        result.error.code,
      );
    return result;
  }

  /** The data of a call that must succeed. */
  protected async dataOf(operation: Operation, options?: CallOptions): Promise<Data> {
    const result = await this.call(operation, options);
    if (result.ok) return result.data;
    throw failureOf(result);
  }
}

export function failureOf(result: CallResult): ToolError {
  if (result.ok) return new ToolError('INTERNAL', 'The answer of the tool has not the expected form');
  const { code, message, hint, retryable } = result.error;
  return new ToolError(code, message, { hint, retryable });
}

/** In the form that older programs know, with the data as they spell it. */
export function envelope<T>(result: CallResult, shape: (data: Data) => T): ToolResult<T | null> {
  const { meta } = result;
  const metadata = { ...meta };
  if (result.ok) return { success: true, data: shape(result.data), metadata };
  const { code, message, hint } = result.error;
  return {
    success: false,
    data: result.data === null ? null : shape(result.data),
    error: message,
    metadata: { ...metadata, code, ...(hint !== undefined && { hint }) },
  };
}

/** A schema takes a key that is left out, not one that is undefined. */
const withoutUndefined = (args: Data): Data =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
