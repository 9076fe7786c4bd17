import { hash, randomInt } from 'node:crypto';
import { ToolError, UsageError } from '../core/errors.ts';
import type { AppEvent, EventName } from '../core/events.ts';
import { childEnvironment } from '../core/process/child-environment.ts';
import { VERSION } from '../core/process/version.ts';
import { createLineReader } from '../core/text/lines.ts';
import { dataDirOf } from '../host/load-config.ts';
import { connectHost } from '../transports/pipe/connect-host.ts';
import { agentChoice } from './agent-choice.ts';
import type { SharedFlags } from './line/shared-flags.ts';
import { namedConfig, settingsOf } from './settings.ts';

type Data = Record<string, unknown>;

/** The command line's side of the socket. */
export interface HostClient {
  /** The session that calls of this connection belong to. */
  readonly session: string;
  request(method: string, params: Data): Promise<Data>;
  /** Hears of these events until it is closed. */
  listen(names: readonly EventName[], listener: (event: AppEvent) => void): Promise<void>;
  /** Settles, with the words for it, when the host ends. */
  readonly gone: Promise<ToolError>;
  close(): void;
}

/** A JSON-RPC error of the host, which the command line shows as it is. */
class HostError extends UsageError {}

const INTERNAL_ERROR = -32603;

/** What was asked for in the wrong way, and what did not work, end with different exit codes. */
const hostError = ({ code, message }: { readonly code: number; readonly message: string }): Error =>
  code === INTERNAL_ERROR ? new ToolError('EXEC_FAILED', message) : new HostError(message);

const hostGone = (): ToolError =>
  new ToolError('UNAVAILABLE', 'The host ended while it worked on this', {
    hint: 'The record shows whether it took effect: toolgate audit query.',
  });

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'toolgate-cli', version: VERSION },
  // The card of a call is shown by the command line itself, as every other card is.
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Connects, does something, and leaves. */
export async function withClient<T>(
  flags: SharedFlags,
  act: (client: HostClient) => Promise<T>,
  options: ConnectOptions = {},
): Promise<T> {
  const client = await connectClient(flags, options);
  try {
    return await act(client);
  } finally {
    client.close();
  }
}

interface ConnectOptions {
  /** False: only a host that is there already, as it is. */
  readonly mayStart?: boolean;
}

async function connectClient(flags: SharedFlags, options: ConnectOptions): Promise<HostClient> {
  const config = namedConfig(flags);
  const session = sessionHere();
  const { socket, read } = await connectHost({
    dataDir: dataDirOf(await settingsOf(flags)),
    ...options,
    hostArgs: config === undefined ? [] : ['--config', config],
    hello: {
      version: VERSION,
      kind: 'cli',
      connectionId: session,
      cwd: process.cwd(),
      env: childEnvironment(process.env),
      ...agentChoice(flags, process.env),
    },
  });
  const waiting = new Map<number, { resolve: (result: Data) => void; reject: (error: Error) => void }>();
  // Across connections, too: the session is the same for all of them.
  let count = randomInt(2 ** 40);
  const listeners: ((event: AppEvent) => void)[] = [];
  const reader = createLineReader({
    maxBytes: Number.POSITIVE_INFINITY,
    onLine: (line) => {
      const { id, result, error, method, params } = JSON.parse(line.toString()) as {
        id?: number;
        result?: Data;
        error?: { code: number; message: string };
        method?: string;
        params?: AppEvent;
      };
      if (method === 'admin/event' && params) for (const listener of listeners) listener(params);
      const entry = waiting.get(id ?? -1);
      waiting.delete(id ?? -1);
      if (error) entry?.reject(hostError(error));
      else entry?.resolve(result ?? {});
    },
    onTooLong: () => {},
  });
  const gone = new Promise<ToolError>((resolve) => {
    socket.on('close', () => {
      for (const { reject } of waiting.values()) reject(hostGone());
      resolve(hostGone());
    });
  });
  read((piece) => {
    reader.push(piece);
    return false;
  });
  const request: HostClient['request'] = (method, params) =>
    new Promise((resolveResult, reject) => {
      if (socket.destroyed) return reject(hostGone());
      const id = ++count;
      waiting.set(id, { resolve: resolveResult, reject });
      const withMeta = method.startsWith('admin/') ? params : { ...params, _meta: META };
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: withMeta })}\n`);
    });
  return {
    session,
    request,
    gone,
    listen: async (names, listener) => {
      listeners.push(listener);
      await request('admin/events/subscribe', { names });
    },
    close: () => void socket.end(),
  };
}

/** The same for every command in this directory: what a person allowed for one call holds when it is made again. */
const sessionHere = (): string => `cli:${hash('sha256', process.cwd()).slice(0, 16)}`;
