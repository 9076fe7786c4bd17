import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../../test/support/host.ts';
import { temporaryDirectory } from '../../../../test/support/program.ts';

const gitIn =
  (root: string) =>
  (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: root,
      encoding: 'utf8',
    });

/** A repository that tracks a file which looks like a secret, and is clean. */
function createRepository() {
  const made = createTestHost();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: made.root });
  git('init', '--quiet');
  writeFileSync(join(made.root, 'a.txt'), 'one\n');
  writeFileSync(join(made.root, '.env.test'), 'TOKEN=kq7planted9secret2value\n');
  writeFileSync(join(made.root, 'ask-git.sh'), 'git log --oneline\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  const run = async (command: string) => {
    const answer = await made.call('shell_execute', { command });
    if (answer.kind !== 'result') throw new Error(`${command}: ${answer.kind}`);
    return answer;
  };
  return { ...made, run };
}

test('git does not call a hidden file modified, also among filters and other questions', async () => {
  const { run, root } = createRepository();
  for (const command of [
    'git status --short',
    'git status --short; git diff --stat && git log --oneline | wc -l',
    "git status --porcelain | grep -c . ; git log --format='%s' | head -n 1",
  ])
    expect(await run(command), command).not.toMatchObject({
      data: { stdout: expect.stringContaining('.env') },
    });
  writeFileSync(join(root, 'a.txt'), 'two\n');
  expect(await run('git status --short && git log --oneline | wc -l')).toMatchObject({
    ok: true,
    data: { stdout: ' M a.txt\n1\n' },
  });
});

test('a repository whose objects are packed, as after a clone, is read like any other', async () => {
  const { run, root } = createRepository();
  gitIn(root)('gc', '--quiet');
  expect(
    await run('git log --oneline | wc -l; git show HEAD:a.txt; git show HEAD:.env.test | rev'),
  ).toMatchObject({ data: { stdout: `1\none\n${[...HIDDEN].reverse().join('')}\n` } });
});

const HIDDEN = 'This file may hold secrets: Toolgate hides what was committed of it.';
const SECRET = /kq7planted9secret2value/;
const reversed = [...'kq7planted9secret2value'].reverse().join('');

/** All objects, as any program can read them. */
const READ_ALL = `import zlib,glob
for f in glob.glob('.git/objects/??/*'): print(zlib.decompress(open(f,'rb').read()))
`;

test('whatever a closed run does with the history, no secret is in it', async () => {
  const { run, root } = createRepository();
  const git = gitIn(root);
  // Once added and taken back: no name leads to it.
  writeFileSync(join(root, 'token.txt'), 'kq7planted9secret2value once added\n');
  git('add', 'token.txt');
  git('rm', '--quiet', '--cached', 'token.txt');
  rmSync(join(root, 'token.txt'));
  writeFileSync(join(root, 'read-all.py'), READ_ALL);
  const blob = git('rev-parse', 'HEAD:.env.test').trim();
  // It works where nothing stops it.
  expect(git('log', '-p')).toMatch(SECRET);
  expect(execFileSync('python3', ['read-all.py'], { cwd: root, encoding: 'utf8' })).toMatch(/once added/);
  for (const command of [
    'git log -p --all | rev',
    'git show | rev',
    'git show --reflog -p | rev',
    `git cat-file -p ${blob} | rev`,
    `echo ${blob} | git show --stdin | rev`,
    'git cat-file --batch-all-objects --batch | rev',
    "git fsck --unreachable | cut -d' ' -f3 | git cat-file --batch | rev",
    'git --namespace add log -p --all | rev',
    'git grep --cached . | rev',
    'git archive HEAD | rev',
    'git stash list -p | rev',
    'git log -1; python3 read-all.py',
    'git status; cat .git/objects/*/* | rev',
  ]) {
    const answer = await run(command);
    expect(answer, command).not.toMatchObject({ error: { code: 'APPROVAL_PENDING' } });
    const text = JSON.stringify(answer);
    expect(text, command).not.toMatch(SECRET);
    expect(text, command).not.toContain(reversed);
  }
});

