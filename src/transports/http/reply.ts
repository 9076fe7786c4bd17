import type { IncomingMessage, ServerResponse } from 'node:http';
import { idOf } from '../mcp/front/parse-line.ts';
import { RpcError } from '../mcp/front/rpc.ts';
import { PAGE_POLICY } from './approval-page.ts';

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Headers that every answer carries, also those that the SDK writes; and what a page of an allowed origin needs. */
export function protect(request: IncomingMessage, response: ServerResponse, ownAddress: string): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  const { origin } = request.headers;
  if (origin === undefined || origin === ownAddress) return;
  // The guard has let this origin through.
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'mcp-session-id, www-authenticate');
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
  response.setHeader('vary', 'origin');
}

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

export function replyPage(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': PAGE_POLICY,
    // Under no-referrer a browser sends the form of a page with `Origin: null`, as a stranger's could be.
    'referrer-policy': 'same-origin',
  });
  response.end(html);
}

interface About {
  readonly headers?: Readonly<Record<string, string>>;
  /** What is refused, where it was read: a client waits for an answer with its id. */
  readonly to?: unknown;
}

/** A refusal on /mcp, as JSON-RPC wants it. */
export const replyRpcError = (
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  { headers = {}, to }: About = {},
): void => replyJson(response, status, { jsonrpc: '2.0', id: idOf(to), error: { code, message } }, headers);

/** Answers a message with what a check throws about it; true if it did. */
export function refuses(
  response: ServerResponse,
  status: number,
  message: unknown,
  check: () => void,
): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message: words } = error;
    replyJson(response, status, { jsonrpc: '2.0', id: idOf(message), error: { code, message: words } });
    return true;
  }
}
