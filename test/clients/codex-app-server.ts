import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { CLIENT_PATH } from './real-clients.ts';

type Data = Record<string, unknown>;

interface Message extends Data {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Data;
  readonly result?: Data;
  readonly error?: Data;
}

/** `codex app-server`, which is a real MCP client without a model; a person answers what servers ask. */
export async function startAppServer(
  { home, project }: { readonly home: string; readonly project: string },
  answer: (question: string) => 'accept' | 'decline',
) {
  const child = spawn('codex', ['app-server'], {
    cwd: project,
    env: { PATH: CLIENT_PATH, HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill());
  const waiting = new Map<number, (message: Message) => void>();
  const send = (message: Data): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    const { id, method, params = {} } = message;
    if (method === 'mcpServer/elicitation/request') {
      const action = answer(JSON.stringify(params));
      const content = action === 'accept' ? { decision: 'once' } : null;
      send({ id, result: { action, content } });
    } else if (method === undefined && id !== undefined) waiting.get(id)?.(message);
  });
  let count = 0;
  const request = async (method: string, params: Data): Promise<Data> => {
    const id = ++count;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const { result, error } = await answered;
    if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  const clientInfo = { name: 'test', title: 'test', version: '1' };
  await request('initialize', { clientInfo, capabilities: { experimentalApi: true } });
  send({ method: 'initialized' });
  const started = await request('thread/start', {
    cwd: project,
    approvalPolicy: 'on-request',
    sandbox: 'read-only',
  });
  const { id: threadId } = started.thread as { id: string };
  return {
    /** The tools of Toolgate that it knows. */
    tools: async (): Promise<string[]> => {
      const { data } = await request('mcpServerStatus/list', { detail: 'full' });
      const found = (data as { name: string; tools?: object }[]).find(({ name }) => name === 'toolgate');
      return Object.keys(found?.tools ?? {});
    },
    call: (tool: string, args: Data) =>
      request('mcpServer/tool/call', { threadId, server: 'toolgate', tool, arguments: args }),
  };
}