test('files that look like secrets are named, and nothing else is different', async () => {
  const { run, root } = createRepository();
  const git = gitIn(root);
  writeFileSync(join(root, 'a.txt'), 'two\n');
  git('commit', '--quiet', '--all', '--message', 'second');
  writeFileSync(join(root, 'a.txt'), 'three\n');
  git('add', 'a.txt');
  for (const args of [
    ['log', '--oneline'],
    ['diff', '--cached'],
    ['show', 'HEAD'],
    ['show', 'HEAD:a.txt'],
    ['status'],
  ])
    expect(await run(`git ${args.join(' ')}`), args.join(' ')).toMatchObject({
      ok: true,
      data: { stdout: git(...args) },
    });
  expect(await run('git log -p --format=%s')).toMatchObject({
    data: { stdout: expect.stringMatching(/\+\+\+ b\/\.env\.test\n.*\n\+This file may hold secrets/) },
  });
});

test('git stands beside any program, and in scripts, whatever its configuration says', async () => {
  const { run, root } = createRepository();
  for (const setting of ['core.editor=vim', 'alias.st=status', 'filter.x.clean=cat', 'diff.y.textconv=cat'])
    gitIn(root)('config', ...setting.split('='));
  for (const command of [
    'git log --oneline && python3 -c "print(1)"',
    "git ls-files '*.txt' | xargs wc -l",
    'for f in $(git ls-files "*.sh"); do wc -c "$f"; done',
    'bash ask-git.sh',
  ]) {
    const answer = await run(command);
    expect(answer, command).toMatchObject({ ok: true, data: { exitCode: 0 } });
  }
});

test('what a rule refuses by its path is not found in the history either', async () => {
  const { run, root, host } = createRepository();
  mkdirSync(join(root, 'priv'));
  writeFileSync(join(root, 'priv/x.txt'), 'planted-priv-7711\n');
  gitIn(root)('add', '--all');
  gitIn(root)('commit', '--quiet', '--message', 'second');
  expect(await run('git show HEAD:priv/x.txt')).toMatchObject({ data: { stdout: 'planted-priv-7711\n' } });
  host.rules.add({
    verdict: 'deny',
    tool: '*',
    pattern: { paths: [join(root, 'priv')] },
    createdBy: 'test',
    session: null,
    expiresAt: null,
  });
  for (const command of ['git log -p', 'git show HEAD:priv/x.txt', 'git grep planted HEAD', 'git show'])
    expect(JSON.stringify(await run(command)), command).not.toContain('planted-priv');
});

test('what other programs keep in a repository is not there, nor are its passwords', async () => {
  const { run, root } = createRepository();
  writeFileSync(join(root, '.git/credentials'), 'https://me:planted-7788@example.com\n');
  gitIn(root)('config', 'sendemail.smtppass', 'planted-1933');
  gitIn(root)('config', 'gitlab.oauthtoken', 'planted-1934');
  gitIn(root)('config', 'branch.password-reset.remote', 'origin');
  execFileSync('git', ['clone', '--quiet', '--mirror', root, join(root, 'mirror.git')]);
  gitIn(join(root, 'mirror.git'))('config', 'remote.origin.url', 'https://me:planted-5544@example.com/x');
  const { data } = (await run(
    'grep -r planted- . 2>&1; cat .git/config; git -C mirror.git remote -v; git status',
  )) as {
    data?: unknown;
  };
  const text = JSON.stringify(data);
  expect(text).not.toMatch(/planted-\d/);
  expect(text).toMatch(/password-reset/);
  expect(text).toMatch(/nothing to commit|untracked/i);
});

