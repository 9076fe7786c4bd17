export type RpcId = string | number;

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface RpcNotification extends Omit<RpcRequest, 'id'> {}

export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** An answer that is a JSON-RPC error, not a result. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const invalidRequest = (what: string): RpcError =>
  new RpcError(RPC_CODES.invalidRequest, `Invalid Request: ${what}`);

export const idInUse = (id: RpcId): RpcError => invalidRequest(`the id ${JSON.stringify(id)} is in use`);

// The id comes first in everything we write: a pipe reads it without parsing what follows.
export const resultLine = (id: RpcId, resultJson: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}\n`;

export function errorLine(id: RpcId | null, code: number, message: string, data?: unknown): string {
  const error = { code, message, ...(data !== undefined && { data }) };
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${JSON.stringify(error)}}\n`;
}

/** A way to send notifications as lines. */
export const notifyOn =
  (write: (line: string) => void) =>
  (method: string, params: Readonly<Record<string, unknown>>): void =>
    write(messageLine({ jsonrpc: '2.0', method, params }));

/** Any message with its id in front. */
export function messageLine(message: RpcMessage): string {
  const { jsonrpc: _, ...rest } = message;
  if (!('id' in rest)) return `{"jsonrpc":"2.0",${JSON.stringify(rest).slice(1)}\n`;
  const { id, ...body } = rest;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${JSON.stringify(body).slice(1)}\n`;
}
