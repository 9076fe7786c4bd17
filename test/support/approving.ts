import type { Approval } from '../../src/core/approval/approval.ts';
import { createToken, type Place, type Serve, startServe } from './http.ts';
import { hostPid, until } from './program.ts';

type Data = Record<string, unknown>;

interface Tokens {
  readonly agent: string;
  readonly person: string;
}

interface Options {
  /** How long a call waits for a person. */
  readonly waitMs?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Left out: a directory is open. */
  readonly hasRoot?: boolean;
  /** An earlier start, to go on with its data. */
  readonly again?: { readonly place: Place; readonly tokens: Tokens };
}

/** A server with an agent that calls tools and a person who answers, each with a token of their own. */
export async function startServer({ waitMs = 10_000, hasRoot = true, again, env }: Options = {}) {
  const serve = await startServe({
    env: { TOOLGATE_APPROVALS_WAIT_MS: String(waitMs), ...env },
    args: [],
    hasRoot,
    ...(again && { place: again.place }),
  });
  const tokens = again?.tokens ?? {
    agent: serve.token,
    person: await createToken(serve, 'person', '--scope', 'approvals:decide'),
  };
  return {
    serve,
    tokens,
    root: serve.root,
    agent: {
      call: (tool: string, args: Data) => callTool(serve, tokens.agent, tool, args),
      fetch: (path: string, body?: Data) => ask(serve, tokens.agent, path, body),
    },
    person: {
      nextApproval: () => nextApproval(serve, tokens.person),
      approvals: () => openApprovals(serve, tokens.person),
      act: (name: string, input: Data) => ask(serve, tokens.person, `/api/${name}`, input),
      decide: (id: string, decision: Data) => ask(serve, tokens.person, `/api/approvals/${id}`, decision),
    },
    kill: async () => {
      const pid = hostPid(serve.dataDir);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      await until('the end of the server', () => hostPid(serve.dataDir) === undefined);
    },
  };
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/** A call that a person is asked about and allows. */
export async function allowed(server: Server, tool: string, args: Data): Promise<Data> {
  const call = server.agent.call(tool, args);
  let isDone = false;
  void call.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const asked = server.person.nextApproval().catch(() => undefined);
    const question = await Promise.race([asked, call.then(() => undefined)]);
    if (question) await server.person.decide(question.id, { verdict: 'approve' });
  }
  const answer = await call;
  const { structuredContent, isError, content } = answer as {
    structuredContent?: Data;
    isError?: boolean;
    content?: unknown;
  };
  if (isError === true || !structuredContent) throw new Error(JSON.stringify(content));
  return structuredContent;
}

/** Waits for the end of a run, and says yes to what it asks. */
async function ask(
  { address }: Serve,
  token: string,
  path: string,
  body?: Data,
): Promise<{ status: number; body: Data }> {
  const response = await fetch(`${address}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Data };
}

async function openApprovals(serve: Serve, token: string): Promise<Approval[]> {
  const { body } = await ask(serve, token, '/api/approvals');
  return body.approvals as Approval[];
}

async function nextApproval(serve: Serve, token: string): Promise<Approval> {
  for (let tries = 0; tries < 200; tries++) {
    const [first] = await openApprovals(serve, token);
    if (first) return first;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('Nothing was asked');
}

async function callTool({ address }: Serve, token: string, name: string, args: Data): Promise<Data> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'approving-agent', version: '1' },
  };
  const response = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta },
    }),
  });
  const answer = (await response.json()) as { result?: Data };
  return answer.result ?? answer;
}
