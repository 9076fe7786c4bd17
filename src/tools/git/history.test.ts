import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../../../test/support/host.ts';
import { callAllowed, callAsAllowed, codeOf, createGitHost } from '../../../test/support/repository.ts';

const subjects = (data: Record<string, unknown>): string[] =>
  (data.commits as { subject: string }[]).map(({ subject }) => subject);

test('git_log answers commits with every field, newest first', async () => {
  const { call, repository } = createGitHost();
  expect(await call('git_log')).toMatchObject({ data: { commits: [] }, content: [{ text: 'No commits.' }] });
  repository.commit('first: ünïcode "quoted"', { a: '1' });
  const hash = repository.commit('second\n\nA body\nof two lines', { b: '1' });
  const data = dataOf(await call('git_log'));
  expect(subjects(data)).toEqual(['second', 'first: ünïcode "quoted"']);
  expect((data.commits as unknown[])[0]).toEqual({
    hash,
    author: 'Ada',
    email: 'ada@example.com',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    subject: 'second',
    body: 'A body\nof two lines',
  });
});

test('git_log narrows by path, author, time, count and ref', async () => {
  const { call, repository } = createGitHost();
  repository.commit('one', { a: '1' });
  repository.git('tag', 'v1');
  repository.git('-c', 'user.name=Bob (x)', 'commit', '--quiet', '--allow-empty', '-m', 'two');
  repository.commit('three', { 'dir/b': '1' });
  const found = async (args: object) => subjects(dataOf(await call('git_log', args)));
  expect(await found({ maxCount: 1 })).toEqual(['three']);
  expect(await found({ path: 'dir' })).toEqual(['three']);
  expect(await found({ author: 'Bob (' })).toEqual(['two']);
  expect(await found({ ref: 'v1' })).toEqual(['one']);
  expect(await found({ ref: 'v1..main' })).toEqual(['three', 'two']);
  const env = { ...process.env, GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z' };
  execFileSync('git', ['commit', '--quiet', '--amend', '--no-edit'], { cwd: repository.path, env });
  expect(await found({ since: '2 days ago' })).toEqual([]);
  expect(await found({ since: '2019-12-31', maxCount: 1 })).toEqual(['three']);
  expect(codeOf(await call('git_log', { ref: 'nowhere' }))).toBe('NOT_FOUND');
  expect(codeOf(await call('git_log', { ref: '--output=x' }))).toBe('VALIDATION');
});

test('the older names of git_log answer one line a commit', async () => {
  const { call, repository } = createGitHost();
  const hash = repository.commit('first', { a: '1' });
  for (const name of ['GetLogAsync', 'get_log'])
    expect(await call(name, { maxCount: 5 })).toMatchObject({
      content: [{ text: `${hash.slice(0, 7)} first` }],
    });
});

test('git_show tells what a commit changed; a merge is compared with its branch', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { a: 'one\n', '.env': 'KEY=hidden-value\n' });
  repository.git('switch', '--quiet', '--create', 'side');
  repository.commit('side', { b: 'side\n' });
  repository.git('switch', '--quiet', 'main');
  repository.commit('main', { a: 'two\n' });
  repository.git('merge', '--quiet', '--no-edit', 'side');
  expect(dataOf(await call('git_show', { ref: 'main' }))).toMatchObject({
    commit: { subject: "Merge branch 'side'", files: [{ path: 'b', change: 'added' }] },
  });
  const first = await call('git_show', { ref: 'main~1^' });
  expect(dataOf(first)).toMatchObject({ commit: { subject: 'first', secretFiles: 1, filesChanged: 2 } });
  expect(JSON.stringify(first)).not.toContain('hidden-value');
});

