import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, type TestHost } from '../support/host.ts';
import { codeOf } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

// A person allows a program with the network; the attack puts another text where the program is found.
const ACCESS = ['write', 'network'];
const JS = ["console.log('fine')\n", "require('node:fs').writeFileSync('planted', 'x')\n"] as const;
const PYTHON = ["print('fine')\n", "open('planted', 'w').write('x')\n"] as const;
const SHELL = ['echo fine\n', 'touch planted\n'] as const;

type Files = Readonly<Record<string, string>>;
type Texts = readonly [string, string];

function write({ root }: TestHost, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text, { mode: 0o755 });
  }
}

async function ask({ host, call }: TestHost, command: string) {
  expect(codeOf(await call('shell_execute', { command, access: ACCESS })), command).toBe('APPROVAL_PENDING');
  const asked = host.approvals.list().find(({ status }) => status === 'pending');
  const { scopes = [], details = [] } = asked?.card ?? {};
  const allow = (scope: 'once' | 'session') =>
    host.approvals.decide(asked?.id ?? '', { verdict: 'approve', scope, by: 'test', via: 'terminal' });
  return { scopes, details: details.join('\n'), allow };
}

const scripts = (named: Files) => JSON.stringify({ name: 'x', scripts: named });

const BOUND: readonly (readonly [string, string, Texts, Files])[] = [
  ['node .', 'm.js', JS, { 'package.json': '{"main":"m.js"}' }],
  ['node app', 'app/lib.js', JS, { 'app/package.json': '{"main":"lib"}' }],
  ['node app', 'app/lib/index.js', JS, { 'app/package.json': '{"main":"./lib"}', 'app/index.js': '' }],
  ['timeout 9 node .', 'm.js', JS, { 'package.json': '{"main":"m.js"}' }],
  ['npm run dev', 'm.js', JS, { 'package.json': '{"main":"m.js","scripts":{"dev":"node ."}}' }],
  ['python3 pd', 'pd/__main__.py', PYTHON, { 'pd/index.js': '' }],
  ['python3 ./pd', 'pd/__main__.py', PYTHON, {}],
  ['npm start', 'server.js', JS, { 'package.json': scripts({}) }],
  ['npm run start', 'server.js', JS, { 'package.json': scripts({ prestart: 'echo' }) }],
  // What stays as it is.
  ['node server', 'server.js', JS, {}],
  ['bash x.sh', 'x.sh', SHELL, {}],
  ['npm run go', 'x.sh', SHELL, { 'package.json': scripts({ go: 'bash x.sh' }) }],
  ['npm test', 'x.sh', SHELL, { 'package.json': scripts({ test: 'bash x.sh' }) }],
  ['make all', 'x.sh', SHELL, { Makefile: 'all:\n\tbash x.sh\n' }],
];

inSandbox.each(BOUND)('%s is asked about again when %s is another', async (command, file, texts, files) => {
  const host = createTestHost();
  write(host, { ...files, [file]: texts[0] });
  const { scopes, details, allow } = await ask(host, command);
  expect(scopes, details).toContain('session');
  allow('session');
  const args = { command, access: ACCESS };
  for (let i = 0; i < 2; i++) expect(await host.call('shell_execute', args)).toMatchObject({ ok: true });
  write(host, { [file]: texts[1] });
  const changed = await host.call('shell_execute', args);
  expect(existsSync(join(host.root, 'planted'))).toBe(false);
  expect(codeOf(changed)).toBe('APPROVAL_PENDING');
  expect(details).toContain(`It runs ${join(host.root, file)}:\n  ${texts[0].trim()}`);
});

test.each([
  ['node gone.js', {}],
  ['node empty', { 'empty/readme.md': '' }],
  ['node .', { 'package.json': '{"main":"dist/main.js"}', 'index.js': '' }],
  ['python3 empty', { 'empty/readme.md': '' }],
  ['ruby empty', { 'empty/readme.md': '' }],
  ['bash gone.sh', {}],
  ['./gone', {}],
  ['java -jar gone.jar', {}],
  ['npm start', { 'package.json': scripts({}) }],
  ['npm run gone', { 'package.json': scripts({}) }],
  ['npm test', { 'package.json': scripts({}) }],
  ['npm rebuild', { 'package.json': scripts({}), 'binding.gyp': '{}' }],
  ['pnpm gone', { 'package.json': scripts({}) }],
  ['yarn build', { 'package.json': scripts({}) }],
  ['bun run gone', { 'package.json': scripts({}) }],
  ['deno task dev', { 'deno.json': '{"tasks":{"dev":"deno run a.ts"}}' }],
  ['deno run src', { 'src/mod.ts': '' }],
  ['go run .', { 'go.mod': 'module x', 'main.go': 'package main' }],
  ['node a.js && go run .', { 'a.js': '', 'go.mod': 'module x' }],
  ['cargo run', { 'Cargo.toml': '[package]' }],
  ['php -S localhost:8000', { 'index.php': '' }],
  ['make', {}],
] as const)('what %s runs cannot be told, so no answer to it stands', async (command, files) => {
  const host = createTestHost();
  write(host, files);
  const { scopes, details } = await ask(host, command);
  expect(scopes).toEqual(['once']);
  expect(details).toContain('Not known before it runs:');
});

inSandbox('a program that was not there when a person said yes is asked about', async () => {
  const host = createTestHost();
  const { allow } = await ask(host, 'node gone.js');
  allow('once');
  write(host, { 'gone.js': JS[1] });
  await host.call('shell_execute', { command: 'node gone.js', access: ACCESS });
  expect(existsSync(join(host.root, 'planted'))).toBe(false);
});
