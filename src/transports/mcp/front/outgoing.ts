import { randomUUID } from 'node:crypto';
import type { InputRequests, InputResponses } from '../../../core/call/input.ts';
import { isObject } from './era.ts';
import { messageLine, RPC_CODES, RpcError, type RpcResponse } from './rpc.ts';

/** Requests from us to a client that came before 2026-07-28. */
export interface Outgoing {
  /** Puts every question to the client at once and waits for all answers. */
  ask(requests: InputRequests, signal: AbortSignal): Promise<InputResponses>;
  /** True if the response was to one of ours. */
  settle(response: RpcResponse): boolean;
}

export function createOutgoing(write: (line: string) => void): Outgoing {
  const waiting = new Map<string, (response: RpcResponse) => void>();
  // The next host serves the same client: an answer that comes late must not fit a question of that one.
  const own = randomUUID();
  let count = 0;

  const send = (method: string, params: unknown, signal: AbortSignal): Promise<RpcResponse> =>
    new Promise((resolve, reject) => {
      const id = `toolgate-${own}-${++count}`;
      const give = (response: RpcResponse) => {
        signal.removeEventListener('abort', giveUp);
        resolve(response);
      };
      const giveUp = () => {
        waiting.delete(id);
        // The person may still be looking at a question that nobody needs answered.
        write(messageLine({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }));
        reject(new RpcError(RPC_CODES.internalError, 'The call ended before its question was answered'));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.set(id, give);
      write(messageLine({ jsonrpc: '2.0', id, method, ...(isObject(params) && { params }) }));
    });

  return {
    ask: async (requests, signal) => {
      const answers = await Promise.all(
        Object.entries(requests).map(async ([key, { method, params }]) => {
          const { result } = await send(method, params, signal);
          // A client that cannot ask answers with an error: nobody is there, which is no "no".
          return [key, result ?? { action: 'cancel' }] as const;
        }),
      );
      return Object.fromEntries(answers);
    },
    settle: (response) => {
      const give = waiting.get(String(response.id));
      waiting.delete(String(response.id));
      give?.(response);
      return give !== undefined;
    },
  };
}
