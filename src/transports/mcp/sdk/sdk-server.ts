import { McpServer, ProtocolError, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { canFollowTasks, isObject, TASKS_EXTENSION } from '../front/era.ts';
import { RPC_CODES } from '../front/rpc.ts';
import { serveCompletion } from '../serve/completion.ts';
import { servePrompts } from '../serve/prompts.ts';
import { serveResources } from '../serve/resources.ts';
import { cancelTask, getTask, updateTask } from '../serve/tasks.ts';
import { clientFacts, inProtocolWords, type SdkParts } from './sdk-parts.ts';
import { CAPABILITIES, INSTRUCTIONS, LIST_CACHE, SERVER_INFO } from './server-facts.ts';

/** An SDK server fed from our registries: everything but tools, which every transport serves in its own way. */
export function createSdkServer(parts: SdkParts): McpServer {
  const mcp = new McpServer(SERVER_INFO, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    cacheHints: {
      'server/discover': LIST_CACHE,
      'tools/list': LIST_CACHE,
      'prompts/list': LIST_CACHE,
      'resources/list': LIST_CACHE,
      'resources/templates/list': LIST_CACHE,
    },
  });
  parts.skills?.attach(mcp);
  const served = { ...parts, server: mcp.server };
  servePrompts(mcp, served);
  serveResources(mcp, served);
  serveCompletion(mcp, served);
  serveTasks(mcp, parts);
  return mcp;
}

const withTaskId = z.looseObject({ taskId: z.string() });
const anyResult = z.looseObject({});

function serveTasks({ server }: McpServer, { host, caller }: SdkParts): void {
  const serve = (
    method: string,
    act: (
      params: { taskId: string; inputResponses?: unknown },
      ctx: ServerContext,
    ) => Record<string, unknown>,
  ) =>
    server.setRequestHandler(method, { params: withTaskId, result: anyResult }, (params, ctx) => {
      if (!canFollowTasks(clientFacts(ctx))) {
        throw new ProtocolError(
          RPC_CODES.missingCapability,
          'The client did not declare the tasks extension',
          {
            requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
          },
        );
      }
      return inProtocolWords(() => act(params, ctx));
    });
  serve('tasks/get', ({ taskId }, ctx) =>
    getTask(host, { principal: caller.principal, client: clientFacts(ctx).client }, taskId),
  );
  serve('tasks/cancel', ({ taskId }) => cancelTask(host, caller.principal, taskId));
  serve('tasks/update', ({ taskId, inputResponses }, ctx) =>
    updateTask(host, caller.principal, taskId, {
      ...(isObject(inputResponses) && inputResponses),
      ...ctx.mcpReq.inputResponses,
    }),
  );
}
