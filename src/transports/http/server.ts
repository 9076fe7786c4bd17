import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LINK_PATH } from '../../core/approval/approval-link.ts';
import { UsageError } from '../../core/errors.ts';
import { VERSION } from '../../core/process/version.ts';
import { once } from '../../core/timing/once.ts';
import type { Host } from '../../host/create-host.ts';
import { serveLink } from './approval-link.ts';
import {
  type Authenticate,
  type Authentication,
  audienceOf,
  createAuthenticate,
  REQUIRED_SCOPE,
} from './authenticate.ts';
import { type Connections, limitConnections } from './connections.ts';
import { createGuard, type Guard } from './guard.ts';
import { HOOKS_PATH, serveHook } from './hooks-route.ts';
import { createMcpRoute } from './mcp-route.ts';
import { METRICS_PATH } from './metrics-route.ts';
import { servePage } from './page-route.ts';
import { protect, replyJson, replyRpcError } from './reply.ts';
import { createStreams, type Streams } from './streams.ts';

export interface HttpServer {
  /** http://host:port, without a path. */
  readonly address: string;
  close(): Promise<void>;
}

interface HttpOptions {
  readonly auth: 'token' | 'none';
}

const HEADERS_MS = 15_000;

/** Serves /mcp, /health, /metrics, everything under /api and the metadata of OAuth. */
export async function serveHttp(host: Host, { auth }: HttpOptions): Promise<HttpServer> {
  const { config } = host;
  const mcp = createMcpRoute(host);
  const server = createServer({
    maxHeaderSize: config.limits.headerBytes,
    headersTimeout: Math.min(HEADERS_MS, config.limits.requestMs),
    requestTimeout: config.limits.requestMs,
    connectionsCheckingInterval: 5000,
  });
  const port = await listen(server, config.host, config.port);
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  host.served.address = address;
  const parts: RouteParts = {
    host,
    mcp,
    api: once(() => import('./api-route.ts')),
    address,
    guard: createGuard(config, port),
    authenticate: createAuthenticate(host, { auth, address }),
    streams: createStreams(host),
    connections: limitConnections(server, config.limits.connections),
  };
  server.on('request', (request, response) => {
    route(parts, request, response).catch((error: unknown) => {
      if (request.destroyed) return;
      host.log.error('an HTTP request failed unexpectedly', { url: request.url, error });
      replyRpcError(response, 500, -32603, 'Internal error');
    });
  });
  return {
    address,
    close: async () => {
      host.served.address = undefined;
      server.close();
      await mcp.close();
      server.closeAllConnections();
    },
  };
}

interface RouteParts {
  readonly host: Host;
  readonly guard: Guard;
  readonly authenticate: Authenticate;
  readonly streams: Streams;
  readonly connections: Connections;
  readonly mcp: ReturnType<typeof createMcpRoute>;
  /** Loaded with the first request for it. */
  readonly api: () => Promise<typeof import('./api-route.ts')>;
  readonly address: string;
}

const API_PATH = '/api/';
const METADATA_PATH = '/.well-known/oauth-protected-resource';

async function route(parts: RouteParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host, guard, authenticate, streams, connections, mcp, address } = parts;
  const refusal = guard(request);
  if (refusal) return replyRpcError(response, refusal.status, -32000, refusal.message);
  protect(request, response, address);
  // A browser asks first before it sends a page's request to another origin.
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
    return void response.writeHead(204).end();
  const pathname = request.url === '/mcp' ? '/mcp' : URL.parse(request.url ?? '', address)?.pathname;
  if (pathname === undefined) return replyJson(response, 400, { error: 'This is not a path' });
  const onlyRead = (answer: () => void): void => {
    if (request.method === 'GET' || request.method === 'HEAD') answer();
    else replyJson(response, 405, { error: 'GET only' }, { allow: 'GET' });
  };
  if (pathname === '/health') {
    return onlyRead(() =>
      replyJson(response, 200, { status: 'ok', version: VERSION, inFlight: host.inFlight }),
    );
  }
  if (pathname === METADATA_PATH || pathname === `${METADATA_PATH}/mcp`)
    return onlyRead(() => replyMetadata(parts, response));
  if (pathname.startsWith(LINK_PATH)) return serveLink(host, pathname, request, response);
  if (pathname.startsWith(HOOKS_PATH)) return serveHook(host, pathname, request, response);
  if (pathname !== '/mcp' && pathname !== METRICS_PATH && !pathname.startsWith(API_PATH)) {
    if (request.url === '/' && request.method === 'POST') return onlyRead(() => {});
    // Not by its path alone: //x has the path / on another host.
    const isPage = /^(GET|HEAD)$/.test(request.method ?? '') && !request.url?.startsWith('//');
    if (isPage && servePage(parts, pathname, request, response)) return;
    return replyJson(response, 404, { error: `There is nothing at ${pathname}; MCP is at /mcp` });
  }
  const api = pathname === '/mcp' ? undefined : await parts.api();
  const target = api?.findTarget(pathname, request, response);
  if (api && !target) return;
  const anyOf = target?.scopes ?? [REQUIRED_SCOPE];
  const who = await authenticate(request, anyOf);
  if (!who.ok)
    return refuse(response, who, { address: `http://${request.headers.host}`, scope: anyOf.join(' ') });
  connections.welcome(request.socket, who.caller.principal);
  streams.track(who, request, response);
  if (!api || !target) return mcp.handle(request, response, who.caller);
  const actor = { by: who.by ?? who.caller.principal, via: who.by ?? 'api', caller: who.caller } as const;
  return target.serve({ host, actor, scopes: who.scopes }, request, response);
}

function refuse(
  response: ServerResponse,
  { status, error, message }: Extract<Authentication, { ok: false }>,
  { address, scope }: { address: string; scope: string },
): void {
  const parameters = [
    'realm="toolgate"',
    ...(error === 'missing' ? [] : [`error="${error}"`]),
    `scope="${scope}"`,
    `resource_metadata="${address}${METADATA_PATH}/mcp"`,
  ];
  replyRpcError(response, status, -32000, message, {
    headers: { 'www-authenticate': `Bearer ${parameters.join(', ')}` },
  });
}

/** RFC 9728: tells a client where to get a token for us. */
function replyMetadata({ host, address }: RouteParts, response: ServerResponse): void {
  const { issuer } = host.config.oauth;
  replyJson(response, 200, {
    resource: audienceOf(host.config, address),
    ...(issuer !== '' && { authorization_servers: [issuer] }),
    scopes_supported: [REQUIRED_SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Toolgate',
  });
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'it is in use; choose another with --port' : error.message;
      reject(new UsageError(`Cannot listen on ${host}:${port}: ${why}.`));
    });
    // Sound: a TCP server that listens has an AddressInfo.
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
