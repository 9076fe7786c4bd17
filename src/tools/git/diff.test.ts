import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { codeOf, createGitHost, createRepository } from '../../../test/support/repository.ts';
import { expandExample, seeded } from '../../gate/redact/formats/expand-example.ts';

const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join('');

test('git_diff tells unstaged from staged and from what changed since a commit', async () => {
  const { call, repository } = createGitHost();
  const first = repository.commit('first', { a: 'one\n', b: 'one\n', 'old name': lines(20) });
  repository.commit('second', { c: 'new\n' });
  repository.write('a', 'two\n');
  repository.write('b', 'two\n');
  repository.git('add', 'b');
  repository.git('mv', 'old name', 'grüner name');
  const unstaged = dataOf(await call('git_diff'));
  expect(unstaged).toEqual({
    diff: expect.stringMatching(/^diff --git a\/a b\/a\n.*-one\n\+two\n$/s),
    filesChanged: 1,
    insertions: 1,
    deletions: 1,
    files: [{ path: 'a', change: 'modified', insertions: 1, deletions: 1, isBinary: false }],
    truncated: false,
    hasChanges: true,
    secretFiles: 0,
  });
  expect(dataOf(await call('git_diff', { staged: true }))).toMatchObject({
    files: [
      { path: 'b', change: 'modified' },
      { path: 'grüner name', from: 'old name', change: 'renamed', insertions: 0 },
    ],
    diff: expect.stringContaining('rename to grüner name'),
  });
  expect(dataOf(await call('git_diff', { ref: first }))).toMatchObject({ filesChanged: 4 });
  expect(dataOf(await call('git_diff', { ref: `${first}..main` }))).toMatchObject({ files: [{ path: 'c' }] });
  expect(dataOf(await call('git_diff', { ref: first, paths: ['c'] }))).toMatchObject({
    files: [{ path: 'c' }],
  });
});

test('get_staged_diff and get_git_diff answer what is staged, and nothing staged is no error', async () => {
  const { call, repository } = createGitHost();
  repository.write('a', 'one\n');
  expect(await call('get_staged_diff', { project_path: '.' })).toMatchObject({
    data: { hasChanges: false, files: [], diff: '' },
    content: [{ text: 'No changes.' }],
  });
  repository.git('add', 'a');
  for (const answer of [
    await call('get_staged_diff', { projectPath: repository.path }),
    await call('get_git_diff', { worktree_path: '.' }),
  ])
    expect(dataOf(answer)).toMatchObject({
      files: [{ path: 'a', change: 'added', insertions: 1 }],
      hasChanges: true,
    });
});

test('the older names of git_diff answer the patch', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { a: 'one\n' });
  repository.write('a', 'two\n');
  for (const name of ['GetDiffAsync', 'get_diff'])
    expect(await call(name, {})).toMatchObject({ content: [{ text: expect.stringMatching(/^diff --git/) }] });
});

test('names, binary files and conflicts survive', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { 'a "b"\nc': 'one\n', c: 'base\n' });
  writeFileSync(join(repository.path, 'bin'), Buffer.from([0, 1, 2, 255]));
  repository.write('a "b"\nc', 'two\n');
  repository.git('add', '--all');
  expect(dataOf(await call('git_diff', { staged: true }))).toMatchObject({
    files: [
      { path: 'a "b"\nc', insertions: 1, deletions: 1 },
      { path: 'bin', isBinary: true, change: 'added' },
    ],
    diff: expect.stringContaining('diff --git "a/a \\"b\\"\\nc" "b/a \\"b\\"\\nc"'),
  });
  repository.commit('both');
  repository.git('switch', '--quiet', '--create', 'other', 'HEAD~1');
  repository.commit('other', { c: 'other\n' });
  repository.git('switch', '--quiet', 'main');
  repository.commit('ours', { c: 'ours\n' });
  expect(() => repository.git('merge', 'other')).toThrow();
  expect(dataOf(await call('git_diff'))).toMatchObject({
    files: [{ path: 'c', change: 'unmerged' }],
    diff: expect.stringMatching(/^diff --git a\/c b\/c\n.*\+<<<<<<< HEAD/s),
  });
});

