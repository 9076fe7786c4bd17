import type { McpServer, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Change } from '../../../core/call/call.ts';
import type { Caller } from '../../../core/call/caller.ts';
import { ToolError } from '../../../core/errors.ts';
import type { Host } from '../../../host/create-host.ts';
import { RPC_CODES, type RpcMessage } from '../front/rpc.ts';
import { loadSkills } from '../serve/skills.ts';
import { createListening, createSubscriptions, type Subscriptions } from '../serve/subscriptions.ts';
import { createSdkServer } from './sdk-server.ts';

export interface Leg {
  deliver(message: RpcMessage): void;
  changed(change: Change): void;
  close(): void;
}

interface LegParts {
  readonly host: Host;
  readonly caller: Caller;
  readonly write: (message: RpcMessage) => void;
}

type Message = Parameters<Transport['send']>[0];

/** The SDK's own stdio service on a wire that is fed by the front. */
export async function openLeg({ host, caller, write }: LegParts): Promise<Leg> {
  const skills = await loadSkills(host, caller);
  const subscriptions = createSubscriptions(host, caller);
  const listening = createListening(host, caller);
  const servers: { mcp: McpServer; modern: boolean }[] = [];
  const wire: Transport = {
    start: async () => {},
    // Sound: the SDK writes JSON-RPC messages only.
    send: async (message) => write(message as RpcMessage),
    close: async () => {},
  };
  const service = serveStdio(
    ({ era }) => {
      const mcp = createSdkServer({ host, caller, skills, subscriptions });
      servers.push({ mcp, modern: era === 'modern' });
      return mcp;
    },
    { transport: wire, onerror: (error) => host.log.debug('mcp', { error }) },
  );
  return {
    deliver: (message) => {
      try {
        listening.hear(message);
      } catch (error) {
        if (!(error instanceof ToolError && 'id' in message)) throw error;
        const refusal = { code: RPC_CODES.invalidParams, message: `${error.code}: ${error.message}` };
        return write({ jsonrpc: '2.0', id: message.id, error: refusal });
      }
      wire.onmessage?.(message as Message);
    },
    changed: (change) => {
      for (const { mcp, modern } of servers) tell(mcp, change, { modern, subscriptions });
    },
    close: () => {
      subscriptions.close();
      listening.close();
      void service.close();
    },
  };
}

/** A modern client hears what it listens for; an older one has heard of lists from the front already. */
function tell(
  { server }: McpServer,
  change: Change,
  { modern, subscriptions }: { modern: boolean; subscriptions: Pick<Subscriptions, 'has'> },
): void {
  if (!server.transport) return;
  if (typeof change === 'object') {
    if (modern || subscriptions.has(change.resource))
      void server.sendResourceUpdated({ uri: change.resource });
    return;
  }
  if (!modern) return;
  if (change === 'tools') void server.sendToolListChanged();
  if (change === 'prompts') void server.sendPromptListChanged();
  if (change === 'resources') void server.sendResourceListChanged();
}