test('git_show answers a file as it was, and asks for a secret-like one as read_file does', async () => {
  const host = createGitHost();
  const { call, repository } = host;
  repository.commit('first', { 'dir/a b': 'one\n', '.env': 'KEY=value\n' });
  repository.commit('second', { 'dir/a b': 'two\n' });
  expect(await call('git_show', { ref: 'HEAD~1', path: 'dir/a b' })).toMatchObject({
    data: { file: { path: 'dir/a b', content: 'one\n', size: 4 } },
    content: [{ text: 'one\n' }],
  });
  expect(codeOf(await call('git_show', { path: 'none' }))).toBe('NOT_FOUND');
  expect(codeOf(await call('git_show', { path: 'dir' }))).toBe('VALIDATION');
  expect(codeOf(await call('git_show', { path: '/etc/passwd' }))).toBe('OUTSIDE_ROOT');
  // The hash of a blob is no way around the name of its file.
  const blob = repository.git('rev-parse', 'HEAD:.env');
  expect(codeOf(await call('git_show', { ref: blob }))).not.toMatch(/^no error/);
  expect(codeOf(await call('git_show', { path: '.env' }))).toBe('APPROVAL_PENDING');
  const { answer } = await callAllowed(host, 'git_show', { path: '.env' });
  expect(dataOf(answer)).toMatchObject({ file: { path: '.env' } });
});

test('git_show answers the bytes of a file: pages of text in its encoding, base64 of what is none', async () => {
  const { call, repository } = createGitHost();
  // Longer than what is read at once, and each piece unlike the others.
  const binary = Buffer.from(Uint32Array.from({ length: 75_000 }, (_, i) => i * 2654435761).buffer);
  const lines = 'line\n'.repeat(1000);
  writeFileSync(join(repository.path, 'bin'), binary);
  writeFileSync(join(repository.path, 'latin1'), Buffer.from('caf\xe9\n', 'latin1'));
  repository.commit('first', { long: lines });
  const file = async (args: object) => dataOf(await call('git_show', args)).file as Record<string, unknown>;
  expect(await file({ path: 'bin' })).toEqual({
    path: 'bin',
    content: binary.toString('base64'),
    encoding: 'base64',
    size: 300_000,
    truncated: false,
  });
  expect(await file({ path: 'latin1' })).toMatchObject({ content: 'café\n', encoding: 'latin1', size: 5 });
  const first = await file({ path: 'long', maxBytes: 4000 });
  expect(first).toMatchObject({ size: 5000, totalLines: 1000, truncated: true, nextLine: 801 });
  const rest = await file({ path: 'long', maxBytes: 4000, startLine: first.nextLine });
  expect(`${first.content}${rest.content}`).toBe(lines);
  expect(await call('git_blame', { path: 'bin' })).toMatchObject({ error: { message: 'bin is binary' } });
  expect(await call('git_blame', { path: 'long', startLine: 5, endLine: 3 })).toMatchObject({
    error: { code: 'VALIDATION', message: 'endLine 3 comes before startLine 5' },
  });
});

test('without commits, what needs one says so', async () => {
  const { call, repository } = createGitHost();
  const hint = 'There are no commits yet; git_commit makes the first.';
  repository.write('a', 'x');
  repository.git('add', 'a');
  for (const [tool, args] of [
    ['git_show', {}],
    ['git_blame', { path: 'a' }],
  ] as const)
    expect(await call(tool, args), tool).toMatchObject({ error: { code: 'NOT_FOUND', hint } });
  repository.commit('first');
  expect(await call('git_show', { ref: 'nope' })).toMatchObject({
    error: { message: "git show: bad revision 'nope'" },
  });
  expect(await call('git_show', { path: 'gone' })).toMatchObject({
    error: { code: 'NOT_FOUND', message: 'gone does not exist in HEAD' },
  });
});

