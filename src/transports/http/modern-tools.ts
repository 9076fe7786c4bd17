import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../core/call/caller.ts';
import type { CatalogEntry } from '../../core/tool/registry.ts';
import type { Host } from '../../host/create-host.ts';
import { isObject, isWholeMeta, levelIn, MODERN_VERSION, modernFacts } from '../mcp/front/era.ts';
import { asMessage, idOf } from '../mcp/front/parse-line.ts';
import { RPC_CODES, RpcError, type RpcRequest, resultLine } from '../mcp/front/rpc.ts';
import { rpcErrorLine } from '../mcp/front/rpc-error-line.ts';
import { LIST_CACHE, modernResult } from '../mcp/sdk/server-facts.ts';
import { resultJson } from '../mcp/serve/result-json.ts';
import type { ListTools } from '../mcp/serve/tool-list.ts';
import { callOnce } from '../mcp/serve/tool-rounds.ts';
import { createAnswer } from './answer.ts';
import { mirrorsHeaders } from './mirrored-headers.ts';

type Data = Readonly<Record<string, unknown>>;

interface ModernToolParts {
  readonly host: Host;
  readonly listTools: ListTools;
}

/**
 * tools/list and tools/call of 2026-07-28 without the SDK, which costs more than the gate does. Only for requests
 * with nothing wrong about them: any doubt leaves a request to the SDK, which knows every refusal.
 */
export const createModernTools =
  ({ host, listTools }: ModernToolParts) =>
  /** False: the request is not for us. */
  (request: IncomingMessage, response: ServerResponse, caller: Caller, body: unknown): boolean => {
    const asked = plainRequest(request, body);
    if (!asked) return false;
    if (asked.method === 'tools/call' && !isPlainTool(host.registry.find(String(asked.params?.name))?.entry))
      return false;
    const answer = createAnswer(response);
    const act = async (): Promise<object> => {
      const { params = {} } = asked;
      const facts = modernFacts(params);
      if (asked.method === 'tools/list')
        return { ...listTools(caller, facts.client, params.cursor), ...LIST_CACHE };
      return callOnce(
        { host, caller, notify: answer.notify },
        {
          request: asked,
          facts,
          modern: true,
          logLevel: levelIn(params._meta),
          signal: answer.signal,
        },
      );
    };
    act().then(
      (result) => answer.end(200, resultLine(asked.id, resultJson(modernResult(result)))),
      (error: unknown) => answer.end(statusOf(error), rpcErrorLine(asked.id, error, host)),
    );
    return true;
  };

// Of what a handler says, the specification gives only this one a status of its own.
const statusOf = (error: unknown): number =>
  error instanceof RpcError && error.code === RPC_CODES.missingCapability ? 400 : 200;

/** The request, if its headers and its body say the same and nothing is missing. */
function plainRequest({ method, headers }: IncomingMessage, body: unknown): RpcRequest | undefined {
  if (method !== 'POST' || !isObject(body) || !isObject(body.params)) return undefined;
  const { params } = body;
  const isCall = body.method === 'tools/call';
  const accepted = headers.accept ?? '';
  const isPlain =
    (isCall ? hasPlainCall(params) : body.method === 'tools/list') &&
    headers['mcp-protocol-version'] === MODERN_VERSION &&
    headers['mcp-method'] === body.method &&
    headers['mcp-name'] === (isCall ? params.name : undefined) &&
    accepted.includes('application/json') &&
    accepted.includes('text/event-stream') &&
    isObject(params._meta) &&
    isWholeMeta(params._meta);
  return isPlain && idOf(body) !== null ? requestIn(body) : undefined;
}

/** A first round: answers to questions come with a state that the SDK checks too. */
const hasPlainCall = ({ arguments: args, inputResponses, requestState }: Data): boolean =>
  (args === undefined || isObject(args)) && inputResponses === undefined && requestState === undefined;

function requestIn(body: Data): RpcRequest | undefined {
  try {
    return asMessage(body) as RpcRequest; // Sound: it has an id and a method.
  } catch {
    return undefined;
  }
}

/** A tool that needs no header of its own and no client that follows tasks. */
const isPlainTool = (entry: CatalogEntry | undefined): boolean =>
  entry !== undefined && entry.task !== 'required' && !mirrorsHeaders(entry.inputSchema);
