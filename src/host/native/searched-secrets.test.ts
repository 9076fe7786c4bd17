import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash } from '../../../test/support/hooked-host.ts';
import { createProject, SECRET } from '../../../test/support/searched-project.ts';

/** Each prints the secret where nothing stands in front of it. */
const SHOWS = [
  'rg KEY .',
  'rg -n KEY config',
  'rg -l KEY . | xargs cat',
  'rg -t yaml KEY .',
  'rg -uu KEY build',
  'rg --no-ignore KEY .',
  'rg -g "*.pem" KEY .',
  'rg -g "id_*" KEY .',
  'rg --hidden -g ".e*" KEY .',
  'cd config && rg KEY .',
  'cd src; cd ../certs; rg KEY .',
  'grep -r KEY .',
  'grep -rh KEY config',
  'grep -R KEY deploy',
  'grep -rn --include=*.yml KEY .',
  'grep -d recurse KEY .',
  'grep --directories=recurse KEY .',
  'grep -eKEY *',
  'grep --regexp=KEY *',
  'grep KEY */*',
  'egrep -r KEY certs',
  'git grep --untracked KEY',
  'git grep --no-index KEY',
  'cat *',
  'cat conf*/*',
  'cat prod.e?v',
  'cat ./*',
  'cat */*',
  'head -5 config/*.yml',
  'head *.*',
  'tail -n +1 *.*',
  'tail -n +1 */*',
  'sort config/*',
  'cut -c1-80 certs/*',
  'nl deploy/*',
  'sed -n p config/*.yml',
  'sed --expression=p config/*',
  'for f in *; do cat $f; done',
  'for f in */*; do head "$f"; done',
  'find . -type f -exec cat {} +',
  'find . -name "*.yml" -exec cat {} \\;',
  'find config -exec grep KEY {} +',
  'find . -not -name "*.ts" -type f -exec head {} \\;',
  'find . -type f | xargs cat',
  'find . -name "*.pem" | xargs cat',
  'ls | while read f; do cat $f; done',
  'diff -r config src',
  'diff config deploy; diff -rN config src',
  'tar cf - .',
  'tar cf - config | cat',
  'tar c certs',
  'cp -r config out && cat out/secrets.yml',
  'awk 1 config/*',
  'strings deploy/*',
  'paste config/*',
];

test('what searches or takes along a file with secrets is asked about, in words that name it', async () => {
  const { judge, printed, put, root } = createProject();
  for (const command of SHOWS) {
    // diff tells only of files that both directories have.
    if (command.startsWith('diff')) put('src/secrets.yml', 'other\n');
    expect(printed(command), command).toContain(SECRET);
    rmSync(join(root, 'out'), { recursive: true, force: true });
    const { decision, reason } = await judge(...bash(command));
    expect(decision, command).not.toBe('pass');
    if (/^(rg|grep|cat|head|tail|git grep --u|find \S+ -(type f|name \S+) -exec|diff|tar|cp)/.test(command))
      if (!/xargs|-g |e\?v/.test(command))
        expect(reason, command).toMatch(/(prod\.env|secrets\.yml|id_rsa|server\.pem|credentials\.json)/);
  }
}, 120_000);

test('what grep is told to leave out in words of another program is not left out', async () => {
  const { judge, printed } = createProject();
  for (const exclude of ['{*,x}', '*.{env,pem,yml}', '/.env', '**/.env', 'config/prod.env', '.env ']) {
    const command = `grep -r --exclude='${exclude}' KEY .`;
    expect(printed(command), command).toContain(SECRET);
    expect((await judge(...bash(command))).decision, command).not.toBe('pass');
  }
  // The first one decides whether other files are left out.
  const command = "grep -r --exclude='{x}' --include='*.ts' KEY .";
  expect((await judge(...bash(command))).decision).not.toBe('pass');
});

/** None of these prints it, with the secrets there or not. */
const SHOWS_NOT = [
  'rg KEY src',
  "rg -n KEY -g '*.ts'",
  'rg -t ts KEY .',
  'rg --hidden KEY src',
  'rg --files',
  'cd src && rg -n KEY deep',
  'grep -rn KEY src',
  "grep -rn KEY --include='*.ts' .",
  "grep -rn KEY --include='*.ts' --exclude-dir=node_modules .",
  'git grep -n KEY',
  'ls && wc -l README.md',
  "sed -n '1,5p' src/a.ts",
];

