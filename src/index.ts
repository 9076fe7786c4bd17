/** The public API: build a host, call tools through its gate, define tools of your own. */
export type { Answer, CallRequest } from './core/call.ts';
export type { Caller } from './core/caller.ts';
export { type Config, configSchema } from './core/config.ts';
export { ToolError } from './core/errors.ts';
export { defineTool } from './core/tool.ts';
export { createHost, type Host } from './host/create-host.ts';
export { loadConfig } from './host/load-config.ts';
export { ownTools } from './host/own-tools.ts';
