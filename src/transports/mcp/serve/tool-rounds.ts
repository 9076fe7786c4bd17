import type { Progress } from '../../../core/call/call.ts';
import type { Caller } from '../../../core/call/caller.ts';
import type { InputRequests, InputResponses } from '../../../core/call/input.ts';
import type { Host } from '../../../host/create-host.ts';
import { type ClientFacts, isObject } from '../front/era.ts';
import type { Outgoing } from '../front/outgoing.ts';
import { RPC_CODES, RpcError, type RpcRequest } from '../front/rpc.ts';
import { missingCapabilities } from './input-capabilities.ts';
import { LOG_LEVELS } from './log-levels.ts';
import { callTool, progressParams, type ToolCall, traceIn } from './tool-call.ts';

type Data = Readonly<Record<string, unknown>>;

export type Notify = (method: string, params: Data) => void;

export interface RoundParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly notify: Notify;
}

export interface Round {
  readonly request: RpcRequest;
  readonly facts: ClientFacts;
  readonly modern: boolean;
  /** The least a log message must be to be sent; undefined: none is wanted. */
  readonly logLevel: string | undefined;
  readonly signal: AbortSignal;
  /** Ends this request, where the transport has something that does no more. */
  readonly stop?: AbortController | undefined;
  /** Names the request across a restart of the host. */
  readonly requestKey?: string | undefined;
}

interface Answers {
  readonly inputResponses: InputResponses | undefined;
  readonly requestState: string | undefined;
}

const MAX_ROUNDS = 8;

/** tools/call of a client that carries questions to its user by itself: one round. */
export function callOnce(parts: RoundParts, round: Round): Promise<Data> {
  const { inputResponses, requestState } = round.request.params ?? {};
  return callRound(parts, round, {
    inputResponses: isObject(inputResponses) ? inputResponses : undefined,
    requestState: typeof requestState === 'string' ? requestState : undefined,
  });
}

/** tools/call of an older client: we ask for it, and call again with the answers. */
export async function callInRounds(parts: RoundParts, round: Round, outgoing: Outgoing): Promise<Data> {
  let answer = await callRound(parts, round, { inputResponses: undefined, requestState: undefined });
  for (let count = 1; answer.resultType === 'input_required'; count++) {
    if (count > MAX_ROUNDS)
      throw new RpcError(RPC_CODES.internalError, `The call asked more than ${MAX_ROUNDS} times`);
    const { inputRequests, requestState } = questionsIn(answer);
    const inputResponses = await outgoing.ask(inputRequests, round.signal);
    answer = await callRound(parts, round, { inputResponses, requestState });
  }
  return answer;
}

async function callRound(parts: RoundParts, round: Round, answers: Answers): Promise<Data> {
  const answer = await callTool(parts.host, toolCall(parts, round, answers));
  if (answer.resultType !== 'input_required') return answer;
  const requiredCapabilities = missingCapabilities(
    questionsIn(answer).inputRequests,
    round.facts.capabilities,
  );
  if (!requiredCapabilities) return answer;
  const message = 'This call needs something the client did not declare';
  throw new RpcError(RPC_CODES.missingCapability, message, { requiredCapabilities });
}

// Sound: callTool writes exactly this with the result type `input_required`.
const questionsIn = (answer: Data) =>
  answer as unknown as { inputRequests: InputRequests; requestState: string };

function toolCall({ caller, notify }: RoundParts, round: Round, answers: Answers): ToolCall {
  const { request, facts, modern, logLevel, signal, stop, requestKey } = round;
  const { name, arguments: args, _meta } = request.params ?? {};
  const meta = isObject(_meta) ? _meta : undefined;
  const token = meta?.progressToken;
  return {
    name,
    args,
    caller,
    facts,
    isModern: modern,
    signal,
    stop,
    requestKey,
    inputResponses: answers.inputResponses,
    requestState: answers.requestState,
    trace: traceIn(meta),
    onProgress:
      token === undefined
        ? undefined
        : (progress: Progress) => notify('notifications/progress', progressParams(token, progress)),
    onLog:
      logLevel === undefined
        ? undefined
        : (level: string, data: unknown) => {
            if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(logLevel)) return;
            notify('notifications/message', { level, data, logger: 'toolgate' });
          },
  };
}
