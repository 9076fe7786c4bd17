import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../../test/support/host.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import {
  callAllowed,
  codeOf,
  createRepository,
  messageOf,
  type TestRepository,
} from '../../../../test/support/repository.ts';
import { checkLinks } from './links-outside.ts';

/** A store inside whose directories are links to those of another repository, and a branch that is one. */
function borrowByLinks({ path }: TestRepository, outside: TestRepository): void {
  const theirs = join(outside.path, '.git');
  const store = join(path, 'store');
  mkdirSync(store);
  for (const name of readdirSync(join(theirs, 'objects')))
    symlinkSync(join(theirs, 'objects', name), join(store, name));
  writeFileSync(join(path, '.git/objects/info/alternates'), '../../store\n');
  symlinkSync(join(theirs, 'refs/heads/main'), join(path, '.git/refs/heads/o'));
}

/** The same object by object. */
function borrowEachObject({ path }: TestRepository, outside: TestRepository): void {
  const theirs = join(outside.path, '.git');
  for (const name of readdirSync(join(theirs, 'objects')).filter((one) => one.length === 2)) {
    mkdirSync(join(path, '.git/objects', name), { recursive: true });
    for (const rest of readdirSync(join(theirs, 'objects', name)))
      symlinkSync(join(theirs, 'objects', name, rest), join(path, '.git/objects', name, rest));
  }
  symlinkSync(join(theirs, 'refs/heads/main'), join(path, '.git/refs/heads/o'));
}

const WAYS = { 'a store of links': borrowByLinks, 'links to objects': borrowEachObject };

function createPair(settings: Record<string, unknown>, borrow: (typeof WAYS)[keyof typeof WAYS]) {
  const host = createTestHost(settings);
  const outside = createRepository(temporaryDirectory());
  outside.commit('private words', { 'private.txt': 'private words\n' });
  const inside = createRepository(join(host.root, 'inside'));
  inside.commit('public', { a: 'public\n' });
  borrow(inside, outside);
  return { ...host, inside, hash: outside.git('rev-parse', 'HEAD') };
}

const READS: readonly (readonly [string, object])[] = [
  ['git_log', { ref: 'o' }],
  ['git_show', { ref: 'o' }],
  ['git_diff', { ref: 'o' }],
  ['git_blame', { ref: 'o', path: 'private.txt' }],
  ['git_list_branches', {}],
];

describe.each(Object.entries(WAYS))('with %s that lead out of the roots', (_name, borrow) => {
  test.each([{}, { sandbox: 'off' }])(
    'reads show nothing of what lies there, settings: %j',
    async (settings) => {
      const { call, inside, hash } = createPair(settings, borrow);
      expect(inside.git('log', '-p', 'o'), 'git itself shows it').toContain('private words');
      for (const [tool, args] of [...READS, ['git_show', { ref: hash }]] as const) {
        const answer = await call(tool, { ...args, repositoryPath: inside.path });
        expect(JSON.stringify(answer), tool).not.toContain('private words');
        if (settings.sandbox === 'off') expect(codeOf(answer), tool).toBe('OUTSIDE_ROOT');
      }
    },
  );

  test('no change is made with them, and the link is named', async () => {
    const host = createPair({}, borrow);
    const args = { repositoryPath: host.inside.path, branch: 'o' };
    const { answer } = await callAllowed(host, 'git_switch', args);
    expect(codeOf(answer)).toMatch(/^(OUTSIDE_ROOT|NOT_FOUND)$/);
    const made = await callAllowed(host, 'git_create_branch', {
      repositoryPath: host.inside.path,
      name: 'copy',
      startPoint: host.hash,
    });
    expect(codeOf(made.answer)).toBe('OUTSIDE_ROOT');
    expect(messageOf(made.answer)).toMatch(/a link that leads out of the open directories: \S+/);
    expect(readdirSync(host.inside.path)).not.toContain('private.txt');
  });
});

test.each([{}, { sandbox: 'off' }])(
  'what borrows and links inside the roots works, settings: %j',
  async (settings) => {
    const host = createTestHost(settings);
    const { call, root } = host;
    const inside = createRepository(join(root, 'inside'));
    const hash = inside.commit('first', { 'sub/a': 'one\n' });
    inside.git('clone', '--quiet', '--bare', inside.path, join(root, 'lender.git'));
    inside.git('clone', '--quiet', '--shared', join(root, 'lender.git'), join(root, 'shared'));
    inside.git('worktree', 'add', '--quiet', join(root, 'tree'));
    symlinkSync('main', join(inside.path, '.git/refs/heads/other'));
    for (const repositoryPath of ['inside', 'inside/sub', 'shared', 'tree', 'lender.git'])
      expect(dataOf(await call('git_log', { repositoryPath })), repositoryPath).toMatchObject({
        commits: [{ hash }],
      });
    expect(dataOf(await call('git_log', { repositoryPath: 'inside', ref: 'other' }))).toMatchObject({
      commits: [{ hash }],
    });
    const { answer } = await callAllowed(host, 'git_create_branch', { repositoryPath: 'shared', name: 'x' });
    expect(answer).toMatchObject({ ok: true });
  },
);

test.each([{}, { sandbox: 'off' }])(
  'a root that is named by a link works, settings: %j',
  async (settings) => {
    const repository = createRepository(temporaryDirectory());
    const hash = repository.commit('first', { a: 'one\n' });
    const root = join(temporaryDirectory(), 'link');
    symlinkSync(repository.path, root);
    const { call } = createTestHost(settings, { root });
    expect(dataOf(await call('git_log', {}))).toMatchObject({ commits: [{ hash }] });
  },
);

test('what the user says of all repositories counts in reads', async () => {
  const home = temporaryDirectory();
  const notes = join(temporaryDirectory(), 'notes');
  mkdirSync(join(home, '.config/git'), { recursive: true });
  writeFileSync(join(notes), 'by-file\n');
  writeFileSync(join(home, 'included'), `[core]\n\texcludesFile = ${notes}\n`);
  writeFileSync(join(home, 'settings'), '[include]\n\tpath = included\n');
  symlinkSync(join(home, 'settings'), join(home, '.gitconfig'));
  const { call, root } = createTestHost({}, { hostEnv: { HOME: home }, env: { HOME: home } });
  const repository = createRepository(root);
  repository.commit('first', { a: 'one\n' });
  repository.write('by-file', 'x');
  expect(dataOf(await call('get_git_status', {}))).toMatchObject({ untracked: [] });
});

test.runIf(process.getuid?.() === 0)('root reads what another user keeps for itself', async () => {
  const home = temporaryDirectory();
  writeFileSync(join(home, '.gitconfig'), '[safe]\n\tdirectory = *\n');
  const { call, root } = createTestHost({}, { hostEnv: { HOME: home }, env: { HOME: home } });
  const repository = createRepository(join(root, 'theirs'));
  const hash = repository.commit('first', { a: 'one\n' });
  execFileSync('sh', ['-c', 'chmod -R go-rwx . && chown -R 12345 .'], { cwd: repository.path });
  const { path: repositoryPath } = repository;
  expect(dataOf(await call('git_log', { repositoryPath }))).toMatchObject({ commits: [{ hash }] });
});

test('more files than are looked through are refused', async () => {
  const root = temporaryDirectory();
  const { path, write } = createRepository(root);
  for (let i = 0; i < 300; i++) write(`.git/refs/heads/x/${i}`, '');
  const place = { top: root, base: root, gitDir: join(path, '.git'), commonDir: join(path, '.git') };
  await expect(checkLinks(place, [root], 200)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await checkLinks(place, [root], 1000);
});
