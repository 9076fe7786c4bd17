import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/host/package-root.ts';
import { type Home, makeHome } from '../support/home.ts';
import { connectHttpAgent, serveOn } from '../support/http-agent.ts';
import { type LineClient, startLineClient } from '../support/line-client.ts';
import { temporaryDirectory } from '../support/program.ts';

const OWN = { TOOLGATE_AUTO_APPROVE_ENABLED: 'true', TOOLGATE_AUTO_APPROVE_TOOLS: 'write_file' };

async function startAgent({ project, env }: Home, own: Record<string, string> = {}): Promise<LineClient> {
  const agent = startLineClient(['stdio'], {
    cwd: project,
    env: { ...env, TOOLGATE_APPROVALS_WAIT_MS: '0', ...own },
  });
  await agent.initialize();
  return agent;
}

const write = async (agent: LineClient, path: string) =>
  (await agent.call('write_file', { path, content: 'x' })).isError === true ? 'asked' : 'written';

test('what an agent may do unasked by its own environment holds for it alone, and explain says the same', async () => {
  const home = makeHome();
  writeFileSync(join(home.project, 'here.txt'), 'x');
  const other = await startAgent(home);
  const agent = await startAgent(home, OWN);
  expect(await write(agent, 'one.txt')).toBe('written');
  expect(await write(other, 'two.txt')).toBe('asked');
  const args = ['explain', 'write_file', '{"path":"three.txt","content":"x"}', '--json'];
  const said = await Promise.all([home.run(args, { env: OWN }), home.run(args)]);
  expect(said.map(({ stdout }) => (JSON.parse(stdout) as { decision: string }).decision)).toEqual([
    'allow',
    'ask',
  ]);
  const wrong = startLineClient(['stdio'], {
    cwd: home.project,
    env: { ...home.env, TOOLGATE_AUTO_APPROVE_ENABLED: 'yes' },
  });
  expect(await wrong.exit).toMatchObject({ code: 2 });
  expect(wrong.stderr()).toContain('TOOLGATE_AUTO_APPROVE_ENABLED is "yes"');
});

test('what the one who started the host may do unasked does not hold for the others', async () => {
  const home = makeHome();
  expect(await write(await startAgent(home, OWN), 'one.txt')).toBe('written');
  expect(await write(await startAgent(home), 'two.txt')).toBe('asked');
});

test('a person who switches it off while the agent is connected is obeyed', async () => {
  const home = makeHome();
  home.writeConfig({ autoApprove: { enabled: true, tools: ['write_file'] } });
  const agent = await startAgent(home, OWN);
  expect(await write(agent, 'one.txt')).toBe('written');
  expect((await home.run(['settings', 'auto-approve', 'off'])).code).toBe(0);
  expect(await write(agent, 'two.txt')).toBe('asked');
});

test('a call in a terminal finds programs where that terminal does', async () => {
  const home = makeHome();
  const args = ['call', 'shell_execute', '{"command":"echo $PATH"}'];
  const front = join(packageRoot(), 'node_modules', '.bin');
  const found = async (env: Record<string, string>) => (await home.run(args, { env })).stdout.split(':')[0];
  expect(await found({ PATH: `${front}:/usr/bin:/bin` })).toBe(front);
  // The host is the same.
  expect(await found({ PATH: '/usr/bin:/bin' })).toBe('/usr/bin');
});

test('agents over HTTP find programs first where the one who started serve does', async () => {
  const front = join(packageRoot(), 'node_modules', '.bin');
  const path = `/tmp/planted:${front}:${process.env.PATH}`;
  const served = await serveOn(temporaryDirectory(), { PATH: path }, ['--pack', 'shell']);
  const http = await connectHttpAgent(served, served.token);
  const answer = await http.callTool({ name: 'shell_execute', arguments: { command: 'echo $PATH' } });
  const { stdout = '' } = (answer.structuredContent ?? {}) as { stdout?: string };
  expect(stdout.split(':')[0]).toBe(front);
});
