import type { CallRequest, Progress } from '../../../core/call/call.ts';
import type { Caller } from '../../../core/call/caller.ts';
import type { InputResponses } from '../../../core/call/input.ts';
import { ToolError } from '../../../core/errors.ts';
import type { Host } from '../../../host/create-host.ts';
import { type ClientFacts, canFollowTasks, isObject } from '../front/era.ts';
import { RPC_CODES, RpcError } from '../front/rpc.ts';
import { leanCall, unknownInside } from '../lean/lean-call.ts';
import { INVALID_STATE, invalidState, sealState, unsealState } from './request-state.ts';
import { taskSeed } from './tasks.ts';
import { failedResult, toolResult } from './tool-result.ts';

type Data = Record<string, unknown>;

export interface ToolCall {
  readonly name: unknown;
  readonly args: unknown;
  readonly caller: Caller;
  readonly facts: ClientFacts;
  readonly isModern: boolean;
  readonly signal: AbortSignal;
  readonly stop?: AbortController | undefined;
  readonly requestKey?: string | undefined;
  readonly inputResponses?: InputResponses | undefined;
  readonly requestState?: string | undefined;
  readonly onProgress?: CallRequest['onProgress'];
  readonly onLog?: CallRequest['onLog'];
  readonly dropStream?: CallRequest['dropStream'];
  readonly trace?: CallRequest['trace'];
}

/** The trace that a request's `_meta` names, if it does. */
export const traceIn = (meta: Readonly<Record<string, unknown>> | undefined): CallRequest['trace'] =>
  meta?.traceparent === undefined ? undefined : { parent: meta.traceparent, state: meta.tracestate };

/** What a progress notification says. */
export const progressParams = <Token>(progressToken: Token, { done, total, message }: Progress) => ({
  progressToken,
  progress: done,
  ...(total !== undefined && { total }),
  ...(message !== undefined && { message }),
});

/** tools/call: into the gate, and its answer in MCP's words. An unknown tool is a protocol error, a failed one a result. */
export async function callTool(host: Host, asked: ToolCall): Promise<Data> {
  const lean = await leanCall(host, asked.caller, asked);
  if (lean?.kind === 'found') return { content: [{ type: 'text', text: lean.text }] };
  if (lean?.kind === 'wrong') {
    const { args, caller } = asked;
    // The gate leaves its record.
    await host.call({ tool: nameOf(asked.name), args, caller, malformed: lean.reason });
    return failedResult(new ToolError('VALIDATION', lean.reason));
  }
  return lean
    ? callNamed(host, { ...asked, name: lean.name, args: lean.args }, { isInside: true })
    : callNamed(host, asked, { isInside: false });
}

/** `isInside`: the name stood in the arguments of another tool. */
async function callNamed(host: Host, call: ToolCall, { isInside }: { isInside: boolean }): Promise<Data> {
  const { caller, facts } = call;
  const name = nameOf(call.name);
  const binding = { principal: caller.principal, request: [name, call.args] };
  const refuse = async (malformed: string, error: RpcError): Promise<never> => {
    await host.call({ tool: name, args: call.args, caller, malformed });
    throw error;
  };
  const wrong = wrongWith(call);
  if (wrong !== undefined) return refuse(wrong, new RpcError(RPC_CODES.invalidParams, wrong));
  const state =
    call.requestState === undefined ? undefined : unsealState(host.stateKey, call.requestState, binding);
  if (state === INVALID_STATE) return refuse('The requestState is forged or expired', invalidState());
  const answer = await host.call({
    tool: name,
    args: call.args,
    caller: facts.client ? { ...caller, client: facts.client } : caller,
    signal: call.signal,
    stop: call.stop,
    clientCapabilities: facts.capabilities,
    canFollowTasks: call.isModern && canFollowTasks(facts),
    requestKey: call.requestKey,
    input: call.inputResponses && { responses: call.inputResponses, state },
    onProgress: call.onProgress,
    onLog: call.onLog,
    dropStream: call.dropStream,
    trace: call.trace,
  });
  if (answer.kind === 'input') {
    return {
      resultType: 'input_required',
      inputRequests: answer.requests,
      requestState: sealState(host.stateKey, answer.state ?? null, binding),
    };
  }
  if (answer.kind === 'task') return taskSeed(host.tasks.get(answer.taskId, caller.principal));
  if (isInside && !answer.ok && answer.error.code === 'UNKNOWN_TOOL')
    return failedResult(unknownInside(host, caller, name));
  return toolResult(host, { name, client: facts.client }, answer);
}

/** What a call is recorded under, though it may name no tool. */
export const nameOf = (name: unknown): string =>
  typeof name === 'string' ? name : (JSON.stringify(name) ?? '');

/** Why parameters are none of a call. */
export function wrongWith({ name, args }: Pick<ToolCall, 'name' | 'args'>): string | undefined {
  if (name === undefined) return 'The call names no tool: "name" is missing';
  if (typeof name !== 'string') return 'The call names no tool: "name" must be a string';
  return args === undefined || isObject(args) ? undefined : `The arguments of ${name} must be an object`;
}
