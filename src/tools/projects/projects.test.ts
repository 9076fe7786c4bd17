import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

const MONOREPO = {
  'package.json': {
    name: 'shop',
    version: '1.2.0',
    description: 'A shop',
    packageManager: 'pnpm@10.20.0+sha512.abc',
    scripts: { build: 'turbo run build', dev: 'next dev', odd: 7 },
    dependencies: { next: '15.0.0', react: '19.0.0' },
    devDependencies: { turbo: '2.0.0' },
    volta: { node: '22.1.0' },
  },
  'pnpm-workspace.yaml': 'packages:\n  - "packages/*"\n  - "!packages/old"\n  - apps/**\n',
  'packages/ui/package.json': { name: '@shop/ui' },
  'packages/old/package.json': { name: '@shop/old' },
  'packages/empty/readme.md': '',
  'apps/web/site/package.json': { name: '@shop/site' },
  'node_modules/x/package.json': { name: 'x' },
};

test('get_project tells everything its files say', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, MONOREPO);
  execFileSync('git', ['init', '-q', '-b', 'trunk'], { cwd: root });
  execFileSync('git', ['remote', 'add', 'origin', 'https://me:secret@example.com/shop.git'], { cwd: root });
  expect(dataOf(await call('get_project', { path: '.' }))).toEqual({
    id: expect.stringMatching(/^prj_[0-9a-f]{12}$/),
    path: root,
    name: 'shop',
    description: 'A shop',
    type: 'node',
    packageManager: 'pnpm',
    isMonorepo: true,
    currentBranch: 'trunk',
    isRegistered: false,
    version: '1.2.0',
    ecosystems: ['node'],
    framework: 'nextjs',
    monorepoTool: 'turbo',
    workspaces: [
      { name: '@shop/site', path: 'apps/web/site' },
      { name: '@shop/ui', path: 'packages/ui' },
    ],
    nodeVersion: '22.1.0',
    gitRemote: 'https://example.com/shop.git',
    scripts: { build: 'turbo run build', dev: 'next dev' },
    workflows: [],
  });
  // A package of a monorepo takes manager and branch from further up.
  expect(dataOf(await call('get_project', { path: 'packages/ui' }))).toMatchObject({
    name: '@shop/ui',
    packageManager: 'pnpm',
    currentBranch: 'trunk',
  });
});

test('get_project names the workflows that belong to the project, stored or in its files', async () => {
  const host = createTestHost({ permissionLevel: 'full_access' });
  const workflow = 'name: checked\nsteps:\n  - id: one\n    command: echo one\n';
  writeFiles(host.root, {
    'package.json': { name: 'shop' },
    '.toolgate/workflows/checked.yaml': workflow,
    'a/package.json': { name: 'alpha' },
  });
  const { id, workflows } = dataOf(await host.call('register_project', { path: 'a' }));
  expect(workflows).toEqual([]);
  const steps = [{ name: 'say', command: 'echo hi' }];
  const release = await host.call('create_workflow', { name: 'release', projectId: id, steps });
  const { workflowId } = dataOf(release);
  const workflowsOf = async (path: string) => dataOf(await host.call('get_project', { path })).workflows;
  expect(await workflowsOf('a')).toEqual([{ workflowId, name: 'release' }]);
  expect(await workflowsOf('.')).toEqual([{ workflowId: expect.any(String), name: 'checked' }]);
});

test('get_project knows the crates of a Rust workspace', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'Cargo.toml': '[workspace]\nmembers = ["crates/*", "tool"]\nexclude = ["crates/old"]\n',
    'crates/a/Cargo.toml': '[package]\nname = "acme-a"\n',
    'crates/old/Cargo.toml': '[package]\nname = "acme-old"\n',
    'crates/notes/readme.md': '',
    'tool/Cargo.toml': '[package]\nname = "acme-tool"\n',
  });
  expect(dataOf(await call('get_project', { path: '.' }))).toMatchObject({
    type: 'rust',
    isMonorepo: true,
    monorepoTool: 'cargo',
    workspaces: [
      { name: 'acme-a', path: 'crates/a' },
      { name: 'acme-tool', path: 'tool' },
    ],
  });
});

