import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { RPC_CODES, RpcError } from '../front/rpc.ts';

/** What a sealed state is good for: this principal, this request, for a while. */
export interface StateBinding {
  readonly principal: string;
  /** Tool, prompt or resource, with its arguments. */
  readonly request: unknown;
}

const TTL_MS = 900_000;

/**
 * State travels through the client between two rounds of a call, so the client could change it:
 * it is signed, and bound to who asked for what. Using it only once is the reader's business.
 */
export function sealState(key: Buffer, state: unknown, binding: StateBinding): string {
  const body = Buffer.from(
    JSON.stringify({ state, bound: digest(binding), expires: Date.now() + TTL_MS }),
  ).toString('base64url');
  return `${body}.${sign(key, body)}`;
}

/** What `unsealState` answers for a state that is not ours, not for this request, or too old. */
export const INVALID_STATE = Symbol('invalid state');

export function unsealState(key: Buffer, sealed: string, binding: StateBinding): unknown {
  const [body = '', signature = '', ...more] = sealed.split('.', 3);
  const expected = Buffer.from(sign(key, body));
  const given = Buffer.from(signature);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return INVALID_STATE;
  const { state, bound, expires } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  return bound === digest(binding) && typeof expires === 'number' && expires >= Date.now()
    ? state
    : INVALID_STATE;
}

const sign = (key: Buffer, body: string): string =>
  createHmac('sha256', key).update(body).digest('base64url');

const digest = ({ principal, request }: StateBinding): string =>
  hash('sha256', JSON.stringify([principal, request]), 'base64url');

export const invalidState = (): RpcError =>
  new RpcError(RPC_CODES.invalidParams, 'Invalid or expired requestState', {
    reason: 'invalid_request_state',
  });
