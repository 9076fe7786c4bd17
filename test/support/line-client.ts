import { type Program, startProgram, until } from './program.ts';

export type Message = {
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
  /** What came on stdout that is not JSON. */
  readonly garbage: readonly string[];
  /** Waits for the answer to this id. */
  answer(id: string | number | null, limitMs?: number): Promise<Message>;
  /** Sends a request with a fresh id and waits for its answer. */
  request(method: string, params?: Record<string, unknown>, limitMs?: number): Promise<Message>;
  /** The handshake of the revisions before 2026-07-28. */
  initialize(version?: string, capabilities?: Record<string, unknown>): Promise<Message>;
}

/** What every request of 2026-07-28 carries. */
export const modernMeta = (capabilities: Record<string, unknown> = {}): Record<string, unknown> => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
  'io.modelcontextprotocol/clientInfo': { name: 'line-client', version: '1' },
});

export function startLineClient(
  args: readonly string[],
  options: Parameters<typeof startProgram>[1] = {},
): LineClient {
  const program = startProgram(args, options);
  const received: Message[] = [];
  const garbage: string[] = [];
  let rest = '';
  let count = 0;
  program.child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      try {
        received.push(JSON.parse(line) as Message);
      } catch {
        garbage.push(line);
      }
    }
  });
  const send = (message: object | string | Buffer): void => {
    program.child.stdin?.write(
      Buffer.isBuffer(message) ? message : typeof message === 'string' ? message : JSON.stringify(message),
    );
    program.child.stdin?.write('\n');
  };
  const answer = (id: string | number | null, limitMs?: number): Promise<Message> =>
    until(
      `the answer to ${id}; stderr: ${program.stderr()}`,
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
    garbage,
    answer,
    request,
    initialize: async (version = '2025-11-25', capabilities = {}) => {
      const reply = await request('initialize', {
        protocolVersion: version,
        capabilities,
        clientInfo: { name: 'line-client', version: '1' },
      });
      send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      return reply;
    },
  };
}
