import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import {
  createTarget,
  touch,
  VECTORS,
  type Vector,
  writeProgram,
} from '../../../test/support/hostile-repositories.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { callAsAllowed, openRepository, type TestRepository } from '../../../test/support/repository.ts';

const READS: readonly (readonly [string, object])[] = [
  ['get_git_status', {}],
  ['get_worktree_status', { worktreePath: '.' }],
  ['get_staged_diff', {}],
  ['get_git_diff', { worktreePath: '.' }],
  ['git_diff', {}],
  ['git_diff', { ref: 'HEAD~1' }],
  ['git_log', { path: 'b.txt' }],
  ['git_show', {}],
  ['git_show', { ref: 'HEAD~1', path: 'b.txt' }],
  ['git_blame', { path: 'b.txt' }],
  ['git_list_branches', {}],
  ['git_current_branch', {}],
  ['list_worktrees', {}],
  ['git_stash', { action: 'list' }],
  // Nobody approves these: what runs is what the person would be shown.
  ['git_commit', { message: 'x' }],
  ['remove_worktree', { worktreePath: '.' }],
];

let template: string;
beforeAll(() => {
  template = createTarget(mkdtempSync(join(tmpdir(), 'tg-'))).path;
});
afterAll(() => rmSync(template, { recursive: true }));

function arm({ arm: armWith }: Vector) {
  const { call, root } = createTestHost();
  const marker = join(root, 'marker');
  cpSync(template, join(root, 'repository'), { recursive: true });
  const repository = openRepository(join(root, 'repository'));
  armWith(repository, writeProgram(root, marker));
  rmSync(marker, { force: true });
  return { call, repository, marker };
}

const plainGit = ({ path }: TestRepository, args: readonly string[]): void => {
  try {
    execFileSync('git', args, { cwd: path, stdio: 'ignore', timeout: 10_000 });
  } catch {
    // What counts is whether the program ran.
  }
};

// Pagers, editors and helpers wait for a terminal or a remote, which a test without them cannot show.
test.each(VECTORS.filter(({ proof }) => proof))('$name makes plain git run the program', (vector) => {
  const { repository, marker } = arm(vector);
  touch(repository);
  plainGit(repository, vector.proof ?? []);
  expect(existsSync(marker)).toBe(true);
});

describe.each(VECTORS)('$name', (vector) => {
  test('runs nothing through any of our reads, and they answer', async () => {
    const { call, repository, marker } = arm(vector);
    touch(repository);
    const answers = await Promise.all(
      READS.map(async ([tool, args]) => {
        const answer = await call(tool, { ...args, [placeOf(tool, args)]: repository.path });
        return answer.kind === 'result' && !answer.ok ? `${tool}: ${answer.error.code}` : 'ok';
      }),
    );
    expect(existsSync(marker) ? readFileSync(marker, 'utf8') : 'nothing ran').toBe('nothing ran');
    const failed = answers.filter((answer) => answer !== 'ok' && !answer.endsWith('APPROVAL_PENDING'));
    expect(failed).toEqual(vector.name.startsWith('a partial clone') ? expect.any(Array) : []);
  });
});

function placeOf(tool: string, args: object): string {
  if ('worktreePath' in args) return 'worktreePath';
  return tool.startsWith('get_') || tool === 'list_worktrees' ? 'projectPath' : 'repositoryPath';
}

test('an armed repository with secret-like files is answered like any other', async () => {
  const { call, root } = createTestHost();
  const repository = createTarget(join(root, 'repository'));
  repository.commit('with secrets', { '.env': 'KEY=value\n', 'dir/server.key': 'x\n' });
  repository.git('config', 'filter.own.clean', 'cat');
  const projectPath = repository.path;
  expect(dataOf(await call('get_git_status', { projectPath }))).toMatchObject({ clean: true });
  repository.write('dir/server.key', 'y\n');
  expect(dataOf(await call('get_git_status', { projectPath }))).toMatchObject({
    modified: ['dir/server.key'],
  });
});

test('a filter of the repository runs for git_add in the sandbox, where it reaches nothing else', async () => {
  const host = createTestHost();
  const { root } = host;
  const call = callAsAllowed(host);
  const outside = join(temporaryDirectory(), 'reached');
  const repository = createTarget(join(root, 'repository'));
  repository.write('.git/info/attributes', '*.up filter=upper\n');
  repository.git('config', 'filter.upper.clean', `sh -c 'touch ${outside}; tr a-z A-Z'`);
  repository.write('x.up', 'loud\n');
  expect(dataOf(await call('git_add', { repositoryPath: repository.path, files: 'x.up' }))).toEqual({
    staged: ['x.up'],
  });
  expect(repository.git('show', ':x.up')).toBe('LOUD');
  expect(existsSync(outside)).toBe(false);
});

test('core.worktree and blame.ignoreRevsFile show nothing of what lies outside', async () => {
  const { call, root } = createTestHost();
  const outside = temporaryDirectory();
  writeFileSync(join(outside, 'private-name'), 'private words\n');
  const repository = createTarget(join(root, 'repository'));
  repository.git('config', 'core.worktree', outside);
  execFileSync('git', [
    'config',
    '--file',
    join(repository.path, '.git/config'),
    'blame.ignoreRevsFile',
    join(outside, 'private-name'),
  ]);
  const path = repository.path;
  const answers = await Promise.all([
    call('get_git_status', { projectPath: path }),
    call('git_diff', { repositoryPath: path }),
    call('git_blame', { repositoryPath: path, path: 'b.txt' }),
    call('git_commit', { repositoryPath: path, message: 'x' }),
  ]);
  expect(JSON.stringify(answers)).not.toContain('private');
  expect(answers[0]).toMatchObject({ data: { modified: ['b.txt'] } });
});

test('blame.ignoreRevsFile shows no file that it names, and is used where it holds hashes', async () => {
  const { call, root } = createTestHost();
  const outside = join(temporaryDirectory(), 'notes');
  writeFileSync(outside, 'private words\n');
  const repository = createTarget(join(root, 'repository'));
  const blame = () => call('git_blame', { repositoryPath: repository.path, path: 'b.txt' });
  repository.write('prod.env', 'FROM=private words\n');
  for (const file of [outside, 'prod.env']) {
    repository.git('config', 'blame.ignoreRevsFile', file);
    const bare = spawnSync('git', ['blame', 'b.txt'], { cwd: repository.path, encoding: 'utf8' });
    expect(bare.stderr, 'git itself prints it').toContain('private words');
    const answer = await blame();
    expect(JSON.stringify(answer)).not.toContain('private');
  }
  repository.write('.git-blame-ignore-revs', `${repository.git('rev-parse', 'HEAD')}\n`);
  repository.git('config', 'blame.ignoreRevsFile', '.git-blame-ignore-revs');
  expect(await blame()).toMatchObject({ ok: true });
});