test('a large diff keeps small files whole, ends large ones after a hunk, and all statistics', async () => {
  const { call, repository } = createGitHost();
  const far = (word: string): string => [lines(20, word), lines(20, 'same'), lines(2000, word)].join('');
  repository.commit('first', { large: far('old'), small: 'one\n' });
  repository.write('large', far('new'));
  repository.write('small', 'two\n');
  const answer = await call('git_diff', { maxBytes: 2000 });
  expect(dataOf(answer)).toMatchObject({
    truncated: true,
    insertions: 2021,
    files: [{ path: 'large', insertions: 2020, omitted: 'budget' }, { path: 'small' }],
    diff: expect.stringMatching(
      /^diff --git a\/large.*@@ -1,23 .*\+new 19\n same 0\n same 1\n same 2\ndiff --git a\/small/s,
    ),
  });
  expect(answer).toMatchObject({
    content: [{ text: expect.stringContaining('ask with paths or a larger maxBytes: large') }],
  });
  expect(dataOf(await call('git_diff', { paths: ['large'], maxBytes: 1_000_000 }))).toMatchObject({
    truncated: false,
  });
});

test('files that look like they hold secrets are counted, and their content is not shown', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { '.env': 'KEY=first-value\n', id_rsa: 'first-value\n', a: 'one\n' });
  repository.write('.env', 'KEY=second-value\n');
  repository.write('a', 'two\n');
  repository.git('mv', 'id_rsa', 'harmless.txt');
  const answer = await call('git_diff', { ref: 'HEAD' });
  expect(dataOf(answer)).toMatchObject({
    secretFiles: 2,
    files: [{ path: '.env', omitted: 'secret' }, { path: 'a' }, { path: 'harmless.txt', omitted: 'secret' }],
  });
  expect(JSON.stringify(answer)).not.toMatch(/(first|second)-value/);
});

test('the hash of a file or of a directory is no commit: its content is not shown under another name', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', {
    'prod.env': 'FROM=planted-value\n',
    'home/.ssh/config': 'Host planted-value\n',
    a: '1\n',
  });
  repository.commit('second', { 'prod.env': 'x\n', 'home/.ssh/config': 'x\n', a: '2\n' });
  const hash = (name: string) => repository.git('rev-parse', `HEAD~1:${name}`);
  const bare = repository.git('diff', hash('prod.env'), '--', 'a');
  expect(bare, 'git itself shows it').toContain('planted-value');
  for (const args of [
    { ref: hash('prod.env'), paths: ['a'] },
    { ref: `${hash('home/.ssh')}..HEAD` },
    { ref: `HEAD...${hash('prod.env')}` },
  ]) {
    const answer = await call('git_diff', args);
    expect(answer, JSON.stringify(args)).toMatchObject({ ok: false });
    expect(JSON.stringify(answer)).not.toContain('planted-value');
  }
  for (const ref of ['HEAD~1', 'HEAD~1..HEAD', 'HEAD~1...', '..HEAD~1', 'HEAD^!'])
    expect(dataOf(await call('git_diff', { ref, paths: ['a'] })), ref).toMatchObject({ hasChanges: true });
});

test('options in disguise, paths outside and unknown commits are refused', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { a: 'one\n' });
  expect(codeOf(await call('git_diff', { ref: '--output=/tmp/x' }))).toBe('VALIDATION');
  expect(codeOf(await call('git_diff', { ref: 'HEAD:.env' }))).toBe('VALIDATION');
  expect(codeOf(await call('git_diff', { paths: ['--no-index'] }))).toBe('VALIDATION');
  expect(codeOf(await call('git_diff', { paths: ['../../etc/passwd'] }))).toBe('OUTSIDE_ROOT');
  expect(codeOf(await call('git_diff', { ref: 'no-such-branch' }))).toBe('NOT_FOUND');
  expect(dataOf(await call('git_diff', { paths: [':(top)a*', '*'] }))).toMatchObject({ hasChanges: false });
});

