import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  classifyInboundRequest,
  createMcpHandler,
  isJsonContentType,
  McpServer,
  type McpServerFactory,
  Server,
} from '@modelcontextprotocol/server';
import type { SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import type { Caller } from '../../core/call/caller.ts';
import { messageBytes } from '../../core/text/message-bytes.ts';
import { createTurns } from '../../core/timing/turns.ts';
import type { Host } from '../../host/create-host.ts';
import { checkParams } from '../mcp/front/check-params.ts';
import { isObject } from '../mcp/front/era.ts';
import { parseLine } from '../mcp/front/parse-line.ts';
import { createSdkServer } from '../mcp/sdk/sdk-server.ts';
import { serveTools } from '../mcp/sdk/serve-tools.ts';
import { CAPABILITIES, INSTRUCTIONS, LIST_CACHE, SERVER_INFO } from '../mcp/sdk/server-facts.ts';
import { loadSkills } from '../mcp/serve/skills.ts';
import { NO_SUBSCRIPTIONS } from '../mcp/serve/subscriptions.ts';
import { nameOf, wrongWith } from '../mcp/serve/tool-call.ts';
import { createToolList, type ListTools } from '../mcp/serve/tool-list.ts';
import { BodyTooLarge, drain, readBody } from './body.ts';
import { completeHandshake } from './complete-handshake.ts';
import { mirrorsHeaders } from './mirrored-headers.ts';
import { createModernTools } from './modern-tools.ts';
import { refuses, replyRpcError } from './reply.ts';
import { createSessions } from './sessions.ts';
import { listens } from './streams.ts';
import { endUnread } from './unread.ts';

/** What is started at once before others get a turn; the SDK alone takes most of a millisecond for each. */
const REQUESTS_PER_TURN = 4;

/** /mcp: 2026-07-28 without sessions and the handshake revisions with them, on one address. */
export function createMcpRoute(host: Host) {
  const parts = { host, listTools: createToolList(host) };
  const sessions = createSessions(parts);
  const maxBytes = messageBytes(host.config, 'bodyBytes');
  const turns = createTurns(REQUESTS_PER_TURN, 'loop');
  const modernTools = createModernTools(parts);
  const modern = createMcpHandler(serverFactory(parts), {
    legacy: 'reject',
    onerror: (error) => host.log.debug('mcp', { error }),
    maxRequestBodySize: maxBytes,
  });
  const handleModern = toNodeHandler(modern);
  const unsubscribe = host.changes.subscribe((change) => {
    sessions.changed(change);
    if (change === 'tools') modern.notify.toolsChanged();
    else if (change === 'prompts') modern.notify.promptsChanged();
    else if (change === 'resources') modern.notify.resourcesChanged();
    else modern.notify.resourceUpdated(change.resource);
  });

  return {
    handle: async (request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void> => {
      if (listens(request)) endUnread(response);
      const isPost = request.method === 'POST';
      const body = isPost
        ? await readMessage(request, response, { maxBytes, principal: caller.principal })
        : undefined;
      if (isPost && body === undefined) return;
      await new Promise<void>((start) => turns.take(start));
      // Lists are made of what is known; a call looks itself.
      if (!isObject(body) || body.method !== 'tools/call') await host.rights.ready(caller);
      if (modernTools(request, response, caller, body)) return;
      if (Array.isArray(body) && sessions.refusesBatch(request, response, caller, body)) return;
      await recordMalformed(host, caller, body);
      const route = classifyInboundRequest({
        httpMethod: request.method ?? '',
        ...standardHeaders(request),
        body,
      });
      const isLegacy = route.kind === 'legacy';
      if (isObject(body)) {
        const check = () => checkParams(String(body.method), body.params, { modern: !isLegacy });
        if (refuses(response, 200, body, check)) return;
      }
      if (isLegacy) return sessions.handle(request, response, caller, completeHandshake(body));
      const extra = { caller, skills: await loadSkills(host, caller) };
      const auth = { token: '', clientId: caller.principal, scopes: [], extra };
      // Sound: a request that reached a handler has a method and a URL.
      return handleModern(
        Object.assign(request, { auth }) as Parameters<typeof handleModern>[0],
        response,
        body,
      );
    },
    close: async (): Promise<void> => {
      unsubscribe();
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

interface FactoryParts {
  readonly host: Host;
  readonly listTools: ListTools;
}

/** Each modern request gets a server of its own, so the one for tools holds nothing else. */
function serverFactory({ host, listTools }: FactoryParts): McpServerFactory {
  const options = {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    cacheHints: { 'tools/list': LIST_CACHE },
  };
  const toolServer = (tool: string): Server | McpServer => {
    const schema = host.registry.find(tool)?.entry.inputSchema;
    if (!schema || !mirrorsHeaders(schema)) return new Server(SERVER_INFO, options);
    return withHeaderSchema(new McpServer(SERVER_INFO, options), schema);
  };
  return ({ authInfo, requestInfo }) => {
    // Sound: `handle` above puts them there.
    const { caller, skills } = (authInfo?.extra ?? {}) as { caller: Caller; skills: SkillCatalog };
    const method = requestInfo?.headers.get('mcp-method');
    const isForTools = method === 'tools/call' || method === 'tools/list';
    const server = isForTools
      ? toolServer(requestInfo?.headers.get('mcp-name') ?? '')
      : createSdkServer({ host, caller, skills, subscriptions: NO_SUBSCRIPTIONS });
    serveTools(server, { host, caller, listTools });
    return server;
  };
}

/** Calls so wrong that the SDK refuses them before they reach the gate; the gate leaves their record. */
async function recordMalformed(host: Host, caller: Caller, body: unknown): Promise<void> {
  for (const message of Array.isArray(body) ? body : [body]) {
    if (!isObject(message) || message.method !== 'tools/call') continue;
    const { name, arguments: args } = isObject(message.params) ? message.params : {};
    const malformed = wrongWith({ name, args });
    if (malformed !== undefined) await host.call({ tool: nameOf(name), args, caller, malformed });
  }
}

/** The parsed body; undefined once the refusal has been sent. */
async function readMessage(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBytes, principal }: { readonly maxBytes: number; readonly principal: string },
): Promise<unknown> {
  if (!isJsonContentType(request.headers['content-type'] ?? null)) {
    replyRpcError(response, 415, -32000, 'Content-Type must be application/json');
    return undefined;
  }
  try {
    return parseLine(await readBody(request, maxBytes, principal));
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      replyRpcError(response, 413, -32000, `A body is at most ${maxBytes} bytes long`);
      drain(request);
    } else replyRpcError(response, 400, -32700, error instanceof Error ? error.message : 'Parse error');
    return undefined;
  }
}

function standardHeaders({ headers }: IncomingMessage) {
  const one = (name: string): string | undefined =>
    typeof headers[name] === 'string' ? headers[name] : undefined;
  const [version, method, name] = [one('mcp-protocol-version'), one('mcp-method'), one('mcp-name')];
  return {
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  };
}

/** The SDK checks mirrored headers against the schema of tools registered with it; ours are not, so it is told. */
const withHeaderSchema = (mcp: McpServer, schema: Readonly<Record<string, unknown>>): McpServer =>
  Object.assign(mcp, { toolInputSchemaJson: () => schema });
