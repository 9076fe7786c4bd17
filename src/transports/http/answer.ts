import type { ServerResponse } from 'node:http';
import { messageLine } from '../mcp/front/rpc.ts';
import type { Notify } from '../mcp/serve/tool-rounds.ts';

/** The answer to one request: plain JSON, or a stream of events from the first notification on. */
export interface HttpAnswer {
  readonly notify: Notify;
  /** Aborted when the client goes away before the end. */
  readonly signal: AbortSignal;
  end(status: number, line: string): void;
}

const KEEP_ALIVE_MS = 15_000;

export function createAnswer(response: ServerResponse): HttpAnswer {
  const gone = new AbortController();
  let keepAlive: NodeJS.Timeout | undefined;
  response.once('close', () => {
    clearInterval(keepAlive);
    if (!response.writableFinished) gone.abort();
  });
  const writeEvent = (line: string): void => void response.write(`event: message\ndata: ${line}\n`);
  const stream = (): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    keepAlive = setInterval(() => response.write(': keepalive\n\n'), KEEP_ALIVE_MS);
  };
  return {
    signal: gone.signal,
    notify: (method, params) => {
      if (response.writableEnded || response.destroyed) return;
      if (!response.headersSent) stream();
      writeEvent(messageLine({ jsonrpc: '2.0', method, params }));
    },
    end: (status, line) => {
      if (response.destroyed) return;
      if (response.headersSent) {
        writeEvent(line);
        return void response.end();
      }
      const body = Buffer.from(line);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    },
  };
}
