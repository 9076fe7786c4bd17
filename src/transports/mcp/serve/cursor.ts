import { RPC_CODES, RpcError } from '../front/rpc.ts';

/** A cursor we never gave would end a list too early, and nobody would see it. */
export const unknownCursor = (cursor: unknown): RpcError =>
  new RpcError(RPC_CODES.invalidParams, `Unknown cursor ${JSON.stringify(cursor)}`);
