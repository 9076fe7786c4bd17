import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import { serveLocally } from './local-server.ts';
import { FORMATS, type Format } from './model-formats.ts';

/** A call in an answer; `raw` is sent as the arguments, letter by letter. */
export interface ScriptedCall {
  readonly name: string;
  readonly args?: Record<string, unknown>;
  readonly raw?: string;
}

/** What the model says next. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Instead of an answer. */
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly error?: string;
  /** The connection is cut after this many pieces; `end` closes the stream as if all were well. */
  readonly cutAfter?: number;
  readonly endAfter?: number;
  /** Waits before the last piece until this settles. */
  readonly hold?: Promise<unknown>;
  readonly finish?: 'length';
}

export interface ModelRequest {
  /** What the model was sent. */
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
  /** Its number among those of turns, from 0. */
  readonly n: number;
}

export interface ModelServer {
  readonly origin: string;
  /** Those of turns; titles and summaries are asked for beside them. */
  readonly requests: readonly ModelRequest[];
}

/** What only the requests for titles and summaries say. */
const BESIDE = /Write a title for this conversation|Write a summary that replaces it/;

/** An HTTP server that speaks the streaming formats of the providers and says what a script tells it. */
export async function serveModel(
  script: (request: ModelRequest) => Reply,
  beside: (request: ModelRequest) => Reply = () => ({ text: 'A fitting title' }),
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const besideRequests: ModelRequest[] = [];
  const { origin } = await serveLocally((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const format = FORMATS.find(({ path }) => path.test(request.url ?? ''));
    if (request.method === 'GET' && request.url?.endsWith('/models')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ id: 'first-model' }, { id: 'second-model' }] }));
      return;
    }
    if (!format) return void response.writeHead(404).end();
    const text = await readAll(request);
    const body = JSON.parse(text) as Record<string, unknown>;
    const isBeside = BESIDE.test(text);
    const list = isBeside ? besideRequests : requests;
    const one: ModelRequest = { body, text, headers: request.headers, n: list.length };
    list.push(one);
    const reply = isBeside ? beside(one) : script(one);
    if (reply.status !== undefined) return refuse(response, reply);
    await stream(response, format, reply);
  }
  return { origin, requests };
}

function refuse(response: ServerResponse, { status = 500, headers = {}, error = 'no' }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ type: 'error', error: { type: 'api_error', message: error } }));
}

async function stream(response: ServerResponse, format: Format, reply: Reply): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers });
  const pieces = format.pieces(reply);
  for (const [at, piece] of pieces.entries()) {
    if (reply.cutAfter === at) return void response.destroy();
    if (reply.endAfter === at) return void response.end();
    if (reply.hold && at === pieces.length - 2) await reply.hold;
    response.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}
