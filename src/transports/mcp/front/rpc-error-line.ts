import type { Host } from '../../../host/create-host.ts';
import { errorLine, RPC_CODES, RpcError, type RpcId } from './rpc.ts';

/** What a request that failed is answered; what we did not expect goes to the log and not to the client. */
export function rpcErrorLine(id: RpcId | null, error: unknown, host: Host): string {
  if (error instanceof RpcError) return errorLine(id, error.code, error.message, error.data);
  host.log.error('a request failed unexpectedly', { error });
  return errorLine(id, RPC_CODES.internalError, 'Internal error');
}
