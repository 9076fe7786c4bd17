import { expect, onTestFinished } from 'vitest';
import { type Program, startProgram, until } from './program.ts';

/** Until the first answer: where twenty start at once on two cores, the last waits for the others. */
const STARTING_MS = 30_000;

export type Message = {
  jsonrpc?: string;
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
};

/** A client that writes and reads raw lines, for what no library would send. */
export interface LineClient extends Program {
  /** Writes a message, or text exactly as it is with a newline behind it. */
  send(message: object | string | Buffer): void;
  /** Every message received so far. */
  readonly received: readonly Message[];
  /** Waits for the answer to this id. */
  answer(id: string | number | null, limitMs?: number): Promise<Message>;
  /** Waits until this many requests or notifications of a method have come. */
  messages(method: string, count: number): Promise<Message[]>;
  /** Sends a request with a fresh id and waits for its answer. */
  request(method: string, params?: Record<string, unknown>, limitMs?: number): Promise<Message>;
  /** Calls a tool and answers its result; with `_meta` as a request of 2026-07-28. */
  call(
    name: string,
    args?: Record<string, unknown>,
    _meta?: Record<string, unknown>,
  ): Promise<Record<string, unknown>>;
  /** Sends this, then a ping, and answers what came before the ping's answer. */
  answersTo(...messages: (object | string | Buffer)[]): Promise<Message[]>;
  /** The handshake of the revisions before 2026-07-28. */
  initialize(version?: string, capabilities?: Record<string, unknown>): Promise<Message>;
}

/** What every request of 2026-07-28 carries. */
export const modernMeta = (capabilities: Record<string, unknown> = {}): Record<string, unknown> => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
  'io.modelcontextprotocol/clientInfo': { name: 'line-client', version: '1' },
});

/** Starts the program; the test fails if anything but JSON-RPC comes on its stdout. */
export function startLineClient(
  args: readonly string[],
  options: Parameters<typeof startProgram>[1] = {},
): LineClient {
  const program = startProgram(args, options);
  const received = readMessages(program);
  let count = 0;
  const send = (message: object | string | Buffer): void => {
    const isRaw = typeof message === 'string' || Buffer.isBuffer(message);
    program.child.stdin?.write(isRaw ? message : JSON.stringify(message));
    program.child.stdin?.write('\n');
  };
  const answer = (id: string | number | null, limitMs?: number): Promise<Message> =>
    until(
      `the answer to ${id}`,
      () => received.find((message) => message.id === id && message.method === undefined),
      limitMs,
    );
  const request = (method: string, params?: Record<string, unknown>, limitMs?: number): Promise<Message> => {
    const id = `r${++count}`;
    send({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    return answer(id, limitMs);
  };
  return {
    ...program,
    send,
    received,
    answer,
    request,
    messages: (method, wanted) =>
      until(`${wanted} ${method}`, () => {
        const found = received.filter((message) => message.method === method);
        return found.length >= wanted && found;
      }),
    call: async (name, args = {}, _meta) => {
      const { result, error } = await request('tools/call', {
        name,
        arguments: args,
        ...(_meta && { _meta }),
      });
      if (!result) throw new Error(`${name} was answered with ${JSON.stringify(error)}`);
      return result;
    },
    answersTo: async (...messages) => {
      const from = received.length;
      for (const message of messages) send(message);
      const ping = await request('ping');
      return received.slice(from, received.indexOf(ping));
    },
    initialize: async (version = '2025-11-25', capabilities = {}) => {
      const params = {
        protocolVersion: version,
        capabilities,
        clientInfo: { name: 'line-client', version: '1' },
      };
      const reply = await request('initialize', params, STARTING_MS);
      send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      return reply;
    },
  };
}

function readMessages({ child }: Program): Message[] {
  const received: Message[] = [];
  const garbage: string[] = [];
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = parse(line);
      if (message?.jsonrpc === '2.0') received.push(message);
      else garbage.push(line);
    }
  });
  onTestFinished(() => expect(garbage).toEqual([]));
  return received;
}

function parse(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return undefined;
  }
}
