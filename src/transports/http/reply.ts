import type { ServerResponse } from 'node:http';

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

export function replyJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { 'content-type': 'application/json', ...SECURITY_HEADERS, ...headers });
  response.end(JSON.stringify(body));
}

/** A refusal on /mcp, as JSON-RPC wants it. */
export const replyRpcError = (
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void => replyJson(response, status, { jsonrpc: '2.0', id: null, error: { code, message } }, headers);
