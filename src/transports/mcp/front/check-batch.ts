import { invalidRequest } from './rpc.ts';

/** JSON-RPC batches exist in one revision only; throws where there are none. */
export function checkBatch(items: readonly unknown[], version: string | undefined): void {
  if (version !== '2025-03-26' || items.length === 0)
    throw invalidRequest('batches are not part of this protocol revision');
}
