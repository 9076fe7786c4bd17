import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_CLIENT_NAMES, HOOK_CLIENTS } from '../../src/core/hook-clients.ts';
import { createHookHome } from '../support/hooks.ts';

/** By these directories doctor knows that a client is used here. */
const TRACES = [
  '.claude',
  '.codex',
  '.gemini',
  '.qwen',
  '.copilot',
  '.config/opencode',
  '.cursor',
  '.vscode',
];

test('doctor proves for each client that its hook is there, trusted, in time, and refuses also without its program', async () => {
  const { home, run, project } = createHookHome();
  for (const trace of [...TRACES, '.config/goose', 'Documents/Cline', 'bin'])
    mkdirSync(join(home, trace), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../support/scripts/fake-codex.mjs'), join(home, 'bin/codex'));
  const PATH = `${join(home, 'bin')}:${process.env.PATH ?? ''}`;
  const doctor = async () => (await run(['doctor'], '', { PATH })).stdout;
  const before = await doctor();
  for (const client of HOOK_CLIENT_NAMES)
    expect(before).toContain(`${HOOK_CLIENTS[client].title}: no hook, so its own tools pass by the gate`);
  for (const client of HOOK_CLIENT_NAMES) await run(['hooks', 'install', client, '--yes'], '', { PATH });
  const after = await doctor();
  for (const client of HOOK_CLIENT_NAMES) {
    const { title } = HOOK_CLIENTS[client];
    const how = client === 'codex' ? ', trusted' : '';
    expect(after, client).toMatch(
      new RegExp(
        `${title}: the hook is installed${how} and refuses what it must, in \\d+ ms and without its program too`,
      ),
    );
  }
  // A project that switches hooks off is told of.
  mkdirSync(join(project, '.qwen'));
  writeFileSync(join(project, '.qwen/settings.json'), '{"disableAllHooks":true}');
  expect(await doctor()).toContain('Qwen Code: the hook is switched off');
}, 180_000);
