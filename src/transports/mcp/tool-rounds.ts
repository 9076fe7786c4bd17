import type { Progress } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import type { InputRequests } from '../../core/input.ts';
import type { Host } from '../../host/create-host.ts';
import { type ClientFacts, isObject } from './era.ts';
import { missingCapabilities } from './input-capabilities.ts';
import { LOG_LEVELS } from './log-levels.ts';
import type { Outgoing } from './outgoing.ts';
import { requestKey } from './request-key.ts';
import { messageLine, RPC_CODES, RpcError, type RpcRequest } from './rpc.ts';
import { callTool, type ToolCall } from './tool-call.ts';

type Data = Readonly<Record<string, unknown>>;

export interface RoundParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly outgoing: Outgoing;
  readonly write: (line: string) => void;
}

export interface Round {
  readonly request: RpcRequest;
  readonly facts: ClientFacts;
  readonly modern: boolean;
  /** The least a log message must be to be sent; undefined: none is wanted. */
  readonly logLevel: string | undefined;
  readonly signal: AbortSignal;
}

const MAX_ROUNDS = 8;

/** tools/call: a modern client carries questions to its user by itself; for an older one we ask and call again. */
export async function callInRounds(
  { host, caller, outgoing, write }: RoundParts,
  round: Round,
): Promise<Data> {
  const { request, facts, modern, signal } = round;
  const { inputResponses, requestState } = request.params ?? {};
  const call = toolCall(caller, round, (method, params) =>
    write(messageLine({ jsonrpc: '2.0', method, params })),
  );
  let answer = await callTool(host, {
    ...call,
    ...(isObject(inputResponses) && { inputResponses }),
    ...(typeof requestState === 'string' && { requestState }),
  });
  for (let count = 1; answer.resultType === 'input_required'; count++) {
    // Sound: callTool writes exactly this with that result type.
    const asked = answer as unknown as { inputRequests: InputRequests; requestState: string };
    const requiredCapabilities = missingCapabilities(asked.inputRequests, facts.capabilities);
    if (requiredCapabilities) {
      const message = 'This call needs something the client did not declare';
      throw new RpcError(RPC_CODES.missingCapability, message, { requiredCapabilities });
    }
    if (modern) return answer;
    if (count > MAX_ROUNDS)
      throw new RpcError(RPC_CODES.internalError, `The call asked more than ${MAX_ROUNDS} times`);
    const responses = await outgoing.ask(asked.inputRequests, signal);
    answer = await callTool(host, { ...call, inputResponses: responses, requestState: asked.requestState });
  }
  return answer;
}

function toolCall(caller: Caller, round: Round, notify: (method: string, params: Data) => void): ToolCall {
  const { request, facts, modern, logLevel, signal } = round;
  const { name, arguments: args, _meta } = request.params ?? {};
  const token = isObject(_meta) ? _meta.progressToken : undefined;
  return {
    name,
    args,
    caller,
    facts,
    isModern: modern,
    signal,
    requestKey: requestKey(caller, request.id),
    ...(token !== undefined && {
      onProgress: ({ done, total, message }: Progress) =>
        notify('notifications/progress', { progressToken: token, progress: done, total, message }),
    }),
    ...(logLevel !== undefined && {
      onLog: (level: string, data: unknown) => {
        if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(logLevel)) return;
        notify('notifications/message', { level, data, logger: 'toolgate' });
      },
    }),
  };
}
