import { CAPABILITIES, INSTRUCTIONS, LIST_CACHE, SERVER_INFO } from '../sdk/server-facts.ts';
import type { ListTools } from '../serve/tool-list.ts';
import { callInRounds, callOnce, type RoundParts } from '../serve/tool-rounds.ts';
import { type ClientFacts, HANDSHAKE_VERSIONS, handshakeFacts, levelIn, MODERN_VERSION } from './era.ts';
import type { Outgoing } from './outgoing.ts';
import { requestKey } from './request-key.ts';
import { RPC_CODES, RpcError, type RpcRequest } from './rpc.ts';

export interface FrontRequest {
  readonly request: RpcRequest;
  readonly modern: boolean;
  readonly facts: ClientFacts;
  /** Ends this request. */
  readonly stop: AbortController;
}

type Handler = (request: FrontRequest) => object | Promise<object>;

export interface Handshake {
  readonly version: string;
  readonly facts: ClientFacts;
  readonly request: RpcRequest;
}

/** What is asked most, answered without the SDK: a sixth of its time per message, and none of its start-up. */
export interface Front {
  /** The handshake this connection began with, if its client comes from before 2026-07-28. */
  readonly handshake: Handshake | undefined;
  handlerOf(method: string): Handler | undefined;
}

interface FrontParts extends RoundParts {
  readonly listTools: ListTools;
  readonly outgoing: Outgoing;
}

export function createFront(parts: FrontParts): Front {
  let handshake: Handshake | undefined;
  let logLevel: string | undefined;

  const handlers = new Map<string, Handler>([
    [
      'initialize',
      ({ request, modern }) => {
        if (modern) throw methodNotFound('initialize');
        const requested = request.params?.protocolVersion;
        const version = HANDSHAKE_VERSIONS.find((known) => known === requested) ?? HANDSHAKE_VERSIONS[0];
        handshake = { version, facts: met(parts, handshakeFacts(request.params)), request };
        return {
          protocolVersion: version,
          capabilities: CAPABILITIES,
          serverInfo: SERVER_INFO,
          instructions: INSTRUCTIONS,
        };
      },
    ],
    [
      'ping',
      ({ modern }) => {
        if (modern) throw methodNotFound('ping');
        return {};
      },
    ],
    [
      'server/discover',
      ({ modern }) => {
        if (!modern) throw methodNotFound('server/discover');
        return {
          supportedVersions: [MODERN_VERSION],
          capabilities: CAPABILITIES,
          instructions: INSTRUCTIONS,
          ...LIST_CACHE,
        };
      },
    ],
    [
      'logging/setLevel',
      ({ request, modern }) => {
        if (modern) throw methodNotFound('logging/setLevel');
        logLevel = String(request.params?.level);
        return {};
      },
    ],
    [
      'tools/list',
      ({ request, facts, modern }) => ({
        ...parts.listTools(parts.caller, met(parts, facts).client, request.params?.cursor),
        ...(modern && LIST_CACHE),
      }),
    ],
    ['tools/call', (call) => callFor(parts, call, logLevel)],
  ]);

  return {
    get handshake() {
      return handshake;
    },
    handlerOf: (method) => handlers.get(method),
  };
}

/** From now on a person sees it in the list of agents. The command line is a person, too. */
function met({ host, caller }: FrontParts, facts: ClientFacts): ClientFacts {
  if (caller.transport !== 'cli') host.agents.meet(caller, facts.client?.name ?? caller.client.name);
  return facts;
}

function callFor(parts: FrontParts, call: FrontRequest, logLevel: string | undefined): Promise<object> {
  const { request, modern, facts, stop } = call;
  const round = {
    request,
    modern,
    facts,
    stop,
    signal: stop.signal,
    requestKey: requestKey(parts.caller, request.id),
    logLevel: modern ? levelIn(request.params?._meta) : logLevel,
  };
  return modern ? callOnce(parts, round) : callInRounds(parts, round, parts.outgoing);
}

const methodNotFound = (method: string): RpcError =>
  new RpcError(RPC_CODES.methodNotFound, `Method not found in this protocol revision: ${method}`);
