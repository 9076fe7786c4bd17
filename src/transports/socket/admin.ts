import type { Caller } from '../../core/call/caller.ts';
import { ToolError, UsageError } from '../../core/errors.ts';
import { type AppEvent, EVENT_NAMES } from '../../core/events.ts';
import { withOwnCommand } from '../../core/process/own-command.ts';
import type { Host } from '../../host/create-host.ts';
import type { Connection } from '../mcp/front/connection.ts';
import { errorLine, RPC_CODES, type RpcRequest, resultLine } from '../mcp/front/rpc.ts';

interface AdminParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly agent: Connection;
  readonly write: (line: string) => void;
}

const PREFIX = 'admin/';
const SUBSCRIBE = 'admin/events/subscribe';

/** A connection of the command line: administration beside everything an agent can do. Agents never get this side. */
export function serveAdmin(parts: AdminParts): Omit<Connection, 'resume'> {
  const { host, agent, write } = parts;
  const subscriptions: (() => void)[] = [];
  return {
    ...agent,
    receive: (line) => {
      const request = adminRequest(line);
      if (!request) return agent.receive(line);
      if (request.method !== SUBSCRIBE) return void answerTo(parts, request).then(write);
      const names = EVENT_NAMES.filter((name) => [request.params?.names].flat().includes(name));
      subscriptions.push(host.events.subscribe(names, (params) => write(notification(params))));
      write(resultLine(request.id, JSON.stringify({ names })));
    },
    close: () => {
      for (const stop of subscriptions) stop();
      agent.close();
    },
  };
}

const notification = (params: AppEvent): string =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'admin/event', params })}\n`;

async function answerTo({ host, caller }: AdminParts, { id, method, params }: RpcRequest): Promise<string> {
  // The schemas of the acts load with the first of them: most hosts never need one.
  const { findAct, runAct } = await import('../../host/admin/run-act.ts');
  const act = findAct(method.slice(PREFIX.length));
  if (!act) return errorLine(id, RPC_CODES.methodNotFound, `There is no ${method}`);
  try {
    const actor = { by: 'terminal', via: 'terminal', caller } as const;
    return resultLine(id, JSON.stringify(await runAct(act, host, params ?? {}, actor)));
  } catch (error) {
    return errorLine(
      id,
      isWrongUse(error) ? RPC_CODES.invalidParams : RPC_CODES.internalError,
      inWords(error),
    );
  }
}

/** With these the request was right, and what it asked for did not work. */
const FAILED: readonly string[] = ['UNAVAILABLE', 'PERMISSION_DENIED', 'TIMEOUT', 'EXEC_FAILED', 'INTERNAL'];

const isWrongUse = (error: unknown): boolean =>
  error instanceof UsageError || (error instanceof ToolError && !FAILED.includes(error.code));

function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return withOwnCommand(
    error instanceof ToolError && error.hint !== undefined
      ? `${error.message.replace(/\.$/, '')}. ${error.hint}`
      : error.message,
  );
}

function adminRequest(line: Buffer): RpcRequest | undefined {
  if (!line.includes(`"${PREFIX}`)) return undefined;
  try {
    const message = JSON.parse(line.toString()) as RpcRequest;
    return message.method?.startsWith(PREFIX) ? message : undefined;
  } catch {
    // The agent's side answers what cannot be parsed.
    return undefined;
  }
}
