import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import { modern, parseAnswer, type RpcClient, resultOf } from './rpc.ts';

export interface HttpTarget {
  readonly url: string;
  readonly token?: string;
}

export interface HttpClient extends RpcClient {
  health(): Promise<void>;
}

/** Speaks 2026-07-28 over HTTP, on as many connections as there are requests at a time. */
export function createHttpClient({ url, token }: HttpTarget): HttpClient {
  const agent = new Agent({ keepAlive: true });
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  let count = 0;
  return {
    request: async (method, params = {}) => {
      const id = ++count;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: modern(params) });
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
        ...authorization,
      };
      return resultOf(await send(new URL('/mcp', url), { agent, method: 'POST', headers }, body, readAnswer));
    },
    health: () => send(new URL('/health', url), { agent }, '', async () => {}),
    close: async () => agent.destroy(),
  };
}

function send<T>(
  url: URL,
  options: { agent: Agent; method?: string; headers?: Record<string, string | number> },
  body: string,
  read: (response: IncomingMessage, text: string) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = startRequest(url, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => read(response, Buffer.concat(parts).toString()).then(resolve, reject));
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function readAnswer({ headers, statusCode }: IncomingMessage, text: string) {
  if (statusCode !== 200) throw new Error(`HTTP ${statusCode}: ${text}`);
  if (!headers['content-type']?.startsWith('text/event-stream')) return parseAnswer(text);
  const answers = text.split('\n').filter((line) => line.startsWith('data: {'));
  return parseAnswer(answers.at(-1)?.slice('data: '.length) ?? '{}');
}
