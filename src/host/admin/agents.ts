import * as z from 'zod';
import { AGENT_STATES, type Agent } from '../../core/call/agent.ts';
import { defineAct } from './act.ts';

const agentSchema = z.object({
  session: z.string(),
  principal: z.string(),
  client: z.string(),
  clients: z.array(z.string()),
  state: z.enum(AGENT_STATES),
  calls: z.number(),
  lastCallAt: z.string().nullable().describe('Null while it has not called'),
}) satisfies z.ZodType<Agent>;

export const listAgents = defineAct({
  name: 'agents/list',
  about: 'The agents that are connected, with their calls',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'agents' }],
  input: z.strictObject({}),
  output: z.object({ agents: z.array(agentSchema) }),
  run: (host) => ({ agents: host.agents.list() }),
});

export const setAgent = defineAct({
  name: 'agents/set',
  about: 'Pause, stop or resume an agent',
  scope: 'admin',
  routes: [{ method: 'POST', path: 'agents' }],
  input: z.strictObject({
    name: z.string().min(1).describe("A principal, a client's name or a session"),
    state: z.enum(AGENT_STATES),
  }),
  output: z.object({ agents: z.array(agentSchema) }),
  run: (host, { name, state }, { by }) => {
    host.agents.set(name, state, by);
    return { agents: host.agents.list() };
  },
});
