import { endNode, startNode } from './node-process.ts';
import {
  type Data,
  type Era,
  inEra,
  initializeParams,
  parseAnswer,
  type RpcClient,
  resultOf,
} from './rpc.ts';

export interface StdioClient extends RpcClient {
  readonly pid: number;
  notify(method: string): void;
}

interface StdioOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A descriptor for stderr. */
  readonly logFd: number;
}

type Waiting = { readonly resolve: (result: Data) => void; readonly reject: (error: Error) => void };

/** Starts a server and speaks raw JSON-RPC lines with it. */
export function startStdio(args: readonly string[], { cwd, env, logFd }: StdioOptions): StdioClient {
  const child = startNode(args, { cwd, env: { ...env }, stdio: ['pipe', 'pipe', logFd] });
  const waiting = new Map<unknown, Waiting>();
  let rest = '';
  let count = 0;

  const settle = (line: string): void => {
    const answer = parseAnswer(line);
    const entry = waiting.get(answer.id);
    waiting.delete(answer.id);
    try {
      entry?.resolve(resultOf(answer));
    } catch (error) {
      entry?.reject(error as Error); // Sound: resultOf throws nothing else.
    }
  };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    // Some servers print more than the protocol.
    lines.filter((line) => line.startsWith('{')).forEach(settle);
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values())
      reject(new Error(`${args.join(' ')} ended with ${code ?? signal}`));
  });
  const send = (message: Data): void =>
    void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  return {
    pid: child.pid ?? -1,
    request: (method, params = {}) =>
      new Promise((resolve, reject) => {
        waiting.set(++count, { resolve, reject });
        send({ id: count, method, params });
      }),
    notify: (method) => send({ method }),
    close: () => endNode(child),
  };
}

/** What a client does first, up to the list of tools. */
export async function openSession(client: StdioClient, era: Era): Promise<Data> {
  if (era === 'modern') await client.request('server/discover', inEra(era));
  else {
    await client.request('initialize', initializeParams);
    client.notify('notifications/initialized');
  }
  return client.request('tools/list', inEra(era));
}