test('git_blame names the commit of each line, page by page, with what is not committed', async () => {
  const { call, repository } = createGitHost();
  const first = repository.commit('first', { a: 'one\ntwo\nthree\n', empty: '', '.env': 'x\n' });
  const second = repository.commit('second', { a: 'one\nTWO\nthree\n' });
  repository.write('a', 'one\nTWO\nthree\nfour\n');
  const data = dataOf(await call('git_blame', { path: 'a' }));
  expect(data).toMatchObject({
    path: 'a',
    truncated: false,
    lines: [
      { line: 1, hash: first, author: 'Ada', subject: 'first', text: 'one' },
      { line: 2, hash: second, text: 'TWO' },
      { line: 3, hash: first, text: 'three' },
      { line: 4, hash: '0'.repeat(40), text: 'four' },
    ],
  });
  expect(dataOf(await call('git_blame', { path: 'a', ref: first, startLine: 2, endLine: 2 }))).toMatchObject({
    lines: [{ line: 2, text: 'two' }],
    truncated: true,
  });
  expect(dataOf(await call('git_blame', { path: 'empty' }))).toMatchObject({ lines: [] });
  expect(codeOf(await call('git_blame', { path: 'a', startLine: 99 }))).toBe('VALIDATION');
  expect(codeOf(await call('git_blame', { path: 'none' }))).toBe('NOT_FOUND');
  expect(codeOf(await call('git_blame', { path: '--contents' }))).toBe('VALIDATION');
  expect(codeOf(await call('git_blame', { path: '../x' }))).toBe('OUTSIDE_ROOT');
  expect(codeOf(await call('git_blame', { path: '.env' }))).toBe('APPROVAL_PENDING');
});

test('git_list_branches and git_current_branch answer local and remote branches', async () => {
  const { call, root, repository } = createGitHost();
  expect(dataOf(await call('git_current_branch'))).toEqual({ branch: 'main', detached: false, head: null });
  const hash = repository.commit('first', { a: '1' });
  repository.git('branch', 'feature/ü');
  repository.git('clone', '--quiet', '.', 'copy');
  expect(dataOf(await call('git_list_branches', { repositoryPath: 'copy' }))).toEqual({
    branches: [
      { name: 'main', current: true, remote: false, commit: hash, upstream: 'origin/main', subject: 'first' },
      { name: 'origin/feature/ü', current: false, remote: true, commit: hash, subject: 'first' },
      { name: 'origin/main', current: false, remote: true, commit: hash, subject: 'first' },
    ],
  });
  for (const name of ['ListBranchesAsync', 'list_branches'])
    expect(await call(name, { repositoryPath: root })).toMatchObject({
      content: [{ text: '  feature/ü\n* main' }],
    });
  for (const name of ['GetCurrentBranchAsync', 'get_current_branch'])
    expect(await call(name)).toMatchObject({ content: [{ text: 'main' }] });
  repository.git('switch', '--quiet', '--detach');
  expect(dataOf(await call('git_current_branch'))).toEqual({ branch: null, detached: true, head: hash });
  expect(await call('GetCurrentBranchAsync')).toMatchObject({ content: [{ text: 'HEAD' }] });
});

test('encodings and views that a repository configures change neither messages nor what is shown', async () => {
  const host = createGitHost();
  const { call, repository } = host;
  repository.git('config', 'i18n.commitEncoding', 'ISO-8859-1');
  repository.git('config', 'i18n.logOutputEncoding', 'ISO-8859-1');
  repository.git('config', 'log.showRoot', 'false');
  repository.write('a', 'ü\n');
  repository.git('add', 'a');
  const { answer } = await callAllowed(host, 'git_commit', { message: 'größer 日本' });
  expect(dataOf(answer)).toMatchObject({ filesChanged: 1 });
  expect(repository.git('cat-file', 'commit', 'HEAD')).not.toContain('encoding');
  expect(dataOf(await call('git_show'))).toMatchObject({
    commit: { subject: 'größer 日本', filesChanged: 1, diff: expect.stringContaining('+ü') },
  });
  expect(dataOf(await call('git_blame', { path: 'a' }))).toMatchObject({
    lines: [{ subject: 'größer 日本', text: 'ü' }],
  });
});

