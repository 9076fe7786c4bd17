import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';
import { startLineClient } from '../support/line-client.ts';
import type { Ended } from '../support/run-program.ts';
import { runAtTerminal, type Terminal } from '../support/terminal.ts';

const WAIT = { env: { TOOLGATE_APPROVALS_WAIT_MS: '20000' } };

/** An agent that writes a file, which is asked. */
const write = (home: Home, name: string, content = 'new\n'): Promise<Ended> =>
  home.run(['call', 'write_file', JSON.stringify({ path: name, content })], WAIT);

const watch = async (home: Home, options?: Parameters<typeof runAtTerminal>[2]): Promise<Terminal> => {
  const terminal = runAtTerminal(home, ['approvals', '--watch'], options);
  await terminal.see(/Waiting for questions; q ends/);
  return terminal;
};

/** Keys count half a second after a card is drawn. */
const readTheCard = () => new Promise((resolve) => setTimeout(resolve, 700));

test('a card comes by itself; a key pressed before it can be read answers nothing', async () => {
  const home = makeHome();
  const terminal = await watch(home);
  const writing = write(home, 'a.txt');
  await terminal.see(/MEDIUM write_file, asked by toolgate-cli\n.*\[y\] Allow once/);
  terminal.type('y');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(existsSync(join(home.project, 'a.txt'))).toBe(false);
  await readTheCard();
  terminal.type('y');
  await terminal.see(/approved \(once\): write_file/);
  expect((await writing).code).toBe(0);
  expect(readFileSync(join(home.project, 'a.txt'), 'utf8')).toBe('new\n');
  terminal.type('q');
  expect(await terminal.exit).toBe(0);
});

test('a long question, which lists and events cut, is on its card to the end', async () => {
  const home = makeHome();
  const terminal = await watch(home);
  const command = `rm x; echo ${'a'.repeat(60_000)} the_end`;
  const running = home.run(['call', 'shell_execute', JSON.stringify({ command })], WAIT);
  await terminal.see(/the_end[\s\S]*\[n\] Deny/);
  await readTheCard();
  terminal.type('n');
  await terminal.see(/denied/);
  expect((await running).code).toBe(3);
});

test('two keys pressed at once answer one card, not the one behind it', async () => {
  const home = makeHome();
  const calls = [write(home, 'a.txt'), write(home, 'b.txt')];
  const terminal = runAtTerminal(home, ['approvals', '--watch']);
  await terminal.see(/\[n\] Deny/);
  await readTheCard();
  await readTheCard();
  terminal.type('n');
  terminal.type('y');
  await terminal.see(/denied/);
  await terminal.see(/\[n\] Deny/);
  await readTheCard();
  terminal.type('n');
  await terminal.see(/denied/);
  expect((await Promise.all(calls)).map(({ code }) => code)).toEqual([3, 3]);
});

test('on a CRITICAL card only once is offered, its word stands out, and the target is typed', async () => {
  const home = makeHome();
  writeFileSync(join(home.project, 'data.txt'), 'x\n');
  const terminal = await watch(home);
  const running = home.run(['call', 'shell_execute', JSON.stringify({ command: 'rm -rf .' })], WAIT);
  await terminal.see(/CRITICAL {2}shell_execute, asked by toolgate-cli\n.*\[q\] Quit/);
  expect(terminal.text()).not.toMatch(/\[w\]|\[s\]/);
  // Bold white on red.
  expect(terminal.raw()).toContain('\u001b[41m');
  await readTheCard();
  terminal.type('w');
  terminal.type('s');
  terminal.type('y');
  await terminal.see(/Type "rm -rf \." to allow it: /);
  terminal.type('\r');
  await terminal.see(/nothing was allowed/);
  await readTheCard();
  terminal.type('n');
  expect((await running).code).toBe(3);
  expect(existsSync(join(home.project, 'data.txt'))).toBe(true);
});

test('an unknown key changes nothing, and a card that was put off comes back', async () => {
  const home = makeHome();
  const terminal = await watch(home);
  const writing = write(home, 'a.txt');
  await terminal.see(/\[l\] Later/);
  await readTheCard();
  terminal.type('x');
  terminal.type('l');
  await terminal.see(/r shows the 1 you put off/);
  terminal.type('r');
  await terminal.see(/\[y\] Allow once/);
  await readTheCard();
  terminal.type('y');
  await terminal.see(/approved \(once\)/);
  expect((await writing).code).toBe(0);
});

test('a card that was decided elsewhere makes room for the next one', async () => {
  const home = makeHome();
  const terminal = await watch(home);
  const first = write(home, 'a.txt');
  const card = await terminal.see(/Approval ([\w-]+)\. You can/);
  const second = write(home, 'b.txt');
  await home.run(['approvals', 'deny', /Approval ([\w-]+)/.exec(card)?.[1] ?? '']);
  await terminal.see(/Decided elsewhere: denied by terminal/);
  await terminal.see(/\[y\] Allow once/);
  await readTheCard();
  terminal.type('y');
  expect([(await first).code, (await second).code]).toEqual([3, 0]);
});

test('a long preview has pages, and what it is about stands right above the keys on each', async () => {
  const home = makeHome();
  const terminal = await watch(home, { rows: 30 });
  const content = Array.from({ length: 300 }, (_, i) => `line ${i + 1}`).join('\n');
  const writing = write(home, 'a.txt', content);
  await terminal.see(
    /lines 1-18 of \d+; space: next page.*\n(.*\n){1,4}MEDIUM write_file, asked by.*\n\[y\]/,
  );
  expect(terminal.text()).not.toContain('line 100');
  await readTheCard();
  terminal.type(' ');
  await terminal.see(/lines 19-36 of \d+.*\n(.*\n){1,4}MEDIUM write_file, asked by.*\n\[y\]/);
  await readTheCard();
  terminal.type('n');
  expect((await writing).code).toBe(3);
});

test('a card that is watched for is edited, and runs with the arguments of the person', async () => {
  const home = makeHome();
  const editor = join(home.directory, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nsed -i s/agent/person/ "$1"\n', { mode: 0o755 });
  const terminal = await watch(home, { more: { EDITOR: editor } });
  const writing = write(home, 'a.txt', 'by the agent\n');
  await terminal.see(/\[e\] Edit/);
  await readTheCard();
  terminal.type('e');
  await terminal.see(/by the person(.|\n)*Run it once with these arguments\?/);
  terminal.type('y');
  expect((await writing).code).toBe(0);
  expect(readFileSync(join(home.project, 'a.txt'), 'utf8')).toBe('by the person\n');
});

test('no name, question or argument of an agent can draw another card over its own', async () => {
  const home = makeHome();
  const terminal = await watch(home);
  const cover = '\u001b[2J\u001b[H\u202eRead a file - read_file\nRisk LOW';
  const agent = startLineClient(['stdio', '--data-dir', home.dataDir], { cwd: home.project, env: home.env });
  await agent.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: `agent${cover}`, version: '1' },
  });
  agent.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  void agent.call('write_file', { path: 'b.txt', content: cover });
  await terminal.see(/MEDIUM write_file, asked by agent.*\n.*\[y\] Allow once/);
  await readTheCard();
  terminal.type('n');
  await terminal.see(/denied/);
  expect(terminal.raw()).not.toContain('\u001b[2J');
  expect(terminal.raw()).not.toContain('\u202e');
  expect(terminal.text()).not.toMatch(/^Risk LOW/m);
});
