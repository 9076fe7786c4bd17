import type { Agent } from '../../core/agent.ts';
import { UsageError } from '../../core/errors.ts';
import type { CommandLine } from '../../core/flags.ts';
import { connectClient } from '../host-client.ts';

const STATES: Readonly<Record<string, string>> = { pause: 'paused', stop: 'stopped', resume: 'running' };

/** list | pause NAME | stop NAME | resume NAME. */
export async function agents({ words, flags }: CommandLine): Promise<number> {
  const [act = 'list', name] = words;
  if (act !== 'list' && name === undefined)
    throw new UsageError(
      `Which agent? toolgate agents ${act} NAME: a principal, a client's name or a session`,
    );
  const client = await connectClient(flags);
  try {
    const { agents: all } = (await client.request('admin/agents/list', {})) as unknown as { agents: Agent[] };
    if (act !== 'list') {
      await client.request('admin/agents/set', { name, state: STATES[act] });
      print(`${name} is ${STATES[act]}.`);
      if (!all.some((one) => [one.session, one.principal, one.client].includes(String(name))))
        print('Nobody of that name has called since the host started; it holds for whoever comes under it.');
      return 0;
    }
    if (flags.json) print(JSON.stringify(all, null, 2));
    else if (all.length === 0) print('Nobody has called since the host started.');
    else
      for (const one of all)
        print(
          `${one.state.padEnd(8)} ${one.client.padEnd(20)} ${one.principal.padEnd(16)} ${one.session}  ${one.calls} calls, last ${one.lastCallAt}`,
        );
    return 0;
  } finally {
    client.close();
  }
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
