import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../support/home.ts';
import { runAtTerminal } from '../support/terminal.ts';

const write = (path: string, content = 'new\n') => ['call', 'write_file', JSON.stringify({ path, content })];

test('y allows a call once: it runs, and the next one is asked again', async () => {
  const home = makeHome();
  for (const name of ['a.txt', 'b.txt']) {
    const terminal = runAtTerminal(home, write(name));
    await terminal.see(/\[y\] Allow once .*\[n\] Deny/);
    expect(existsSync(join(home.project, name))).toBe(false);
    terminal.type('y');
    expect(await terminal.exit).toBe(0);
    expect(readFileSync(join(home.project, name), 'utf8')).toBe('new\n');
  }
});

test('n denies: nothing is written, and the exit code says refused', async () => {
  const home = makeHome();
  const terminal = runAtTerminal(home, write('a.txt'));
  await terminal.see(/\[n\] Deny/);
  terminal.type('n');
  expect(await terminal.exit).toBe(3);
  expect(terminal.text()).toContain('PERMISSION_DENIED');
  expect(existsSync(join(home.project, 'a.txt'))).toBe(false);
});

test('what the card does not offer is no answer', async () => {
  const home = makeHome();
  writeFileSync(join(home.project, 'data.txt'), 'x\n');
  const terminal = runAtTerminal(home, ['call', 'shell_execute', JSON.stringify({ command: 'rm -rf .' })]);
  await terminal.see(/CRITICAL {2}shell_execute, asked by toolgate-cli\n(.*\n)?.*\[n\] Deny/);
  expect(terminal.text()).not.toMatch(/\[s\]|\[w\]/);
  terminal.type('w');
  terminal.type('s');
  terminal.type('y');
  await terminal.see(/Type "rm -rf \." to allow it: /);
  terminal.type('yes\r');
  await terminal.see(/nothing was allowed/);
  terminal.type('n');
  expect(await terminal.exit).toBe(3);
  expect(existsSync(join(home.project, 'data.txt'))).toBe(true);
});

test('a call that nobody answered is made again after the approval, from the same directory', async () => {
  const home = makeHome();
  home.writeConfig({ approvals: { waitMs: 50 } });
  const first = await home.run(write('a.txt'));
  expect(first.code).toBe(3);
  const id = /approvals approve ([\w-]+)/.exec(first.stdout)?.[1] ?? '';
  expect((await home.run(['approvals', 'approve', id])).code).toBe(0);
  expect((await home.run(write('a.txt'))).code).toBe(0);
  expect(readFileSync(join(home.project, 'a.txt'), 'utf8')).toBe('new\n');
});

test('a person who takes longer than the call waits is still answered', async () => {
  const home = makeHome();
  home.writeConfig({ approvals: { waitMs: 50 } });
  const terminal = runAtTerminal(home, write('a.txt'));
  await terminal.see(/\[y\] Allow once/);
  // Longer than the call waits for an answer.
  await new Promise((resolve) => setTimeout(resolve, 500));
  terminal.type('y');
  expect(await terminal.exit).toBe(0);
  expect(readFileSync(join(home.project, 'a.txt'), 'utf8')).toBe('new\n');
});

test('an edited call runs with the arguments of the person', async () => {
  const home = makeHome();
  const editor = join(home.directory, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nsed -i s/agent/person/ "$1"\n', { mode: 0o755 });
  const terminal = runAtTerminal(home, write('a.txt', 'by the agent\n'), { more: { EDITOR: editor } });
  await terminal.see(/\[e\] Edit/);
  terminal.type('e');
  await terminal.see(/by the person(.|\n)*Run it once with these arguments\?/);
  terminal.type('y');
  expect(await terminal.exit).toBe(0);
  expect(readFileSync(join(home.project, 'a.txt'), 'utf8')).toBe('by the person\n');
});

test('something CRITICAL is not allowed by its id alone: at a terminal a person types what it is about', async () => {
  const home = makeHome();
  home.writeConfig({ approvals: { waitMs: 50 } });
  writeFileSync(join(home.project, 'data.txt'), 'x\n');
  const call = ['call', 'shell_execute', JSON.stringify({ command: 'rm -rf *' })];
  const idOf = async () => /approvals approve ([\w-]+)/.exec((await home.run(call)).stdout)?.[1] ?? '';
  const id = await idOf();
  const wrong = runAtTerminal(home, ['approvals', 'approve', id]);
  await wrong.see(/CRITICAL(.|\n)*Type "rm -rf \*" to allow it: /);
  wrong.type('y\r');
  expect(await wrong.exit).toBe(2);
  expect(await idOf()).toBe(id);
  expect(existsSync(join(home.project, 'data.txt'))).toBe(true);
  const right = runAtTerminal(home, ['approvals', 'approve', id]);
  await right.see(/Type "rm -rf \*" to allow it: /);
  right.type('rm -rf *\r');
  expect(await right.exit).toBe(0);
  expect((await home.run(call)).code).toBe(0);
  expect(existsSync(join(home.project, 'data.txt'))).toBe(false);
});
