import { cutAtWord } from '../../../core/text/cut-at-word.ts';
import { RPC_CODES, RpcError } from '../front/rpc.ts';

const SHOWN = 200;

/** A cursor we never gave would end a list too early, and nobody would see it. */
export const unknownCursor = (cursor: unknown): RpcError =>
  new RpcError(RPC_CODES.invalidParams, `Unknown cursor ${cutAtWord(String(JSON.stringify(cursor)), SHOWN)}`);
