import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ConversationView } from '../../src/core/assistant/conversation-view.ts';
import { makeHome } from '../support/home.ts';
import { serveModel } from '../support/model-server.ts';
import { hostPid, until } from '../support/program.ts';

const ROUNDS = 12;
const CALLS = 6;

/** The model makes a call for each number it has no result of yet. */
const script = ({ body }: { readonly body: Record<string, unknown> }) => {
  const messages = body.messages as { role: string }[];
  const ended = messages.filter(({ role }) => role === 'tool').length;
  return ended < CALLS
    ? { text: 'Next.', calls: [{ name: 'shell_execute', args: { command: `echo ${ended} >> log.txt` } }] }
    : { text: 'Done.' };
};

test('a host that is killed again and again makes no call of a conversation twice and loses none', async () => {
  const server = await serveModel(script);
  for (let round = 0; round < ROUNDS; round++) {
    const home = makeHome();
    home.writeConfig({
      permissionLevel: 'full_access',
      assistant: { url: `${server.origin}/v1`, model: 'm' },
    });
    const before = server.requests.length;
    let run = home.run(['chat', 'ask', 'Count']);
    await until('the question to be asked', () => server.requests.length > before, 20_000);
    for (let kills = 0; kills < 4; kills++) {
      await pause(Math.random() * 1500);
      const pid = hostPid(home.dataDir);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      await run;
      run = home.run(['chat', 'continue', await newest(home)]);
    }
    expect((await run).stderr).not.toContain('INTERNAL');
    const id = await newest(home);
    const view = JSON.parse((await home.run(['chat', 'show', id, '--json'])).stdout) as ConversationView;
    expect(view.status).toBe('idle');
    const log = join(home.project, 'log.txt');
    const written = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    const results = view.calls.map(({ state }) => state);
    expect(new Set(written).size).toBe(written.length);
    expect(results).toHaveLength(CALLS);
    // Each one is known to have run, or said to be unknown.
    expect(written.length).toBeGreaterThanOrEqual(results.filter((state) => state === 'completed').length);
  }
}, 600_000);

async function newest(home: ReturnType<typeof makeHome>): Promise<string> {
  const { stdout } = await home.run(['chat', 'list', '--json']);
  const [first] = JSON.parse(stdout) as { id: string }[];
  return first?.id ?? '';
}
