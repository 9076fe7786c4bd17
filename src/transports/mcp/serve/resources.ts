import { fileURLToPath } from 'node:url';
import {
  type McpServer,
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
  UriTemplate,
} from '@modelcontextprotocol/server';
import { ToolError } from '../../../core/errors.ts';
import { isInside, outsideRoot } from '../../../core/path/paths.ts';
import type { Resource } from '../../../core/tool/resource.ts';
import { RPC_CODES } from '../front/rpc.ts';
import type { ServedParts } from '../sdk/sdk-parts.ts';
import { withQuestions } from './client-context.ts';
import { about, isTemplate, serveResourceList } from './resource-list.ts';

/** Registers what this caller can read by address. */
export function serveResources(mcp: McpServer, parts: ServedParts): void {
  const resources = parts.host.resources.filter(({ pack }) => parts.caller.packs.includes(pack));
  for (const resource of resources) {
    const { name, uri } = resource;
    // The list is ours, below.
    const template = () => new ResourceTemplate(uri, { list: undefined });
    if (isTemplate(resource))
      mcp.registerResource(name, template(), about(resource), (at, params, ctx) =>
        read(resource, at, params, ctx, parts),
      );
    else mcp.registerResource(name, uri, about(resource), (at, ctx) => read(resource, at, {}, ctx, parts));
  }
  serveResourceList(mcp, parts, resources);
  // Skills are the SDK's own.
  const isKnown = (uri: string): boolean =>
    uri.startsWith('skill:') ||
    resources.some((resource) =>
      isTemplate(resource) ? new UriTemplate(resource.uri).match(uri) !== null : resource.uri === uri,
    );
  mcp.server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (!isKnown(params.uri)) throw new ResourceNotFoundError(params.uri);
    assertOpen(params.uri, parts.host.rights.asOfNow(parts.caller).roots);
    try {
      parts.subscriptions.add(params.uri);
    } catch (error) {
      throw error instanceof ToolError ? asRpc(error, params.uri) : error;
    }
    return {};
  });
  mcp.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    parts.subscriptions.delete(params.uri);
    return {};
  });
}

/** As a read would refuse it: nothing is ever told of a file that is not open. */
function assertOpen(uri: string, roots: readonly string[]): void {
  if (!uri.startsWith('file:')) return;
  const path = pathOf(uri);
  if (!isInside(path, roots)) throw asRpc(outsideRoot(path, roots), uri);
}

function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    // No address of a file on this machine.
    throw new ResourceNotFoundError(uri);
  }
}

const asRpc = ({ code, message }: ToolError, uri: string): ProtocolError =>
  new ProtocolError(RPC_CODES.invalidParams, `${code}: ${message}`, { uri });

async function read(
  resource: Resource,
  at: URL,
  params: Record<string, string | string[]>,
  ctx: ServerContext,
  parts: ServedParts,
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
      throw asRpc(error, uri);
    }
  });
}