test('a repository cannot bring the objects of another one into sight', async () => {
  const { run, root } = createRepository();
  const other = temporaryDirectory();
  gitIn(other)('init', '--quiet');
  writeFileSync(join(other, 'private.txt'), 'planted-private-1717\n');
  gitIn(other)('add', '--all');
  gitIn(other)('commit', '--quiet', '--message', 'private');
  const id = gitIn(other)('rev-parse', 'HEAD').trim();
  mkdirSync(join(root, 'named'));
  writeFileSync(join(root, 'named/.git'), `gitdir: ${other}/.git\n`);
  gitIn(root)('init', '--quiet', 'borrows');
  writeFileSync(join(root, 'borrows/.git/objects/info/alternates'), `${other}/.git/objects\n`);
  writeFileSync(join(root, 'borrows/.git/refs/heads/master'), `${id}\n`);
  writeFileSync(join(root, 'borrows/.git/HEAD'), 'ref: refs/heads/master\n');
  expect(gitIn(join(root, 'borrows'))('show')).toContain('planted-private');
  for (const command of ['git -C borrows show', 'git -C named show', `ls -R ${other} borrows/.git/objects`])
    expect(JSON.stringify(await run(command)), command).not.toMatch(/planted-private|private\.txt/);
});

test('files that a tag names by itself, or whose path holds a line end, are no way to a secret', async () => {
  const { run, root } = createRepository();
  const git = gitIn(root);
  const blob = git('rev-parse', 'HEAD:.env.test').trim();
  git('tag', 'named', blob);
  git('tag', '--annotate', '--message', 'x', 'described', blob);
  mkdirSync(join(root, 'n\nl/deeper'), { recursive: true });
  writeFileSync(join(root, 'n\nl/deeper/.env'), 'TOKEN=kq7planted9secret2value again\n');
  writeFileSync(join(root, 'n\nl/plain.txt'), 'plain\n');
  git('add', '--all', '--force');
  git('commit', '--quiet', '--message', 'second');
  git('rm', '--quiet', '-r', 'n\nl');
  git('commit', '--quiet', '--message', 'third');
  for (const command of [
    'git show named | rev',
    'git cat-file blob described | rev',
    'git show HEAD:.env.test | rev',
    'git log --all -p | rev',
  ])
    expect(JSON.stringify(await run(command)), command).not.toContain(reversed);
  expect(await run('git show HEAD:a.txt; git log --oneline --all | wc -l')).toMatchObject({
    data: { stdout: 'one\n3\n' },
  });
});

test('what a link with the name of a secret leads to is not found in the history either', async () => {
  const { run, root } = createRepository();
  const git = gitIn(root);
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'more');
  };
  const shown = async (path: string) => dataOf(await run(`git show HEAD:${path} | rev`)).stdout;
  mkdirSync(join(root, 'environments'));
  writeFileSync(join(root, 'environments/dev.txt'), 'KEY=kq7planted9secret2value\n');
  writeFileSync(join(root, 'environments/notes.txt'), 'notes\n');
  commit();
  // Nothing says that it is a secret so far, and a copy is made with it.
  expect(await shown('environments/dev.txt')).toContain(reversed);
  symlinkSync('environments/now', join(root, '.env'));
  symlinkSync('dev.txt', join(root, 'environments/now'));
  commit();
  expect(await shown('environments/dev.txt')).not.toContain(reversed);
  expect(await shown('environments/notes.txt')).toBe('seton\n');
  writeFileSync(join(root, 'environments/dev.txt'), 'NEXT=kq7planted9secret2value\n');
  commit();
  expect(await shown('environments/dev.txt')).not.toContain(reversed);
  writeFileSync(join(root, 'read-all.py'), READ_ALL);
  const all = await run(
    'git log -p --all | rev; git cat-file --batch-all-objects --batch | rev; python3 read-all.py',
  );
  expect(JSON.stringify(all)).not.toMatch(new RegExp(`${reversed}|${SECRET.source}`));
});
