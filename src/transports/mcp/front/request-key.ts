import { hash } from 'node:crypto';
import type { Caller } from '../../../core/call/caller.ts';
import type { RpcId } from './rpc.ts';

/** Longer than any client numbers its requests. */
const LONGEST_ID = 200;

/** Names a request across a restart of the host. It stands in the record, so a client does not say how long it is. */
export function requestKey(caller: Caller, id: RpcId): string {
  const text = JSON.stringify(id);
  return `${caller.session}:${text.length > LONGEST_ID ? hash('sha256', text) : text}`;
}
