import type { Agent, AgentState } from '../../core/call/agent.ts';
import { counted } from '../../core/text/counted.ts';
import { withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { print, printJson, printLines } from '../print.ts';

/** An act that changes whether an agent may call. */
const holdWith = (state: AgentState, about: string) =>
  defineAct({
    about,
    words: 'NAME',
    run: ({ words: [name = ''], flags }) =>
      withClient(flags, async (client) => {
        const { agents: all } = (await client.request('admin/agents/set', { name, state })) as {
          agents: Agent[];
        };
        print(`${name} is ${state}.`);
        return all.some((one) => [one.session, one.principal, ...one.clients].includes(name))
          ? 0
          : print('No agent of that name is connected; the next one of that name obeys.');
      }),
  });

export const agents = defineGroup({
  name: 'agents',
  section: 'decide',
  about: 'see, pause and stop agents',
  more: 'NAME is a principal (local:1000, token:name), the name of a client, or a session.',
  acts: {
    list: defineAct({
      about: 'the agents that are connected, with their calls',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { agents: all } = (await client.request('admin/agents/list', {})) as { agents: Agent[] };
          if (flags.json) return printJson(all);
          if (all.length === 0) return print('No agent is connected.');
          return printLines(all.map(agentLine));
        }),
    }),
    pause: holdWith('paused', 'its calls wait until it is resumed'),
    stop: holdWith('stopped', 'its calls are cancelled and refused'),
    resume: holdWith('running', 'its calls run again'),
  },
});

const agentLine = ({ state, clients, principal, session, calls, lastCallAt }: Agent): string =>
  `${state.padEnd(8)} ${clients.join(', ').padEnd(20)} ${principal.padEnd(16)} ${session}  ${lastCallAt === null ? 'no call yet' : `${counted(calls, 'call')}, last ${lastCallAt}`}`;
