import { type OutgoingHttpHeaders, request } from 'node:http';
import { ask, type Reply, type Serve } from './http.ts';
import { type Message, modernMeta } from './line-client.ts';
import { until } from './program.ts';

export interface McpReply extends Reply {
  /** All messages of the reply, notifications before the answer. */
  readonly messages: readonly Message[];
  /** The one that answers the request. */
  readonly answer: Message | undefined;
}

interface ModernOptions {
  /** Default: the token the server printed. */
  readonly token?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly capabilities?: Record<string, unknown>;
  readonly meta?: Record<string, unknown>;
}

const ACCEPT = 'application/json, text/event-stream';

const bearer = (token: string): OutgoingHttpHeaders =>
  token === '' ? {} : { authorization: `Bearer ${token}` };

/** What a client of 2026-07-28 sends beside the body; undefined in `headers` leaves one out. */
export function modernHeaders(
  server: Serve,
  method: string,
  params: Record<string, unknown>,
  { token = server.token, headers = {} }: ModernOptions = {},
): OutgoingHttpHeaders {
  const name = params.name ?? params.uri ?? params.taskId;
  const all = {
    ...bearer(token),
    'content-type': 'application/json',
    accept: ACCEPT,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': String(name) }),
    ...headers,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

export const modernBody = (
  method: string,
  params: Record<string, unknown>,
  { capabilities, meta }: ModernOptions = {},
): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, _meta: { ...modernMeta(capabilities), ...meta } },
  });

/** One request of 2026-07-28. */
export async function modern(
  server: Serve,
  method: string,
  params: Record<string, unknown> = {},
  options: ModernOptions = {},
): Promise<McpReply> {
  const headers = modernHeaders(server, method, params, options);
  return read(await ask(server, { method: 'POST', headers, body: modernBody(method, params, options) }));
}

export const callTool = (
  server: Serve,
  name: string,
  args: Record<string, unknown> = {},
  options: ModernOptions = {},
): Promise<McpReply> => modern(server, 'tools/call', { name, arguments: args }, options);

export interface Session {
  readonly id: string;
  readonly initialized: McpReply;
  /** Posts a message, or several as a batch, within the session. */
  send(message: object, headers?: OutgoingHttpHeaders): Promise<McpReply>;
  request(method: string, params?: Record<string, unknown>): Promise<McpReply>;
  /** Opens the session's own stream, or goes on with one that broke. */
  listen(lastEventId?: string): Promise<Stream>;
  end(): Promise<Reply>;
}

interface SessionOptions {
  readonly token?: string;
  readonly version?: string;
  readonly capabilities?: Record<string, unknown>;
}

/** The handshake of the revisions before 2026-07-28. */
export async function openSession(server: Serve, options: SessionOptions = {}): Promise<Session> {
  const { token = server.token, version = '2025-11-25', capabilities = {} } = options;
  const clientInfo = { name: 'session-client', version: '1' };
  const params = { protocolVersion: version, capabilities, clientInfo };
  const first = { ...bearer(token), 'content-type': 'application/json', accept: ACCEPT };
  const post = async (message: object, headers: OutgoingHttpHeaders): Promise<McpReply> =>
    read(await ask(server, { method: 'POST', headers, body: JSON.stringify(message) }));
  const initialized = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params }, first);
  const id = String(initialized.headers['mcp-session-id']);
  const own = { ...first, 'mcp-session-id': id, 'mcp-protocol-version': version };
  const send = (message: object, headers: OutgoingHttpHeaders = {}) => post(message, { ...own, ...headers });
  await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  let count = 0;
  return {
    id,
    initialized,
    send,
    request: (method, asked = {}) => send({ jsonrpc: '2.0', id: ++count, method, params: asked }),
    listen: (lastEventId) => {
      const more = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      return openStream(server, { headers: { ...own, accept: 'text/event-stream', ...more } });
    },
    end: () => ask(server, { method: 'DELETE', headers: own }),
  };
}

interface SseEvent {
  readonly id: string | undefined;
  readonly message: Message | undefined;
}

export interface Stream {
  readonly status: number;
  /** What has come so far. */
  readonly events: () => SseEvent[];
  /** Waits for a message. */
  message(what: string, isWanted: (message: Message) => boolean): Promise<Message>;
  /** Settles when the server has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** A reply that is read while it arrives. */
export function openStream(
  { port }: Pick<Serve, 'port'>,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: OutgoingHttpHeaders; body?: string },
): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/mcp', method, headers, agent: false };
    const sent = request(options, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      const ended = new Promise<void>((end) => response.once('close', end));
      const events = () => parseEvents(text.slice(0, text.lastIndexOf('\n\n') + 2));
      resolve({
        status: response.statusCode ?? 0,
        events,
        message: (what, isWanted) =>
          until(what, () =>
            events()
              .flatMap(({ message }) => message ?? [])
              .find(isWanted),
          ),
        ended,
        close: () => sent.destroy(),
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

function read(reply: Reply): McpReply {
  const isStream = reply.headers['content-type']?.startsWith('text/event-stream') === true;
  // Sound: only the fields of a JSON-RPC message are read from it, each of them optional.
  const whole = (reply.json === undefined ? [] : [reply.json]) as Message[];
  const messages = isStream ? parseEvents(reply.text).flatMap(({ message }) => message ?? []) : whole;
  return { ...reply, messages, answer: messages.find(({ method }) => method === undefined) };
}

function parseEvents(text: string): SseEvent[] {
  const blocks = text.split('\n\n').filter((block) => block !== '');
  return blocks.map((block) => {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
    const data = field('data');
    return { id: field('id'), message: data ? (JSON.parse(data) as Message) : undefined };
  });
}
