import { inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import { InputRequired } from '../../../core/call/input.ts';
import type { ClientContext } from '../../../core/tool/prompt.ts';
import { asProtocolError, clientFacts, factsOf, type ServedParts } from '../sdk/sdk-parts.ts';
import { INVALID_STATE, invalidState, sealState, unsealState } from './request-state.ts';

/** What prompts and resources work with for this request. */
export function clientContext(
  { host, server, caller: agent }: ServedParts,
  ctx: ServerContext,
  request: unknown,
): ClientContext {
  const { client } = factsOf(server, ctx);
  const caller = host.rights.asOfNow(client ? { ...agent, client } : agent);
  const responses = ctx.mcpReq.inputResponses;
  const sealed = ctx.mcpReq.requestState<unknown>();
  const binding = { principal: caller.principal, request };
  const state = typeof sealed === 'string' ? unsealState(host.stateKey, sealed, binding) : undefined;
  if (state === INVALID_STATE) throw asProtocolError(invalidState());
  return {
    caller,
    call: (tool, args) =>
      host.call({
        tool,
        args,
        caller,
        signal: ctx.mcpReq.signal,
        clientCapabilities: clientFacts(ctx).capabilities,
      }),
    input: responses ? { responses, state } : undefined,
    ask: (requests, next) => Promise.reject(new InputRequired(requests, next)),
  };
}

/** Runs `act`; a question it asks becomes the result that carries it to the client. */
export async function withQuestions<T>(
  parts: ServedParts,
  ctx: ServerContext,
  request: unknown,
  act: (context: ClientContext) => Promise<T>,
) {
  try {
    return await act(clientContext(parts, ctx, request));
  } catch (error) {
    if (!(error instanceof InputRequired)) throw asProtocolError(error);
    const binding = { principal: parts.caller.principal, request };
    return inputRequired({
      // Sound: the core writes these requests in MCP's own words.
      inputRequests: error.requests as Parameters<typeof inputRequired>[0]['inputRequests'],
      requestState: sealState(parts.host.stateKey, error.state ?? null, binding),
    } as Parameters<typeof inputRequired>[0]);
  }
}
