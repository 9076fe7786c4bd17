import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHookHome, ended } from '../support/hooks.ts';
import { startAppServer } from './codex-app-server.ts';
import { CLIENT_PATH, REAL_CLIENTS } from './real-clients.ts';
import { startClient } from './start-client.ts';

const LIMIT_MS = 300_000;

for (const client of REAL_CLIENTS) {
  const { name, own, shell } = client;
  if (!own) continue;
  test(
    `${name}: with connect --hooks it calls our tools without a second question, and both kinds stand in the record`,
    async () => {
      const { results, recorded, project } = await startClient(client, {
        install: ['connect', name, '--hooks', '--yes'],
        // Clients connect in the background; a busy machine gives them time here.
        steps: (at) => [shell('sleep 5 && ls'), own('list_directory', { path: at })],
      });
      writeFileSync(join(project, 'a.txt'), 'x');
      const [native, ours] = await results();
      expect(ours).toContain('a.txt');
      expect(native).toContain('a.txt');
      const rows = (await recorded()).filter(({ kind }) => kind === 'intent');
      // Some clients also list resources, which are reads of their own.
      const tools = rows.map(({ body }) => body.tool);
      expect(tools).toEqual(expect.arrayContaining(['list_directory', 'native_shell']));
      expect(tools).not.toContain('native_mcp');
    },
    LIMIT_MS,
  );
}

/** A home in which Toolgate is connected to a client. */
async function connected(client: string) {
  const place = createHookHome();
  const { home, project, run } = place;
  expect(await run(['connect', client, '--yes'])).toMatchObject({ code: 0 });
  const start = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
    ended(
      spawn(program, args, {
        cwd: project,
        env: { PATH: CLIENT_PATH, HOME: home, NO_COLOR: '1', TERM: 'dumb', ...env },
      }),
    );
  return { ...place, start };
}

test(
  'codex app-server calls our tools, and what a person answers there counts',
  async () => {
    const { home, project } = await connected('codex');
    writeFileSync(join(project, 'poem.txt'), 'Roses\n');
    const questions: string[] = [];
    const { tools, call } = await startAppServer({ home, project }, (question) => {
      questions.push(question);
      return question.includes('refused.txt') ? 'decline' : 'accept';
    });
    expect(await tools()).toContain('read_file');
    expect(JSON.stringify(await call('read_file', { path: join(project, 'poem.txt') }))).toContain('Roses');
    await call('write_file', { path: join(project, 'made.txt'), content: 'x' });
    await call('write_file', { path: join(project, 'refused.txt'), content: 'x' });
    expect(questions).toHaveLength(2);
    expect(['made.txt', 'refused.txt'].map((file) => existsSync(join(project, file)))).toEqual([true, false]);
  },
  LIMIT_MS,
);

test.each([
  ['claude-code', { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' }],
  ['gemini', { GEMINI_CLI_TRUST_WORKSPACE: 'true' }],
  ['opencode', { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }],
] as const)(
  '%s: mcp list shows Toolgate as connected',
  async (client, env) => {
    const { start, home } = await connected(client);
    const program = REAL_CLIENTS.find(({ name }) => name === client)?.start(home, 0).program ?? client;
    const { stdout, stderr } = await start(program, ['mcp', 'list'], env);
    const line = `${stdout}${stderr}`
      .split('\n')
      .find((text) => /toolgate/.test(text) && /connected/i.test(text));
    expect(line, `${stdout}${stderr}`).toBeDefined();
    expect(line).not.toMatch(/disconnected|failed/i);
  },
  LIMIT_MS,
);
