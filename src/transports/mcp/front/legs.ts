import type { Change } from '../../../core/call/call.ts';
import type { Caller } from '../../../core/call/caller.ts';
import type { Host } from '../../../host/create-host.ts';
import type { Leg } from '../sdk/sdk-leg.ts';
import {
  RPC_CODES,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from './rpc.ts';

interface LegsParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly write: (message: RpcMessage) => void;
  /** The handshake this connection began with, if it had one. */
  readonly initialize: () => RpcRequest | undefined;
}

/** The SDK behind the front, one server for each protocol era, loaded when a request first needs it. */
export interface Legs {
  deliver(request: RpcRequest, era: { modern: boolean }): void;
  notify(notification: RpcNotification, era: { modern: boolean }): void;
  respond(response: RpcResponse): void;
  changed(change: Change): void;
  close(): void;
}

const REPLAY_ID = 'toolgate-replay';

const unavailable = (id: RpcId): RpcMessage => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: RPC_CODES.internalError,
    message: 'Toolgate cannot answer this: a part of it could not be loaded. Its log says why.',
  },
});

export function createLegs({ host, caller, write, initialize }: LegsParts): Legs {
  let modern: Promise<Leg> | undefined;
  let legacy: Promise<Leg> | undefined;

  const open = async (): Promise<Leg> => {
    const { openLeg } = await import('../sdk/sdk-leg.ts');
    return openLeg({
      host,
      caller,
      write: (message) => ('id' in message && message.id === REPLAY_ID ? undefined : write(message)),
    });
  };
  // The front has answered the handshake already; the SDK has to hear it too, and its answer is dropped.
  const openLegacy = async (): Promise<Leg> => {
    const leg = await open();
    const request = initialize();
    if (request) {
      leg.deliver({ ...request, id: REPLAY_ID });
      leg.deliver({ jsonrpc: '2.0', method: 'notifications/initialized' });
    }
    return leg;
  };
  const opened = (): Promise<Leg>[] => [modern, legacy].filter((leg) => leg !== undefined);
  const deliverTo = (leg: Promise<Leg>, message: RpcMessage): void => {
    leg.then(
      ({ deliver }) => deliver(message),
      (error: unknown) => {
        host.log.error('the protocol library could not be loaded', { error });
        if ('method' in message && 'id' in message) write(unavailable(message.id));
      },
    );
  };

  return {
    deliver: (request, era) => {
      if (era.modern) {
        modern ??= open();
        deliverTo(modern, request);
      } else {
        legacy ??= openLegacy();
        deliverTo(legacy, request);
      }
    },
    notify: (notification, era) => {
      // The leg has heard this one when it was opened.
      if (notification.method === 'notifications/initialized') return;
      const own = era.modern ? modern : legacy;
      // A cancellation names a request only; whichever leg has it stops it.
      const legs = notification.method === 'notifications/cancelled' || own === undefined ? opened() : [own];
      for (const leg of legs) deliverTo(leg, notification);
    },
    respond: (response) => {
      if (legacy !== undefined) deliverTo(legacy, response);
    },
    changed: (change) => {
      for (const leg of opened()) leg.then(({ changed }) => changed(change)).catch(() => {});
    },
    close: () => {
      for (const leg of opened()) leg.then(({ close }) => close()).catch(() => {});
    },
  };
}
