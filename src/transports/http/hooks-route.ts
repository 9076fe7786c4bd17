import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Host } from '../../host/create-host.ts';
import { BodyTooLarge, drain, readBody } from './body.ts';
import { replyJson } from './reply.ts';

export const HOOKS_PATH = '/hooks/';

const MAX_BYTES = 1_048_576;

/** POST /hooks/ID starts the workflow behind it; the sender proves itself with a token or a signature, not with ours. */
export async function serveHook(
  host: Host,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return replyJson(response, 405, { error: 'POST only' }, { allow: 'POST' });
  const [webhookId = '', token] = pathname.slice(HOOKS_PATH.length).split('/');
  try {
    // The very bytes: a signature is about them.
    const body = await readBody(request, MAX_BYTES);
    const { headers } = request;
    const receipt = await (await host.workflows()).receive({ webhookId, token, headers, body });
    replyJson(response, receipt.status, receipt.body, receipt.headers);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    drain(request);
    replyJson(response, 413, { error: `The body is larger than ${MAX_BYTES} bytes` });
  }
}
