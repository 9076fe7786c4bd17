import type { Caller } from '../../../core/call/caller.ts';
import { ToolError } from '../../../core/errors.ts';
import type { Host } from '../../../host/create-host.ts';
import { isModern, isObject } from '../front/era.ts';
import { idOf, parseLine } from '../front/parse-line.ts';
import { requestKey } from '../front/request-key.ts';
import { type RpcId, resultLine } from '../front/rpc.ts';
import { modernResult } from '../sdk/server-facts.ts';
import { toolResult } from './tool-result.ts';

type Recorded = ReturnType<Host['audit']['ofSession']>;

interface ReplayParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly write: (line: string) => void;
  readonly receive: (line: Buffer) => void;
  /** The answer to this request is not to be sent: the client has it. */
  readonly silence: (id: RpcId) => void;
}

/** Sets a connection up again as it was, and takes up the requests that were not answered. */
export function replay(
  { host, caller, write, receive, silence }: ReplayParts,
  handshake: readonly string[],
  pending: readonly string[],
): void {
  for (const text of handshake.filter((line) => !pending.includes(line))) {
    const line = Buffer.from(text);
    const id = idOf(parseLine(line));
    if (id !== null) silence(id);
    receive(line);
  }
  const recorded = pending.length === 0 ? [] : host.audit.ofSession(caller.session);
  for (const text of pending) {
    const line = Buffer.from(text);
    const answer = lostOutcome(host, caller, recorded, parseLine(line));
    if (answer === undefined) receive(line);
    else write(answer);
  }
}

/**
 * The answer to a call that was under way when the host ended, or undefined if it never began and can simply run.
 * Whether it had its effect is looked up, never guessed.
 */
function lostOutcome(host: Host, caller: Caller, recorded: Recorded, message: unknown): string | undefined {
  const id = idOf(message);
  if (id === null || !isObject(message) || message.method !== 'tools/call') return undefined;
  const key = requestKey(caller, id);
  const intent = recorded.find(({ kind, body }) => kind === 'intent' && body.requestKey === key);
  if (!intent) return undefined;
  const outcome = recorded.find(({ kind, callId }) => kind === 'outcome' && callId === intent.callId);
  const tool = String(intent.body.tool);
  const error = outcome
    ? new ToolError(
        'UNAVAILABLE',
        `${tool} ended (${outcome.body.ok === true ? 'it succeeded' : `with ${String(outcome.body.code)}`}), but its result was lost when the host restarted: see audit entry ${outcome.seq}`,
      )
    : new ToolError(
        'UNAVAILABLE',
        `${tool} was running when the host ended: outcome unknown, see audit entry ${intent.seq}`,
        {
          hint: 'Check whether it took effect before you call it again.',
        },
      );
  const result = toolResult(
    host,
    { name: tool, client: undefined },
    { kind: 'result', ok: false, error, meta: { callId: intent.callId, durationMs: 0 } },
  );
  const isModernRequest = isModern(message.params);
  return resultLine(id, JSON.stringify(isModernRequest ? modernResult(result) : result));
}
