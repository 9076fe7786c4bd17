/** The public API. Nothing of the host is loaded before `createToolgate`. */
export type { AiSdkTools } from './ai-sdk/ai-sdk-tools.ts';
export type { ToolOutput } from './ai-sdk/tool-output.ts';
export type { Approval, ApprovalAnswer } from './core/approval/approval.ts';
export type { Caller } from './core/call/caller.ts';
export { type ErrorReport, ToolError } from './core/errors.ts';
export type {
  AppEvent,
  EventMap,
  EventName,
  ToolConfirmationEvent,
  ToolExecutionState,
  ToolResultEvent,
} from './core/events.ts';
export { defineTool, type Tool, type ToolContext, type ToolSpec } from './core/tool/tool.ts';
export type { Host } from './host/create-host.ts';
export type { CallResult } from './library/call-result.ts';
export { CommandParser } from './library/command-parser.ts';
export { createToolgate } from './library/create-toolgate.ts';
export {
  type AvailableTools,
  type ChatToolDefinition,
  MCPToolHandler,
  type ToolCall,
  type ToolCallResult,
} from './library/mcp-tool-handler.ts';
export { PermissionDeniedError } from './library/permissions/permission-denied-error.ts';
export {
  type Operation,
  type PermissionDecision,
  PermissionManager,
  type PermissionRequest,
} from './library/permissions/permission-manager.ts';
export { SecureToolWrapper } from './library/permissions/secure-tool-wrapper.ts';
export { ProcessResult, ProcessRunner } from './library/process-runner.ts';
export { basicTools, type ToAiSdkOptions, toAiSdkTools } from './library/to-ai-sdk-tools.ts';
export type { CallOptions, Toolgate, ToolgateOptions } from './library/toolgate.ts';
export { type ContextParams, ContextToolImpl, type FileContent } from './library/tools/context-tool.ts';
export type { MCPTool, ToolResult, ToolSchema } from './library/tools/mcp-tool.ts';
export { type QueryResult, RAGToolImpl, type RagParams } from './library/tools/rag-tool.ts';
export type { ShellProcess } from './library/tools/shell-process.ts';
export { type ShellParams, type ShellResult, ShellToolImpl } from './library/tools/shell-tool.ts';
export { type SearchParams, type SearchResult, WebSearchToolImpl } from './library/tools/web-search-tool.ts';
