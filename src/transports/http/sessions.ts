import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { McpServer } from '@modelcontextprotocol/server';
import type { Change } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import type { Host } from '../../host/create-host.ts';
import { checkBatch } from '../mcp/front/check-batch.ts';
import { handshakeFacts } from '../mcp/front/era.ts';
import { createSdkServer } from '../mcp/sdk/sdk-server.ts';
import { serveTools } from '../mcp/sdk/serve-tools.ts';
import { loadSkills } from '../mcp/serve/skills.ts';
import { createSubscriptions, type Subscriptions } from '../mcp/serve/subscriptions.ts';
import type { ListTools } from '../mcp/serve/tool-list.ts';
import { createEventStores, type SessionEvents } from './event-store.ts';
import { type IdsInUse, watchIds } from './ids-in-use.ts';
import { refuses, replyRpcError } from './reply.ts';

interface Session {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly mcp: McpServer;
  readonly principal: string;
  readonly ids: IdsInUse;
  readonly subscriptions: Pick<Subscriptions, 'has'>;
  lastUsed: number;
  /** Streams a client listens on now. */
  streams: number;
}

interface SessionParts {
  readonly host: Host;
  readonly listTools: ListTools;
}

const IDLE_MS = 1_800_000;

/** Sessions of clients from before 2026-07-28; each belongs to the principal that opened it. */
export function createSessions(parts: SessionParts) {
  const sessions = new Map<string, Session>();
  const stores = createEventStores();

  const find = ({ headers }: IncomingMessage, caller: Caller): Session | undefined => {
    const session = sessions.get(String(headers['mcp-session-id']));
    return session?.principal === caller.principal ? session : undefined;
  };

  return {
    /** Answers a batch where there are none; true if it did. */
    refusesBatch: (
      request: IncomingMessage,
      response: ServerResponse,
      caller: Caller,
      batch: readonly unknown[],
    ): boolean => {
      const session = find(request, caller);
      // A client that names a session which is gone has to hear that, whatever it sent.
      if (!session && request.headers['mcp-session-id'] !== undefined) return false;
      const version = session?.mcp.server.getNegotiatedProtocolVersion();
      return refuses(response, 400, batch, () => checkBatch(batch, version));
    },
    handle: async (
      request: IncomingMessage,
      response: ServerResponse,
      caller: Caller,
      body: unknown,
    ): Promise<void> => {
      const session = find(request, caller);
      if (!session && request.headers['mcp-session-id'] !== undefined) {
        return replyRpcError(response, 404, -32001, 'Session not found: initialize again', { to: body });
      }
      if (session) {
        session.lastUsed = Date.now();
        session.streams++;
        response.once('close', () => {
          session.streams--;
          session.lastUsed = Date.now();
        });
        return deliver(session, request, response, body);
      }
      if (request.method === 'POST' && (body as { method?: unknown } | undefined)?.method === 'initialize') {
        const { transport } = await open(parts, sessions, caller, stores.open());
        await transport.handleRequest(request, response, body);
        const { client } = handshakeFacts((body as { params?: unknown }).params);
        if (transport.sessionId !== undefined)
          parts.host.agents.meet(caller, client?.name ?? caller.client.name);
        return;
      }
      if (request.method === 'POST')
        return replyRpcError(
          response,
          400,
          -32000,
          'Bad Request: send initialize first, or an Mcp-Session-Id header',
          { to: body },
        );
      replyRpcError(response, 405, -32000, 'Method not allowed without a session', {
        headers: { allow: 'POST' },
      });
    },
    changed: (change: Change): void => {
      for (const { mcp, subscriptions } of sessions.values()) tell(mcp, change, subscriptions);
    },
    close: async (): Promise<void> => {
      await Promise.all([...sessions.values()].map(({ mcp }) => mcp.close()));
    },
  };
}

async function open(
  { host, listTools }: SessionParts,
  sessions: Map<string, Session>,
  caller: Caller,
  events: SessionEvents,
): Promise<Session> {
  const subscriptions = createSubscriptions(host, caller);
  const skills = await loadSkills(host, caller);
  const mcp = createSdkServer({ host, caller, skills, subscriptions });
  serveTools(mcp, { host, caller, listTools });
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: events.store,
    retryInterval: 1000,
    onsessioninitialized: (id) => {
      makeRoom(sessions, { most: host.config.limits.sessions, opener: caller.principal });
      sessions.set(id, session);
      events.begin();
    },
  });
  const session: Session = {
    transport,
    mcp,
    principal: caller.principal,
    ids: watchIds(transport),
    subscriptions,
    lastUsed: Date.now(),
    streams: 0,
  };
  transport.onclose = () => {
    subscriptions.close();
    events.drop();
    if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
  };
  await mcp.connect(transport);
  return session;
}

async function deliver(
  { transport, ids }: Session,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
): Promise<void> {
  if (refuses(response, 400, body, () => ids.check(body))) return;
  const giveBack = ids.take(body);
  await transport.handleRequest(request, response, body).finally(giveBack);
}

/** Sessions that were not used for a while go first; then the oldest of the client that holds most, so that none crowds out another. */
function makeRoom(
  sessions: Map<string, Session>,
  { most, opener }: { readonly most: number; readonly opener: string },
): void {
  const end = ([id, { mcp }]: readonly [string, Session]): void => {
    sessions.delete(id);
    void mcp.close();
  };
  for (const entry of [...sessions]) {
    const [, { streams, lastUsed }] = entry;
    if (streams === 0 && lastUsed < Date.now() - IDLE_MS) end(entry);
  }
  while (sessions.size >= most) {
    const greediest = whoHoldsMost(sessions, opener);
    const [oldest] = [...sessions]
      .filter(([, { principal }]) => principal === greediest)
      .sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
    if (!oldest) return;
    end(oldest);
  }
}

/** The session about to open counts as well; among equals, the one that rested longest. */
function whoHoldsMost(sessions: ReadonlyMap<string, Session>, opener: string): string | undefined {
  const byAge = [...sessions.values()].sort((a, b) => a.lastUsed - b.lastUsed);
  const held = new Map<string, number>();
  for (const { principal } of byAge)
    held.set(principal, (held.get(principal) ?? (principal === opener ? 1 : 0)) + 1);
  const [first] = [...held].sort(([, a], [, b]) => b - a);
  return first?.[0];
}

function tell({ server }: McpServer, change: Change, subscriptions: Pick<Subscriptions, 'has'>): void {
  const ignore = () => {};
  if (typeof change === 'object') {
    if (subscriptions.has(change.resource))
      server.sendResourceUpdated({ uri: change.resource }).catch(ignore);
  } else if (change === 'tools') server.sendToolListChanged().catch(ignore);
  else if (change === 'prompts') server.sendPromptListChanged().catch(ignore);
  else server.sendResourceListChanged().catch(ignore);
}
