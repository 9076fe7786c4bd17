import { readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/core/call/call.ts';
import { createTestHost, dataOf, type TestHost } from '../support/host.ts';
import { temporaryDirectory } from '../support/program.ts';
import { writeFiles } from '../support/write-files.ts';

const FILES = {
  '.env': 'A=walrus\nall:\n\twalrus foo\nvolumes: ["/:/walrus"]\n',
  '.npmrc': '//registry.example/:_authToken=walrus\nwalrus: x\n',
  'config/master.key': 'walrus\n',
  'credentials.json': '{"name":"walrus","version":"1.walrus","scripts":{"test":"walrus"}}',
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[remote "origin"]\n\turl = https://me:walrus@example.com/x.git\n',
  'private/notes.txt': 'walrus\n',
  'private/package.json': '{"name":"walrus","scripts":{"test":"walrus"}}',
  'private/Makefile': 'all:\n\twalrus\n',
  'node/package.json': '{"name":"x"}',
};

function createPlanted(links: Readonly<Record<string, string>>): TestHost {
  const root = realpathSync(temporaryDirectory());
  writeFiles(root, {
    ...FILES,
    ...Object.fromEntries(
      Object.keys(links)
        .map((path) => [path, ''])
        .map(keepFolder),
    ),
  });
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
  const planted = createTestHost({}, { root });
  const deny = { verdict: 'deny', tool: '*', pattern: { paths: [`${root}/private/**`] } } as const;
  planted.host.rules.add({ ...deny, session: null, createdBy: 'test', expiresAt: null });
  return planted;
}

/** All that a client sees of an answer. */
const told = (answer: Answer): string =>
  `${JSON.stringify(answer)} ${answer.kind === 'result' && !answer.ok ? answer.error.message : ''}`;

/** Links need the directory they lie in. */
const keepFolder = ([path = '']: string[]): [string, string] => [join(path, '../.keep'), ''];

const LINKS: readonly (readonly [name: string, target: string])[] = [
  ['.nvmrc', '../config/master.key'],
  ['.node-version', '../.env'],
  ['.tool-versions', '../private/notes.txt'],
  ['package.json', '../credentials.json'],
  ['package.json', '../private/package.json'],
  ['composer.json', '../.env'],
  ['deno.json', '../config/master.key'],
  ['Cargo.toml', '../.env'],
  ['pyproject.toml', '../.git/config'],
  ['Makefile', '../.env'],
  ['Makefile', '../private/Makefile'],
  ['docker-compose.yml', '../.env'],
  ['docker-compose.yml', '../.npmrc'],
];

const QUESTIONS = (root: string): readonly (readonly [tool: string, args: object])[] => [
  ['get_project', { path: `${root}/a` }],
  ['list_projects', {}],
  ['list_project_scripts', { projectPath: `${root}/a` }],
  ['ci_run_tests', { projectPath: `${root}/a` }],
  ['list_workflows', {}],
  ...['npm test', 'make', 'docker compose up', 'docker compose -f ../.env up', 'xargs -a ../.env cat'].map(
    (command) => ['explain_call', { tool: 'shell_execute', args: { command, cwd: `${root}/a` } }] as const,
  ),
];

test.each(LINKS)('a link %s to %s tells nobody what stands there', async (name, target) => {
  const { root, call } = createPlanted({
    [`a/${name}`]: target,
    ...(name.startsWith('.') && { 'a/package.json': '../node/package.json' }),
    '.toolgate/workflows/a.yml': '../../.env',
  });
  expect(readFileSync(join(root, 'a', name), 'utf8'), 'bare, the link shows it').toContain('walrus');
  for (const [tool, args] of QUESTIONS(root))
    expect(told(await call(tool, args)), `${tool} ${JSON.stringify(args)}`).not.toContain('walrus');
});

test('what a rule refuses is refused to the tools of projects as well', async () => {
  const { root, call } = createPlanted({});
  for (const [tool, args] of [
    ['get_project', { path: `${root}/private` }],
    ['list_project_scripts', { projectPath: 'private' }],
    ['explain_call', { tool: 'shell_execute', args: { command: 'npm test', cwd: `${root}/private` } }],
    ['explain_call', { tool: 'shell_execute', args: { command: 'make', cwd: `${root}/private` } }],
  ] as const)
    expect(told(await call(tool, args)), tool).not.toContain('walrus');
  expect(await call('get_project', { path: `${root}/private` })).toMatchObject({
    error: { code: 'BLOCKED_BY_POLICY' },
  });
});

test('a link to the settings of git is not read by its other name', async () => {
  const { call } = createPlanted({ 'a/notes.txt': '../.git/config' });
  expect(await call('read_file', { path: 'a/notes.txt' })).toMatchObject({
    error: { code: 'PERMISSION_DENIED' },
  });
});

test('a script that leads to what is not shown is asked about, and by no standing answer', async () => {
  const { root, call } = createPlanted({ 'a/package.json': '../credentials.json', 'a/Makefile': '../.env' });
  for (const command of ['npm test', 'make'])
    expect(
      dataOf(await call('explain_call', { tool: 'shell_execute', args: { command, cwd: `${root}/a` } })),
    ).toMatchObject({ risk: 'HIGH', decision: 'ask' });
});

test('links to ordinary files of the project go on working', async () => {
  const root = realpathSync(temporaryDirectory());
  writeFiles(root, {
    'shared/package.json': '{"name":"shared","scripts":{"test":"node --test"}}',
    'shared/nvmrc': '# current\nlts/iron\n',
    'shared/Makefile': 'all:\n\techo hello\n',
    'a/README.md': '',
    'b/.nvmrc': 'v22.1.0\n',
    'b/package.json': '{"name":"b"}',
    'c/package.json': '{"name":"c","engines":{"node":">=18 <23 || ^24"}}',
  });
  symlinkSync('../shared/package.json', join(root, 'a/package.json'));
  symlinkSync('../shared/nvmrc', join(root, 'a/.nvmrc'));
  symlinkSync('../shared/Makefile', join(root, 'a/Makefile'));
  const { call } = createTestHost({}, { root });
  const versionOf = async (name: string) =>
    dataOf(await call('get_project', { path: join(root, name) })).nodeVersion;
  expect(dataOf(await call('get_project', { path: join(root, 'a') }))).toMatchObject({
    name: 'shared',
    nodeVersion: 'lts/iron',
    scripts: { test: 'node --test' },
  });
  expect([await versionOf('b'), await versionOf('c')]).toEqual(['v22.1.0', '>=18 <23 || ^24']);
  const asked = async (command: string) =>
    dataOf(await call('explain_call', { tool: 'shell_execute', args: { command, cwd: join(root, 'a') } }));
  expect((await asked('npm test')).risk).toBe('MEDIUM');
  expect((await asked('make')).risk).not.toBe('HIGH');
});

test('a broken manifest is told by its place, not by what stands there', async () => {
  const { root, call } = createTestHost();
  writeFiles(root, {
    'a/package.json': '{\n  "name": walrus\n}',
    'b/composer.json': 'walrus=1',
    'c/Cargo.toml': '[package]\nname = walrus\n',
    'd/package.json': '{"name":"d"}',
    'd/pnpm-workspace.yaml': 'packages: [walrus\n',
  });
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => told(await call('get_project', { path: join(root, name) }))),
  );
  expect(answers[0]).toContain('package.json is not valid JSON: line 2, column 11');
  expect(answers[2]).toContain('line 2');
  expect(answers.join('\n')).not.toContain('walrus');
});
