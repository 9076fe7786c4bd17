export interface ToolResult<Data = unknown> {
  readonly success: boolean;
  readonly data: Data;
  readonly error?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A parameter as JSON Schema describes it. */
export type ParameterDef = Readonly<Record<string, unknown>>;

export interface ToolSchema {
  readonly parameters: Readonly<Record<string, ParameterDef>>;
  readonly required: readonly string[];
}

/** A tool as a program may already have it. */
export interface MCPTool<Params extends object = Record<string, unknown>, Result = ToolResult> {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
  execute(params: Params): Promise<Result>;
}