test('get_project refuses what is none, broken manifests, and places outside', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'empty/x.txt': '',
    'broken/package.json': '{ "name": ',
    'yaml/package.json': {},
    'yaml/pnpm-workspace.yaml': 'a: [',
  });
  symlinkSync(writeFiles(temporaryDirectory(), { 'package.json': {} }), join(root, 'link'));
  for (const [path, code] of [
    ['empty', 'NOT_FOUND'],
    ['missing', 'NOT_FOUND'],
    ['broken', 'VALIDATION'],
    ['yaml', 'VALIDATION'],
    ['/etc', 'OUTSIDE_ROOT'],
    ['link', 'OUTSIDE_ROOT'],
    ['prj_000000000000', 'NOT_FOUND'],
  ]) {
    expect(await call('get_project', { path }), path).toMatchObject({ error: { code } });
  }
});

test('list_projects finds projects below the roots and searches them', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'a/package.json': { name: 'alpha', description: 'first one' },
    'a/packages/inner/package.json': { name: 'inner' },
    'b/deep/Cargo.toml': '[package]\nname = "beta"\nversion = "0.3.0"\n',
    'c/pyproject.toml': '[project]\nname = "gamma"\n[tool.uv]\n',
    'node_modules/dep/package.json': { name: 'dep' },
    '.hidden/package.json': { name: 'hidden' },
    'broken/package.json': '{',
  });
  const data = dataOf(await call('list_projects'));
  expect(data).toMatchObject({
    total: 3,
    projects: [
      { name: 'alpha', type: 'node', packageManager: 'npm', isRegistered: false },
      { name: 'gamma', type: 'python', packageManager: 'uv' },
      { name: 'beta', type: 'rust' },
    ],
  });
  for (const [query, names] of [
    ['ALPHA', ['alpha']],
    ['first', ['alpha']],
    ['b/deep', ['beta']],
    ['nothing', []],
  ] as const) {
    const { projects } = dataOf(await call('list_projects', { query }));
    expect((projects as { name: string }[]).map(({ name }) => name)).toEqual(names);
  }
});

test('register_project remembers, renames, and remove_project forgets', async () => {
  const host = createTestHost();
  writeFiles(host.root, { 'a/package.json': { name: 'alpha' } });
  const first = await callApproved(host, 'register_project', { path: 'a' });
  const project = dataOf(first.answer);
  expect(first.card.risk).toBe('MEDIUM');
  expect(project).toMatchObject({ name: 'alpha', isRegistered: true, created: true, path: `${host.root}/a` });
  const again = await callApproved(host, 'register_project', { path: 'a', name: 'other' });
  expect(dataOf(again.answer)).toMatchObject({ id: project.id, name: 'other', created: false });
  const unnamed = await callApproved(host, 'register_project', { path: 'a' });
  expect(dataOf(unnamed.answer)).toMatchObject({ name: 'other', created: false });
  expect(dataOf(await host.call('get_project', { path: project.id }))).toMatchObject({
    isRegistered: true,
    name: 'other',
  });
  const removed = await callApproved(host, 'remove_project', { project_id: project.id as string });
  expect(dataOf(removed.answer)).toEqual({ projectId: project.id, path: `${host.root}/a`, name: 'other' });
  expect(dataOf(await host.call('list_projects'))).toMatchObject({ projects: [{ isRegistered: false }] });
  expect(await host.call('remove_project', { projectId: project.id })).toMatchObject({
    error: { code: 'NOT_FOUND', hint: 'None is registered.' },
  });
});

test('nothing is registered or forgotten before a person says so', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, { 'a/package.json': { name: 'alpha' } });
  const pending = { error: { code: 'APPROVAL_PENDING' } };
  expect(await call('register_project', { path: 'a' })).toMatchObject(pending);
  expect(await call('remove_project', { projectId: 'prj_x' })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
  expect(dataOf(await call('get_project', { path: 'a' }))).toMatchObject({ isRegistered: false });
});

test('a directory without a manifest is registered too, and then is a project', async () => {
  const host = createTestHost({});
  mkdirSync(join(host.root, 'notes'));
  expect(await host.call('get_project', { path: 'notes' })).toMatchObject({
    error: { code: 'NOT_FOUND', hint: expect.stringContaining('register_project') },
  });
  const { answer, card } = await callApproved(host, 'register_project', { path: 'notes' });
  expect(dataOf(answer)).toMatchObject({ name: 'notes', type: 'unknown', ecosystems: [], created: true });
  expect(card.preview).toContain('notes (no manifest)');
  expect(dataOf(await host.call('get_project', { path: 'notes' }))).toMatchObject({ isRegistered: true });
  const { projects } = dataOf(await host.call('list_projects', {})) as { projects: { name: string }[] };
  expect(projects.map(({ name }) => name)).toEqual(['notes']);
});

