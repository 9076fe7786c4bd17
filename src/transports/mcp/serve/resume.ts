import { MOST_HANDSHAKE, MOST_PENDING, TOO_MANY_PENDING } from '../../../core/address/hello.ts';
import type { Caller } from '../../../core/call/caller.ts';
import { ERROR_CODES, ToolError } from '../../../core/errors.ts';
import { once } from '../../../core/timing/once.ts';
import type { Host } from '../../../host/create-host.ts';
import { isModern, isObject } from '../front/era.ts';
import { idOf, parseLine } from '../front/parse-line.ts';
import { requestKey } from '../front/request-key.ts';
import { errorLine, type RpcId, resultLine } from '../front/rpc.ts';
import { modernResult } from '../sdk/server-facts.ts';
import { toolResult } from './tool-result.ts';

interface ReplayParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly write: (line: string) => void;
  readonly receive: (line: Buffer) => void;
  /** The answer to this request is not to be sent: the client has it. */
  readonly silence: (id: RpcId) => void;
  /** Does it when it is its turn. */
  readonly take: (work: () => void) => void;
}

/**
 * Sets a connection up again as it was, and takes up the requests that were not answered; each line in its turn, so that
 * others are served meanwhile.
 */
export function replay(
  { host, caller, write, receive, silence, take }: ReplayParts,
  handshake: readonly string[],
  pending: readonly string[],
): void {
  const answeredLater = new Set(pending);
  const setUp = handshake.slice(0, MOST_HANDSHAKE).filter((line) => !answeredLater.has(line));
  for (const text of setUp)
    take(() => {
      const line = Buffer.from(text);
      const id = idOf(messageIn(line));
      if (id !== null) silence(id);
      receive(line);
    });
  const recorded = once(() => recordedCalls(host.audit.ofSession(caller.session)));
  for (const [at, text] of pending.entries())
    take(() => {
      const line = Buffer.from(text);
      const message = messageIn(line);
      const answer =
        at < MOST_PENDING ? lostOutcome(host, caller, recorded, message) : tooMany(idOf(message));
      if (answer === undefined) receive(line);
      else write(answer);
    });
}

const tooMany = (id: RpcId | null): string =>
  errorLine(id, ERROR_CODES.RATE_LIMITED.jsonrpcCode, TOO_MANY_PENDING);

/** What cannot be taken apart is answered where it is received. */
function messageIn(line: Buffer): unknown {
  try {
    return parseLine(line);
  } catch {
    return undefined;
  }
}

type Recorded = ReturnType<Host['audit']['ofSession']>[number];

/** By request and by call: there can be many of both. */
function recordedCalls(entries: readonly Recorded[]) {
  const intents = new Map<unknown, Recorded>();
  const outcomes = new Map<string, Recorded>();
  for (const entry of entries) {
    const { kind, callId, body } = entry;
    if (kind === 'intent' && !intents.has(body.requestKey)) intents.set(body.requestKey, entry);
    if (kind === 'outcome' && !outcomes.has(callId)) outcomes.set(callId, entry);
  }
  return { intents, outcomes };
}

/**
 * The answer to a call that was under way when the host ended, or undefined if it never began and can simply run.
 * Whether it had its effect is looked up, never guessed.
 */
function lostOutcome(
  host: Host,
  caller: Caller,
  recorded: () => ReturnType<typeof recordedCalls>,
  message: unknown,
): string | undefined {
  const id = idOf(message);
  if (id === null || !isObject(message) || message.method !== 'tools/call') return undefined;
  const { intents, outcomes } = recorded();
  const intent = intents.get(requestKey(caller, id));
  if (!intent) return undefined;
  const outcome = outcomes.get(intent.callId);
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
