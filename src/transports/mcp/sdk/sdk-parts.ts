import { ProtocolError, type Server, type ServerContext } from '@modelcontextprotocol/server';
import type { SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import type { Caller } from '../../../core/call/caller.ts';
import type { Host } from '../../../host/create-host.ts';
import { type ClientFacts, clientName, isObject } from '../front/era.ts';
import { RpcError } from '../front/rpc.ts';
import type { Subscriptions } from '../serve/subscriptions.ts';

export interface SdkParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly skills: SkillCatalog | undefined;
  readonly subscriptions: Subscriptions;
}

/** The same with the server they are served on. */
export interface ServedParts extends SdkParts {
  readonly server: Server;
}

/** What the client of a modern request said of itself. */
export function clientFacts(ctx: ServerContext): ClientFacts {
  const envelope: Record<string, unknown> = ctx.mcpReq.envelope ?? {};
  const capabilities = envelope['io.modelcontextprotocol/clientCapabilities'];
  const client = envelope['io.modelcontextprotocol/clientInfo'];
  return {
    capabilities: isObject(capabilities) ? capabilities : {},
    client: clientName(client),
  };
}

/** The same of any: from the request itself, or from the handshake where the era has one. */
export function factsOf(server: Server, ctx: ServerContext): ClientFacts {
  if (ctx.mcpReq.envelope !== undefined) return clientFacts(ctx);
  const info = server.getClientVersion();
  return {
    capabilities: { ...server.getClientCapabilities() },
    client: clientName(info),
  };
}

/** Our protocol errors in the SDK's class, which is what it knows how to send. */
export function inProtocolWords<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asProtocolError(error);
  }
}

export const asProtocolError = (error: unknown): unknown =>
  error instanceof RpcError ? new ProtocolError(error.code, error.message, error.data) : error;
