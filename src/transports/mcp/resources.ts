import {
  type McpServer,
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ToolError } from '../../core/errors.ts';
import type { Resource } from '../../core/resource.ts';
import { clientContext, withQuestions } from './client-context.ts';
import { RPC_CODES } from './rpc.ts';
import type { SdkParts } from './sdk-parts.ts';

/** Registers what this caller can read by address. */
export function serveResources(mcp: McpServer, parts: SdkParts): void {
  for (const resource of parts.host.resources.filter(({ pack }) => parts.caller.packs.includes(pack))) {
    const { name, title, description, mimeType, uri } = resource;
    const about = { title, description, ...(mimeType !== undefined && { mimeType }) };
    if (uri.includes('{'))
      mcp.registerResource(name, templateOf(resource, parts), about, (at, params, ctx) =>
        read(resource, at, params, ctx, parts),
      );
    else mcp.registerResource(name, uri, about, (at, ctx) => read(resource, at, {}, ctx, parts));
  }
  mcp.server.setRequestHandler('resources/subscribe', ({ params }) => {
    parts.subscriptions.add(params.uri);
    return {};
  });
  mcp.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    parts.subscriptions.delete(params.uri);
    return {};
  });
}

function templateOf(resource: Resource, parts: SdkParts): ResourceTemplate {
  return new ResourceTemplate(resource.uri, {
    list: async (ctx) => ({
      resources: [...((await resource.list?.(clientContext(parts, ctx, ['list', resource.name]))) ?? [])],
    }),
  });
}

async function read(
  resource: Resource,
  at: URL,
  params: Record<string, string | string[]>,
  ctx: ServerContext,
  parts: SdkParts,
) {
  const uri = at.toString();
  const flat = Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, decodeURIComponent(String(value))]),
  );
  return withQuestions(parts, ctx, ['resource', uri], async (context) => {
    try {
      // Sound: our contents have MCP's shape, with text or blob set.
      return { contents: (await resource.read(uri, flat, context)) as never[] };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.code === 'NOT_FOUND') throw new ResourceNotFoundError(uri);
      throw new ProtocolError(RPC_CODES.invalidParams, `${error.code}: ${error.message}`, { uri });
    }
  });
}
