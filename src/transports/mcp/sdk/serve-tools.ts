import type { McpServer, Server } from '@modelcontextprotocol/server';
import type { Caller } from '../../../core/call/caller.ts';
import type { Host } from '../../../host/create-host.ts';
import { callTool, progressParams, traceIn } from '../serve/tool-call.ts';
import type { ListTools } from '../serve/tool-list.ts';
import { asProtocolError, factsOf } from './sdk-parts.ts';

interface ToolParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly listTools: ListTools;
}

/** tools/list and tools/call on an SDK server. */
export function serveTools(target: Server | McpServer, { host, caller, listTools }: ToolParts): void {
  const server = 'server' in target ? target.server : target;
  server.setRequestHandler('tools/list', ({ params }, ctx) => {
    try {
      // Sound: the catalogue has MCP's shapes.
      return listTools(caller, factsOf(server, ctx).client, params?.cursor) as never;
    } catch (error) {
      throw asProtocolError(error);
    }
  });
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const token = ctx.mcpReq._meta?.progressToken;
    const sealed = ctx.mcpReq.requestState<unknown>();
    // Nothing follows on the stream of a call that was cancelled, and each takes one of the connections there are.
    ctx.mcpReq.signal.addEventListener('abort', () => ctx.http?.closeSSE?.(), { once: true });
    try {
      return (await callTool(host, {
        name: params.name,
        args: params.arguments,
        caller,
        facts: factsOf(server, ctx),
        isModern: ctx.mcpReq.envelope !== undefined,
        signal: ctx.mcpReq.signal,
        inputResponses: ctx.mcpReq.inputResponses,
        requestState: typeof sealed === 'string' ? sealed : undefined,
        onProgress: (progress) => {
          if (token === undefined) return;
          const params = progressParams(token, progress);
          ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
        },
        onLog: (level, data) => void ctx.mcpReq.log(level, data, 'toolgate').catch(() => {}),
        dropStream: () => ctx.http?.closeSSE?.(),
        trace: traceIn(ctx.mcpReq._meta),
      })) as never; // Sound: callTool writes MCP's results.
    } catch (error) {
      throw asProtocolError(error);
    }
  });
}
