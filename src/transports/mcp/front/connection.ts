import type { Hello } from '../../../core/address/hello.ts';
import type { Change } from '../../../core/call/call.ts';
import type { Caller } from '../../../core/call/caller.ts';
import { endsOf, type LineEnds } from '../../../core/text/lines.ts';
import { idOfLongLine } from '../../../core/text/long-line.ts';
import { writeTogether } from '../../../core/text/write-together.ts';
import type { Host } from '../../../host/create-host.ts';
import { modernResult } from '../sdk/server-facts.ts';
import { resultJson } from '../serve/result-json.ts';
import { replay } from '../serve/resume.ts';
import type { ListTools } from '../serve/tool-list.ts';
import { checkBatch } from './check-batch.ts';
import { checkParams } from './check-params.ts';
import { type ClientFacts, isModern, MODERN_VERSION, modernFacts } from './era.ts';
import { createFront, type Front, type Handshake } from './front.ts';
import { createLegs, type Legs } from './legs.ts';
import { createOutgoing } from './outgoing.ts';
import { asMessage, idOf, NotTakenApart, parseLine } from './parse-line.ts';
import { createRequests } from './requests.ts';
import {
  idInUse,
  invalidRequest,
  messageLine,
  notifyOn,
  type RpcError,
  type RpcRequest,
  resultLine,
} from './rpc.ts';
import { rpcErrorLine } from './rpc-error-line.ts';

export interface ConnectionParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly listTools: ListTools;
  readonly write: (line: string) => void;
  /** Instead of ending the session with the connection, where several connections share one. */
  readonly endSession?: (session: string) => void;
}

/** One agent on a stream of lines, in whichever protocol era each of its requests belongs to. */
export interface Connection {
  receive(line: Buffer): void;
  /** A line longer than allowed came and was dropped. */
  refuseLongLine(ends: LineEnds, maxBytes: number): void;
  /** Goes on after a restart of the host: the handshake is replayed silently, unanswered requests are looked up first. */
  resume(lines: NonNullable<Hello['resume']>, take: (work: () => void) => void): void;
  /** For when the agent sends no more: gives what it asked for a moment to be answered, then cancels it. */
  finish(): Promise<void>;
  close(): void;
}

export function createConnection(parts: ConnectionParts): Connection {
  const { host, caller, listTools, endSession = host.endSession } = parts;
  const write = writeTogether(parts.write);
  const requests = createRequests();
  const outgoing = createOutgoing(write);
  const front = createFront({ host, caller, listTools, outgoing, notify: notifyOn(write) });
  const legs = createLegs({
    host,
    caller,
    write: (message) => {
      if ('method' in message || requests.end(message.id)) write(messageLine(message));
    },
    initialize: () => front.handshake?.request,
  });

  const serve = async (request: RpcRequest): Promise<void> => {
    const { id, method } = request;
    const stop = requests.begin(id);
    if (!stop) return write(rpcErrorLine(id, idInUse(id), host));
    try {
      const modern = isModern(request.params);
      const facts = modern ? modernFacts(request.params) : legacyFacts(method, front.handshake);
      // A sloppy handshake is answered all the same: it decides nothing.
      if (method !== 'initialize') checkParams(method, request.params, { modern });
      const handler = front.handlerOf(method);
      if (!handler) {
        requests.handOver(id);
        return legs.deliver(request, { modern });
      }
      const result = await handler({ request, facts, modern, stop });
      if (requests.end(id)) write(resultLine(id, resultJson(modern ? modernResult(result) : result)));
    } catch (error) {
      if (requests.end(id)) write(rpcErrorLine(id, error, host));
    }
  };

  const accept = (value: unknown): void => {
    const message = asMessage(value);
    if (!('method' in message)) return void (outgoing.settle(message) || legs.respond(message));
    if ('id' in message) return void serve(message);
    if (message.method === 'notifications/cancelled') requests.cancel(message.params?.requestId);
    legs.notify(message, { modern: isModern(message.params) });
  };

  const receive = (line: Buffer): void => {
    if (isBlank(line)) return;
    let value: unknown;
    try {
      value = parseLine(line);
      if (Array.isArray(value)) receiveBatch(value, front.handshake, receive);
      else accept(value);
    } catch (error) {
      const id = error instanceof NotTakenApart ? idOfLongLine(endsOf(line)) : idOf(value);
      write(rpcErrorLine(id, error, host));
    }
  };

  const unsubscribe = host.changes.subscribe(tellOf({ front, legs, write }));

  return {
    receive,
    refuseLongLine: (ends, maxBytes) => write(rpcErrorLine(idOfLongLine(ends), tooLong(maxBytes), host)),
    resume: ({ handshake, pending }, take) =>
      replay({ host, caller, write, receive, silence: requests.silence, take }, handshake, pending),
    finish: requests.finish,
    close: () => {
      unsubscribe();
      requests.cancelAll();
      endSession(caller.session);
      legs.close();
    },
  };
}

/** Clients of the revision that has batches take the answers one by one as well. */
function receiveBatch(
  items: readonly unknown[],
  handshake: Handshake | undefined,
  receive: (line: Buffer) => void,
): void {
  checkBatch(items, handshake?.version);
  for (const item of items) receive(Buffer.from(JSON.stringify(item)));
}

const tellOf =
  ({ front, legs, write }: { front: Front; legs: Legs; write: (line: string) => void }) =>
  (change: Change): void => {
    if (front.handshake && typeof change === 'string') write(listChanged(change));
    legs.changed(change);
  };

const tooLong = (maxBytes: number): RpcError => invalidRequest(`a line is at most ${maxBytes} bytes long`);

const isBlank = (line: Buffer): boolean => (line[0] ?? 0) <= 0x20 && line.toString().trim() === '';

const listChanged = (change: Extract<Change, string>): string =>
  messageLine({ jsonrpc: '2.0', method: `notifications/${change}/list_changed` });

function legacyFacts(method: string, handshake: Handshake | undefined): ClientFacts {
  if (handshake) return handshake.facts;
  if (method === 'initialize' || method === 'ping') return { capabilities: {}, client: undefined };
  throw invalidRequest(
    `"${method}" came before initialize. Send initialize first, or give the request the _meta of ${MODERN_VERSION}.`,
  );
}
