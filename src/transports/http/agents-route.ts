import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { AGENT_STATES } from '../../core/agent.ts';
import type { Host } from '../../host/create-host.ts';
import { readJson } from './read-json.ts';
import { replyJson } from './reply.ts';

export const AGENTS_PATH = '/api/agents';

const changeSchema = z.strictObject({
  name: z.string().min(1),
  state: z.enum(AGENT_STATES),
});

/** GET /api/agents lists who calls; POST pauses, stops or resumes one by principal, client name or session. */
export async function serveAgents(
  host: Host,
  principal: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') return replyJson(response, 200, { agents: host.agents.list() });
  if (request.method !== 'POST')
    return replyJson(response, 405, { error: 'GET the list, or POST a change' }, { allow: 'GET, POST' });
  const change = await readJson(request, response, changeSchema);
  if (!change) return;
  host.agents.set(change.name, change.state, principal);
  replyJson(response, 200, { agents: host.agents.list() });
}
