/** The public API. Nothing of the host is loaded before `createToolgate`. */
export type { AiSdkTools } from './ai-sdk/ai-sdk-tools.ts';
export type { ToolOutput } from './ai-sdk/tool-output.ts';
export type { Approval, ApprovalAnswer } from './core/approval.ts';
export type { Caller } from './core/caller.ts';
export { type ErrorReport, ToolError } from './core/errors.ts';
export type { AppEvent, EventMap, EventName } from './core/events.ts';
export { defineTool, type Tool, type ToolContext, type ToolSpec } from './core/tool.ts';
export type { Host } from './host/create-host.ts';
export type { CallResult } from './library/call-result.ts';
export { createToolgate } from './library/create-toolgate.ts';
export { basicTools, type ToAiSdkOptions, toAiSdkTools } from './library/to-ai-sdk-tools.ts';
export type { CallOptions, Toolgate, ToolgateOptions } from './library/toolgate.ts';
