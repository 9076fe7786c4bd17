import type { Caller } from '../../../core/call/caller.ts';
import type { RpcId } from './rpc.ts';

/** Names a request across a restart of the host. */
export const requestKey = (caller: Caller, id: RpcId): string => `${caller.session}:${JSON.stringify(id)}`;