test('git_log refuses a date that git would take for now', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { a: 'one\n' });
  for (const since of ['rubbish', 'ü', 'monkey', 'tomorrowish', ''])
    expect(codeOf(await call('git_log', { since })), since).toBe('VALIDATION');
  for (const since of [
    'yesterday',
    'last week',
    'two weeks ago',
    'last Tues',
    '1 hour ago',
    '2020-01-01',
    'never',
  ])
    expect(subjects(dataOf(await call('git_log', { since }))), since).toEqual(['first']);
  for (const since of ['now', 'Sept', 'tuesday', 'noon'])
    expect(await call('git_log', { since }), since).toMatchObject({ ok: true });
});

test('git_show takes one commit, not a range of them', async () => {
  const { call, repository } = createGitHost();
  repository.commit('first', { a: '1' });
  repository.commit('second', { a: '2' });
  for (const ref of ['HEAD~1..HEAD', 'HEAD~1...HEAD', '^HEAD'])
    expect(await call('git_show', { ref })).toMatchObject({
      error: { code: 'VALIDATION', hint: expect.stringContaining('git_log') },
    });
});

test('what cannot be read or staged where it is comes with what to do next', async () => {
  const host = createGitHost();
  const { repository } = host;
  const call = callAsAllowed(host);
  repository.commit('first', { 'in/a': '1', 'out/b': '1' });
  repository.git('clone', '--quiet', '--bare', '.', 'bare.git');
  repository.git('sparse-checkout', 'set', 'in');
  repository.write('out/new', 'x');
  for (const [tool, args, code, hint] of [
    ['git_blame', { path: 'out/b' }, 'NOT_FOUND', 'with ref'],
    ['git_add', { files: 'out/new' }, 'CONFLICT', 'sparse-checkout'],
    ['git_diff', { repositoryPath: 'bare.git', ref: 'main' }, 'CONFLICT', 'a..b'],
  ] as const)
    expect(await call(tool, args), tool).toMatchObject({
      error: { code, hint: expect.stringContaining(hint) },
    });
  expect(dataOf(await call('git_blame', { path: 'out/b', ref: 'HEAD' }))).toMatchObject({ path: 'out/b' });
  repository.write('.git/index.lock', '');
  repository.write('in/a', '2');
  expect(await call('git_add', { files: 'in/a' })).toMatchObject({
    error: { code: 'CONFLICT', hint: expect.stringContaining('try again') },
  });
});

test.each([
  ['before 1970', 'A <a@b> -315619200 +0000', '1970-01-01T00:00:00+00:00', '1970-01-01T00:00:00.000Z'],
  ['that is none', 'A', '1970-01-01T00:00:00+00:00', '1970-01-01T00:00:00.000Z'],
  [
    'very far off',
    'A <a@b> 99999999999999 +0000',
    '3170843-11-07T09:46:39+00:00',
    '1970-01-01T00:00:00.000Z',
  ],
])('a commit with a date %s is answered', async (_, author, date, dateInBlame) => {
  const { call, root, repository } = createGitHost();
  repository.write('a', '1\n');
  repository.git('add', 'a');
  const commit = `tree ${repository.git('write-tree')}\nauthor ${author}\ncommitter ${author}\n\nodd\n`;
  const command = ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'];
  const hash = execFileSync('git', command, { cwd: root, input: commit, encoding: 'utf8' }).trim();
  repository.git('update-ref', 'HEAD', hash);
  expect(dataOf(await call('git_log'))).toMatchObject({ commits: [{ hash, date, subject: 'odd' }] });
  expect(dataOf(await call('git_show', { ref: hash }))).toMatchObject({ commit: { hash, date } });
  expect(dataOf(await call('git_blame', { path: 'a' }))).toMatchObject({
    lines: [{ hash, date: dateInBlame }],
  });
});

test('a file whose name is no UTF-8 is told to be out of reach by name', async () => {
  const { call, root, repository } = createGitHost();
  writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]), 'x');
  repository.commit('odd name');
  expect(await call('git_blame', { path: 'caf\u{fffd}' })).toMatchObject({
    error: { code: 'NOT_FOUND', hint: expect.stringContaining('not UTF-8') },
  });
});
