import { AGENT_STATES, type AgentState } from '../../core/agent.ts';
import type { Approval, ApprovalDecision } from '../../core/approval.ts';
import { linkPath } from '../../core/approval-link.ts';
import { ToolError, UsageError } from '../../core/errors.ts';
import type { Host } from '../../host/create-host.ts';
import type { Connection } from '../mcp/connection.ts';
import { errorLine, RPC_CODES, type RpcRequest, resultLine } from '../mcp/rpc.ts';

type NewRule = Parameters<Host['rules']['add']>[0];
type Act = (host: Host, params: Readonly<Record<string, unknown>>) => unknown;

/** What people do with the command line and no tool can: agents never get this side of the socket. */
const ACTS: Readonly<Record<string, Act>> = {
  'admin/tokens/create': (host, params) =>
    host.tokens.create(params as unknown as Parameters<Host['tokens']['create']>[0]),
  'admin/tokens/list': (host) => ({ tokens: host.tokens.list() }),
  'admin/tokens/revoke': (host, { name }) => host.tokens.revoke(String(name)),
  'admin/agents/list': (host) => ({ agents: host.agents.list() }),
  'admin/agents/set': (host, { name, state }) => {
    host.agents.set(String(name), stateFrom(state), 'terminal');
    return {};
  },
  'admin/approvals/list': (host, { status }) => ({
    approvals: host.approvals.list(status as Approval['status'] | undefined),
  }),
  'admin/approvals/decide': (host, { id, ...decision }) =>
    host.approvals.decide(String(id), {
      ...(decision as unknown as ApprovalDecision),
      by: 'terminal',
      via: 'terminal',
    }),
  'admin/approvals/link': (host, { id }) => ({ path: linkPath(host.stateKey, String(id)) }),
  'admin/rules/list': (host) => ({ rules: host.rules.list() }),
  'admin/rules/add': (host, params) =>
    host.rules.add({ ...(params as unknown as NewRule), createdBy: 'terminal', session: null }),
  'admin/rules/remove': (host, { id }) => host.rules.remove(String(id)),
  'admin/projects/list': (host) => ({ projects: host.projects.list() }),
  'admin/projects/add': (host, { path, name }) =>
    host.projects.register(String(path), name === undefined ? undefined : String(name)),
  'admin/projects/remove': (host, { id }) => host.projects.remove(String(id)),
  'admin/status': (host) => ({
    pid: process.pid,
    inFlight: host.inFlight,
    packs: host.config.packs,
    mode: host.config.permissionLevel,
  }),
};

/** A connection of the command line: administration beside everything an agent can do. */
export function serveAdmin(
  host: Host,
  agent: Connection,
  write: (line: string) => void,
): Omit<Connection, 'resume'> {
  return {
    ...agent,
    receive: (line) => {
      const request = adminRequest(line);
      if (!request) return agent.receive(line);
      void answerTo(host, request).then(write);
    },
  };
}

async function answerTo(host: Host, { id, method, params = {} }: RpcRequest): Promise<string> {
  const act = ACTS[method];
  if (!act) return errorLine(id, RPC_CODES.methodNotFound, `There is no ${method}`);
  try {
    return resultLine(id, JSON.stringify(await act(host, params)));
  } catch (error) {
    const isTheirs = error instanceof UsageError || error instanceof ToolError;
    return errorLine(id, isTheirs ? RPC_CODES.invalidParams : RPC_CODES.internalError, inWords(error));
  }
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof ToolError && error.hint !== undefined
    ? `${error.message}. ${error.hint}`
    : error.message;
}

function adminRequest(line: Buffer): RpcRequest | undefined {
  if (!line.includes('"admin/')) return undefined;
  try {
    const message = JSON.parse(line.toString()) as RpcRequest;
    return message.method?.startsWith('admin/') ? message : undefined;
  } catch {
    // The agent's side answers what cannot be parsed.
    return undefined;
  }
}

function stateFrom(word: unknown): AgentState {
  const state = AGENT_STATES.find((known) => known === word);
  if (state === undefined)
    throw new UsageError(`"${String(word)}" is no state; there are ${AGENT_STATES.join(', ')}.`);
  return state;
}
