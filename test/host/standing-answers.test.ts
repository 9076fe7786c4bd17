import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/home.ts';

const shell = (command: string) => ['call', 'shell_execute', JSON.stringify({ command })];

/** The answer of a person who is asked about this command and says "always". */
async function allowAlways(home: Home, command: string): Promise<string> {
  const { stdout } = await home.run(shell(command));
  const id = /approvals approve ([\w-]+)/.exec(stdout)?.[1] ?? '';
  const card = (await home.run(['approvals', 'show', id])).stdout;
  expect(await home.run(['approvals', 'approve', id, '--scope', 'always'])).toMatchObject({ code: 0 });
  return card;
}

const makeProject = (scripts: Record<string, string>): Home => {
  const home = makeHome();
  home.writeConfig({ approvals: { waitMs: 20 } });
  writeFileSync(join(home.project, 'package.json'), JSON.stringify({ scripts }));
  return home;
};

test('always for npm test covers that script in that project, and ends when its text changes', {
  timeout: 60_000,
}, async () => {
  const home = makeProject({ test: 'echo tested > made.txt', build: 'echo built > made.txt' });
  const code = async (command: string, options?: Parameters<Home['run']>[1]) =>
    (await home.run(shell(command), options)).code;
  expect(await allowAlways(home, 'npm test')).toMatch(/covers: npm test in \S+project itself;/);
  expect(await code('npm test')).toBe(0);
  expect(await code('npm run build')).toBe(3);
  expect(await code('npm install')).toBe(3);
  const other = join(home.directory, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'package.json'), JSON.stringify({ scripts: { test: 'echo x > y' } }));
  const elsewhere = ['call', 'shell_execute', JSON.stringify({ command: 'npm test', cwd: other })];
  expect((await home.run([...elsewhere, '--root', other, '--root', home.project])).code).toBe(3);
  writeFileSync(
    join(home.project, 'package.json'),
    JSON.stringify({ scripts: { test: 'echo other > made.txt' } }),
  );
  expect(await code('npm test')).toBe(3);
});

test('always for a script covers it also where it runs one program twice, and nothing beside it', {
  timeout: 60_000,
}, async () => {
  const home = makeProject({ check: 'touch a.txt && touch b.txt' });
  const code = async (command: string) => (await home.run(shell(command))).code;
  await allowAlways(home, 'npm run check');
  expect(await code('npm run check')).toBe(0);
  expect(await code('npm run check 2>&1 | tail -5')).toBe(0);
  expect(await code('npm run check; touch c.txt')).toBe(3);
});

test('a package script is judged by what it runs, in the shell too', async () => {
  const home = makeProject({ clean: 'rm -rf .git', look: 'ls' });
  writeFileSync(join(home.project, 'Makefile'), 'wipe:\n\trm -rf .git\n');
  const explain = async (command: string) => (await home.run(['explain', command])).stdout;
  expect(await explain('npm run clean')).toMatch(/CRITICAL/);
  expect(await explain('make wipe')).toMatch(/CRITICAL/);
  expect(await explain('npm run look')).not.toMatch(/CRITICAL|HIGH/);
});