test('register_project outside every root is CRITICAL, and some places are refused even if approved', async () => {
  const host = createTestHost();
  const outside = writeFiles(temporaryDirectory(), { 'package.json': { name: 'elsewhere' } });
  const { answer, card } = await callApproved(host, 'register_project', { path: outside });
  expect(card).toMatchObject({
    risk: 'CRITICAL',
    scopes: ['once'],
    preview: `${outside} becomes an open directory: elsewhere (node)`,
  });
  expect(dataOf(answer)).toMatchObject({ name: 'elsewhere', path: outside });
  for (const path of ['/', homedir(), dirname(homedir()), '/etc', '/usr/lib', '/proc/self']) {
    expect(await host.call('register_project', { path }), path).toMatchObject({
      error: { code: 'BLOCKED_BY_POLICY' },
    });
  }
  symlinkSync(outside, join(host.root, 'link'));
  expect(await host.call('register_project', { path: 'link' })).toMatchObject({
    error: { code: 'OUTSIDE_ROOT' },
  });
});

test('register_project refuses the data directory, what it lies in and what lies in it', async () => {
  const host = createTestHost();
  const { dataDir } = host;
  writeFiles(dataDir, { 'package.json': {}, 'inner/package.json': {} });
  for (const path of [dataDir, join(dataDir, 'inner')]) {
    expect(await host.call('register_project', { path })).toMatchObject({
      error: { code: 'BLOCKED_BY_POLICY' },
    });
  }
});

test('list_project_scripts lists those of the nearest package.json', async () => {
  const { call, root } = createTestHost();
  writeFiles(root, {
    'package.json': { scripts: { build: 'tsc', test: 'node --test' } },
    'yarn.lock': '',
    'src/x.ts': '',
    'other/Makefile': 'all:\n',
  });
  const expected = {
    scripts: [
      { name: 'build', command: 'tsc' },
      { name: 'test', command: 'node --test' },
    ],
    packageManager: 'yarn',
    count: 2,
  };
  expect(dataOf(await call('list_project_scripts', { projectPath: '.' }))).toEqual(expected);
  expect(dataOf(await call('list_project_scripts', { project_path: 'src' }))).toEqual(expected);
  expect(await call('list_project_scripts', { projectPath: '/etc' })).toMatchObject({
    error: { code: 'OUTSIDE_ROOT' },
  });
});

/** How long everybody else waits at most while this goes on. */
async function longestPauseMs(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  let longestMs = 0;
  for (let last = performance.now(); !isOver; last = performance.now()) {
    await new Promise((resolve) => setImmediate(resolve));
    longestMs = Math.max(longestMs, performance.now() - last);
  }
  await ended;
  return longestMs;
}

/** A few kilobytes of an archive can hold many names of one large file. */
function writeLarge(root: string, folder: string, name: string, text: string): void {
  writeFileSync(join(root, 'large'), text);
  for (let at = 0; at < 60; at++) {
    mkdirSync(join(root, folder, `p${at}`), { recursive: true });
    linkSync(join(root, 'large'), join(root, folder, `p${at}`, name));
  }
}

const LARGE_JSON = `{"name": "p", "x": [${'{"a":1},'.repeat(600_000)}0]}`;
const LARGE_TOML = `[package]\nname = "p"\nx = [${'{a=1},'.repeat(100_000)}]\n`;

test.each([
  ['get_project', { 'package.json': { workspaces: ['packages/*'] } }, 'packages', 'package.json', LARGE_JSON],
  [
    'get_project',
    { 'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n' },
    'crates',
    'Cargo.toml',
    LARGE_TOML,
  ],
  ['list_projects', {}, 'all', 'package.json', LARGE_JSON],
])('very large manifests hold up nobody else: %s %j', async (tool, files, folder, name, text) => {
  const { call, root } = createTestHost();
  writeFiles(root, files);
  writeLarge(root, folder, name, text);
  const startedAt = performance.now();
  expect(await longestPauseMs(call(tool, tool === 'get_project' ? { path: '.' } : {}))).toBeLessThan(1000);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('all of very many packages of the usual size are listed', async () => {
  const { call, root } = createTestHost();
  const packages = Array.from({ length: 400 }, (_, at) => `packages/p${at}`);
  const dependencies = Object.fromEntries(packages.slice(0, 60).map((path) => [`@scope/${path}`, '^1.0.0']));
  writeFiles(root, { 'package.json': { workspaces: ['packages/*'] } });
  for (const path of packages) writeFiles(root, { [`${path}/package.json`]: { name: path, dependencies } });
  const { workspaces } = dataOf(await call('get_project', { path: '.' })) as { workspaces: unknown[] };
  expect(workspaces).toHaveLength(400);
});
