import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHookHome } from '../support/hooks.ts';
import { runAtTerminal } from '../support/terminal.ts';

/** A home with a Codex that answers as the real one does. */
function createCodexHome() {
  const place = createHookHome();
  const { home } = place;
  const bin = join(home, 'bin');
  mkdirSync(bin);
  mkdirSync(join(home, '.codex'));
  symlinkSync(join(import.meta.dirname, '../support/scripts/fake-codex.mjs'), join(bin, 'codex'));
  const PATH = `${bin}:${process.env.PATH ?? ''}`;
  const settings = join(home, '.codex/config.toml');
  return {
    ...place,
    settings,
    run: (args: readonly string[]) => place.run(args, '', { PATH }),
    atTerminal: (args: readonly string[]) =>
      runAtTerminal({ project: place.project, env: { HOME: home, PATH } }, args, { columns: 200 }),
  };
}

const MINE = '# mine\nmodel = "x"\n\n[hooks.state."/elsewhere:stop:0:0"]\ntrusted_hash = "sha256:1"\n';
const QUESTION = /Trust those of Toolgate\? \[y\/n\] /;

test('a person at a terminal is asked whether Codex is to trust the hook; no leaves everything as it is', async () => {
  const { settings, atTerminal, run } = createCodexHome();
  writeFileSync(settings, MINE);
  const terminal = atTerminal(['hooks', 'install', 'codex']);
  await terminal.see(/trusted_hash/);
  await terminal.see(QUESTION);
  terminal.type('n\r');
  expect(await terminal.exit).toBe(0);
  expect(terminal.text()).toContain('type /hooks, and trust those of Toolgate');
  expect(readFileSync(settings, 'utf8')).toBe(MINE);
  expect((await run(['hooks', 'status', 'codex'])).stdout).toMatch(/^not trusted/);
}, 60_000);

test('yes writes the hashes that Codex gave, Ctrl-C writes none, and removing takes them out again', async () => {
  const { home, settings, atTerminal, run } = createCodexHome();
  writeFileSync(settings, MINE);
  const stopped = atTerminal(['hooks', 'install', 'codex']);
  await stopped.see(QUESTION);
  stopped.type('\x03');
  await stopped.exit;
  expect(readFileSync(settings, 'utf8')).toBe(MINE);
  const terminal = atTerminal(['hooks', 'install', 'codex']);
  await terminal.see(QUESTION);
  terminal.type('y\r');
  expect(await terminal.exit).toBe(0);
  expect(terminal.text()).toContain('Codex trusts the hooks of Toolgate now.');
  const trusted = readFileSync(settings, 'utf8');
  expect(trusted.startsWith(MINE.trimEnd())).toBe(true);
  expect(trusted.match(/trusted_hash = "sha256:[0-9a-f]{64}"/g)).toHaveLength(3);
  expect((await run(['hooks', 'status', 'codex'])).stdout).toMatch(/^installed/);
  expect((await run(['hooks', 'install', 'codex'])).stdout).toContain('installed already');
  const removed = await run(['hooks', 'remove', 'codex']);
  expect(removed.stdout).toContain('-trusted_hash');
  expect(readFileSync(settings, 'utf8')).toBe(MINE);
  expect(existsSync(join(home, '.codex/hooks.json'))).toBe(false);
}, 60_000);

test("removing leaves the trust in other people's hooks, and no file that was not there", async () => {
  const { home, settings, run } = createCodexHome();
  const other = { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'mine', timeout: 5 }] }] };
  writeFileSync(join(home, '.codex/hooks.json'), JSON.stringify({ hooks: other }));
  await run(['hooks', 'install', 'codex', '--yes']);
  const key = `${join(home, '.codex/hooks.json')}:pre_tool_use`;
  expect(readFileSync(settings, 'utf8')).toContain(`${key}:1:0`);
  const mine = `\n[hooks.state."${key}:0:0"]\ntrusted_hash = "sha256:2"\n`;
  writeFileSync(settings, readFileSync(settings, 'utf8') + mine);
  await run(['hooks', 'remove', 'codex']);
  expect(readFileSync(settings, 'utf8').trim()).toBe(mine.trim());
  expect(JSON.parse(readFileSync(join(home, '.codex/hooks.json'), 'utf8'))).toEqual({ hooks: other });
  const fresh = createCodexHome();
  await fresh.run(['hooks', 'install', 'codex', '--yes']);
  expect(existsSync(fresh.settings)).toBe(true);
  await fresh.run(['hooks', 'remove', 'codex']);
  expect(existsSync(fresh.settings)).toBe(false);
}, 60_000);
