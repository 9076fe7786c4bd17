import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { isObject } from '../mcp/front/era.ts';
import { idOf } from '../mcp/front/parse-line.ts';
import { idInUse, type RpcId } from '../mcp/front/rpc.ts';

interface Hold {
  /** The SDK has the request: it is answered, or cancelled. */
  isDelivered: boolean;
}

/** The ids of one session's requests, each from its arrival until it is answered or cancelled. */
export interface IdsInUse {
  /** Throws if a body has one that is in use already. */
  check(body: unknown): void;
  /** Takes those of a body; what it returns gives back those of requests that the SDK refused. */
  take(body: unknown): () => void;
}

/** To be called before a server is connected. The SDK answers only the last of several requests with one id. */
export function watchIds(transport: NodeStreamableHTTPServerTransport): IdsInUse {
  const inUse = new Map<RpcId, Hold>();
  transport.onmessage = (message) => {
    if (!('method' in message)) return;
    if ('id' in message) {
      const hold = inUse.get(message.id);
      if (hold) hold.isDelivered = true;
    } else if (message.method === 'notifications/cancelled') {
      const id = message.params?.requestId as RpcId; // Sound: only ids we were given are in the map.
      // What has not arrived is not stopped by a cancellation, and will be answered.
      if (inUse.get(id)?.isDelivered) inUse.delete(id);
    }
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    try {
      await send(message, options);
    } finally {
      // Not before: until the answer is out, the SDK finds its stream by the id.
      if (!('method' in message) && message.id !== undefined) inUse.delete(message.id);
    }
  };
  return {
    check: (body) => {
      const seen = new Set<RpcId>();
      for (const id of requestIds(body)) {
        if (inUse.has(id) || seen.has(id)) throw idInUse(id);
        seen.add(id);
      }
    },
    take: (body) => {
      const taken = requestIds(body).map((id): [RpcId, Hold] => [id, { isDelivered: false }]);
      for (const [id, hold] of taken) inUse.set(id, hold);
      return () => {
        for (const [id, { isDelivered }] of taken) if (!isDelivered) inUse.delete(id);
      };
    },
  };
}

function requestIds(body: unknown): RpcId[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) =>
    isObject(message) && typeof message.method === 'string' ? (idOf(message) ?? []) : [],
  );
}