/** Nobody says for sure what these leave out, or find. */
const MAY_SHOW = [
  'diff -r src src',
  'find src -type f | sort | xargs wc -l',
  "rg KEY -g '!*.{env,pem}' -g '!secrets.yml' -g '!id_rsa' .",
  'grep -r KEY --exclude=.ENV .',
  'grep -r KEY --exclude-dir=src --exclude=conf .',
  'grep KEY src/*',
  'grep -r KEY src/no*',
  'cat src/*.ts',
  'head -5 README.md src/*.ts',
  "find . -name '*.ts' -exec grep -n KEY {} +",
  'find . -name HEAD -execdir cat config \\;',
  'find src -type f -exec cat {} \\;',
];

test('what leaves files out, or reads what a pattern finds, is not let out of the sandbox', async () => {
  const { judge } = createProject();
  for (const command of MAY_SHOW)
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'ask' });
  expect(await judge('Grep', { pattern: 'KEY', glob: '!.ENV' })).toMatchObject({ decision: 'ask' });
});

test('a condition of find that is turned round, or one of several, keeps no link out', async () => {
  const { judge, printed, root } = createProject();
  symlinkSync('../.env', join(root, 'src/notes.txt'));
  for (const command of [
    'find src ! -type f -exec cat {} +',
    'find src -not -type f -exec cat {} +',
    'find src -type f -o -exec cat {} +',
    'find src -name "*.ts" -o -type l -exec cat {} +',
    'find src ! -name "*.ts" -exec cat {} +',
    'find src -type d -or -exec cat {} \\;',
    'find src ! \\( -type f \\) -exec cat {} +',
    'find src -type d,l -exec cat {} +',
    'find src -exec cat {} +',
  ]) {
    expect(printed(command), command).toContain(SECRET);
    expect((await judge(...bash(command))).decision, command).not.toBe('pass');
  }
  for (const command of [
    'find src -type f -exec cat {} +',
    'find src -type f -a -name "*.ts" -exec cat {} +',
    'find src -maxdepth 2 -name "*.ts" -type f -print -exec head -3 {} \\;',
  ]) {
    expect(printed(command), command).not.toContain(SECRET);
    expect((await judge(...bash(command))).decision, command).toBe('ask');
  }
});

test('a search that comes across no secret passes unasked', async () => {
  const { judge, printed } = createProject();
  for (const command of SHOWS_NOT) {
    expect(printed(command), command).not.toContain(SECRET);
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'pass' });
  }
}, 120_000);

test('where a project holds no secret, the same searches pass, and start to ask with the first one', async () => {
  const { judge, put } = createProject({ isSecret: false });
  const looks = ['rg KEY .', 'grep -r KEY .'];
  for (const command of looks)
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'pass' });
  expect(await judge('Grep', { pattern: 'KEY' })).toMatchObject({ decision: 'pass' });
  put('src/deep/token.pem', SECRET);
  for (const command of ['rg KEY .', 'grep -r KEY .', 'find . -type f -exec cat {} +'])
    expect(await judge(...bash(command)), command).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('src/deep/token.pem'),
    });
  expect(await judge('Grep', { pattern: 'KEY' })).toMatchObject({ decision: 'ask' });
  // Ignored from now on: ripgrep leaves it alone, and grep does not.
  put('.gitignore', '*.pem\n');
  expect(await judge(...bash('rg KEY .'))).toMatchObject({ decision: 'pass' });
  expect(await judge('Grep', { pattern: 'KEY' })).toMatchObject({ decision: 'pass' });
  expect(await judge(...bash('grep -r KEY .'))).toMatchObject({ decision: 'ask' });
  put('.ignore', '!*.pem\n');
  expect(await judge(...bash('rg KEY .'))).toMatchObject({ decision: 'ask' });
});