test('a submodule with changes of its own is part of a diff against the working tree, as git shows it', async () => {
  const { call, root, repository } = createGitHost();
  createRepository(join(root, 'library')).commit('first', { code: '1\n' });
  repository.write('.git/info/exclude', 'library\n');
  for (const path of ['deps/my lib', 'other'])
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', './library', path);
  repository.commit('with submodules', { m: '1\n', z: '1\n' });
  const patch = async (args: object = {}) => dataOf(await call('git_diff', args)).diff;
  repository.write('other/untracked', 'x');
  expect(await patch()).toBe('');
  for (const file of ['m', 'z', 'deps/my lib/code']) repository.write(file, '2\n');
  expect(await patch()).toMatch(/^\+Subproject commit [0-9a-f]+-dirty$/m);
  expect(await patch()).toBe(`${repository.git('diff')}\n`);
  expect(await patch({ ref: 'HEAD', paths: ['deps'] })).toBe(`${repository.git('diff', 'HEAD', 'deps')}\n`);
  for (const args of [{ paths: ['m'] }, { staged: true }, { ref: 'HEAD~0..HEAD' }, { ref: 'HEAD^!' }])
    expect(await patch(args)).not.toContain('-dirty');
  repository.git(
    '-C',
    'deps/my lib',
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@b',
    'commit',
    '-qam',
    'second',
  );
  repository.write('deps/my lib/code', '3\n');
  expect(dataOf(await call('git_diff'))).toMatchObject({
    diff: `${repository.git('diff')}\n`,
    files: [
      { path: 'deps/my lib', change: 'modified', insertions: 1, deletions: 1 },
      { path: 'm' },
      { path: 'z' },
    ],
  });
});

test('no setting of the repository makes files that were only touched appear, or changes the patch', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { a: '1\n\n3\n', touched: 'x\n' });
  repository.write('a', '1\n\n4\n');
  utimesSync(join(repository.path, 'touched'), 1, 1);
  const before = dataOf(await call('git_diff'));
  expect(before).toMatchObject({ files: [{ path: 'a' }] });
  repository.git('config', 'diff.autoRefreshIndex', 'false');
  repository.git('config', 'diff.suppressBlankEmpty', 'true');
  repository.git('config', 'diff.context', '0');
  repository.git('config', 'diff.noprefix', 'true');
  expect(dataOf(await call('git_diff'))).toEqual(before);
});

test('a path through a link to the repository is a path of it', async () => {
  const { call, root } = createTestHost();
  const repository = createRepository(join(root, 'real'));
  repository.commit('first', { 'dir/a': '1\n' });
  repository.write('dir/a', '2\n');
  symlinkSync(repository.path, join(root, 'link'));
  for (const paths of [['dir/a'], [join(root, 'link/dir/a')], [join(root, 'real/dir')]])
    expect(dataOf(await call('git_diff', { repositoryPath: 'link', paths }))).toMatchObject({
      files: [{ path: 'dir/a' }],
    });
});

test('a token at the beginning of a changed line is masked as it is in the file', async () => {
  const { call, repository } = createGitHost();
  const token = (kind: string, seed: number) => expandExample(kind, seeded(seed));
  const [google, twilio] = [token('AIza<35w>', 1), token('SK<32h>', 2)];
  const variable = `variable "db_password" {\n  default = "${token('<16>', 3)}"\n}\n`;
  repository.commit('first', { notes: `# notes\n${google}\n` });
  repository.write('notes', `# notes\n${twilio}\n${variable}`);
  const shown = (await call('git_diff')) as { data?: { diff?: string } };
  expect(shown.data?.diff).toMatch(
    /-\[REDACTED\]\n\+\[REDACTED\]\n\+variable.*\n\+ {2}default = "\[REDACTED\]"/,
  );
});