test('hidden files count for the tools that look at them, and a token in the configuration of git', async () => {
  const { judge, put, printed, root } = createProject({ isSecret: false });
  put('src/.env', `KEY=${SECRET}`);
  rmSync(join(root, '.gitignore'));
  expect(printed('rg KEY .')).not.toContain(SECRET);
  expect(await judge(...bash('rg KEY .'))).toMatchObject({ decision: 'pass' });
  // So some people set up their zsh.
  expect(printed(`zsh -f -o globdots -c 'cat src/*'`)).toContain(SECRET);
  expect(await judge(...bash('cat src/*'))).not.toMatchObject({ decision: 'pass' });
  for (const command of ['rg --hidden KEY .', 'rg -. KEY src', "rg -g '*' KEY .", 'cat src/.e*']) {
    expect(printed(command), command).toContain(SECRET);
    expect(await judge(...bash(command)), command).not.toMatchObject({ decision: 'pass' });
  }
  expect(await judge('Grep', { pattern: 'KEY' })).toMatchObject({ decision: 'ask' });
  rmSync(join(root, 'src/.env'));
  expect(await judge(...bash('grep -r url .'))).toMatchObject({ decision: 'pass' });
  execFileSync('git', ['remote', 'add', 'o', `https://me:${SECRET}@example.com/x`], { cwd: root });
  expect(printed('grep -r url .')).toContain(SECRET);
  expect(await judge(...bash('grep -r url .'))).toMatchObject({ decision: 'ask' });
  expect(await judge('Grep', { pattern: 'url' })).toMatchObject({ decision: 'pass' });
});

test('a yes to a program without secrets is none to the same with them', async () => {
  const { ask, host, judge } = createProject();
  await ask(...bash('cp -r src out'));
  const [open] = host.approvals.list('pending');
  host.approvals.decide(open?.id ?? '', {
    verdict: 'approve',
    scope: 'session',
    by: 'tester',
    via: 'terminal',
  });
  expect(await judge(...bash('cp -r src out2'))).toMatchObject({ decision: 'allow' });
  expect(await judge(...bash('cp -r config out3'))).toMatchObject({ decision: 'ask' });
});

test('what git tracks is looked at before git grep searches it', async () => {
  const { judge, printed, root } = createProject();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...words], { cwd: root });
  git('add', 'src', 'README.md');
  git('commit', '-qm', 'one');
  expect(printed('git grep KEY')).not.toContain(SECRET);
  expect(await judge(...bash('git grep -n KEY'))).toMatchObject({ decision: 'pass' });
  git('add', 'config');
  expect(printed('git grep KEY')).toContain(SECRET);
  for (const command of [
    'git grep -n KEY',
    'git grep KEY -- config',
    'git diff --cached',
    'git show :config/secrets.yml',
  ])
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'ask' });
  git('commit', '-qm', 'two');
  for (const command of [
    'git show',
    'git show HEAD',
    'git log --patch',
    'git log -u -1',
    'git log -U3',
    'git log -S KEY --patch-with-stat',
    'git log -L1,1:config/secrets.yml',
    'git diff HEAD~1',
    'git diff HEAD~1 HEAD',
    'git grep KEY HEAD',
    'git blame config/secrets.yml',
  ]) {
    expect(printed(command), command).toContain(SECRET);
    expect(await judge(...bash(command)), command).not.toMatchObject({ decision: 'pass' });
  }
  expect(await judge(...bash('git log --oneline && git diff --stat'))).toMatchObject({ decision: 'pass' });
});

test('a search that would come across what a rule refuses is asked about', async () => {
  const { judge, put, host, root } = createProject({ isSecret: false });
  put('private/notes.md', 'KEY');
  const rule = { session: null, expiresAt: null, createdBy: 'tester' } as const;
  const paths = [join(root, 'private/**')];
  const looks = [bash('rg KEY .'), bash('grep -r KEY .'), ['Grep', { pattern: 'KEY' }]] as const;
  for (const [tool, input] of looks)
    expect(await judge(tool, input), JSON.stringify(input)).toMatchObject({ decision: 'pass' });
  host.rules.add({ ...rule, verdict: 'deny', tool: '*', pattern: { paths } });
  for (const [tool, input] of looks)
    expect(await judge(tool, input), JSON.stringify(input)).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('private'),
    });
  for (const [tool, input] of [
    bash('rg KEY src'),
    bash('ls'),
    ['Grep', { pattern: 'KEY', path: 'src' }],
  ] as const)
    expect(await judge(tool, input), JSON.stringify(input)).toMatchObject({ decision: 'pass' });
  expect(await judge(...bash('cat private/notes.md'))).toMatchObject({ decision: 'deny' });
});
