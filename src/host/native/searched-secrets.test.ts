import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bash, createHooked } from '../../../test/support/hooked-host.ts';
import { ripgrepPath } from '../../engines/search/ripgrep-path.ts';

const SECRET = 'hunter2-in-the-file';
const SECRET_FILES = [
  'prod.env',
  'config/secrets.yml',
  'deploy/id_rsa',
  'certs/server.pem',
  'build/credentials.json',
];

/** A project as many are: secrets beside what is searched all day, and some that git ignores. */
function createProject({ isSecret = true } = {}) {
  const hooked = createHooked({
    limits: { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 },
  });
  const { root, ask, host } = hooked;
  execFileSync('git', ['init', '-q'], { cwd: root });
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put('src/a.ts', 'const KEY = 1;\n');
  put('src/deep/b.ts', 'KEY\n');
  put('README.md', 'about KEY\n');
  put('config/app.yml', 'KEY: 1\n');
  put('.gitignore', 'build/\n.env\n');
  if (isSecret) for (const path of [...SECRET_FILES, '.env']) put(path, `KEY=${SECRET}\n`);
  const judge = async (tool: string, input: Record<string, unknown>) => {
    const answer = await ask(tool, input);
    for (const { id } of host.approvals.list('pending'))
      host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 'tester', via: 'terminal' });
    return answer;
  };
  // As the agent would run it, with nothing in front.
  const PATH = `${dirname(ripgrepPath())}:${process.env.PATH}`;
  const printed = (command: string): string =>
    spawnSync('bash', ['-c', command], {
      cwd: root,
      env: { ...process.env, PATH },
      input: '',
      timeout: 20_000,
    }).stdout.toString('latin1');
  return { ...hooked, put, judge, printed };
}

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

/** None of these prints it, with the secrets there or not. */
const SHOWS_NOT = [
  'rg KEY src',
  "rg -n KEY -g '*.ts'",
  'rg -t ts KEY .',
  'rg --hidden KEY src',
  "rg KEY -g '!*.{env,pem}' -g '!secrets.yml' -g '!id_rsa' .",
  'rg --files',
  'cd src && rg -n KEY deep',
  'grep -rn KEY src',
  "grep -rn KEY --include='*.ts' .",
  "grep -rn KEY --include='*.ts' --exclude-dir=node_modules .",
  'grep KEY src/*',
  'git grep -n KEY',
  'cat src/*.ts',
  'head -5 README.md src/*.ts',
  'ls * && wc -l *.md',
  "find . -name '*.ts' -exec grep -n KEY {} +",
  'find src -type f -exec cat {} \\;',
  'diff -r src src',
  "sed -n '1,5p' src/a.ts",
];

test('a search that comes across no secret passes unasked', async () => {
  const { judge, printed } = createProject();
  for (const command of SHOWS_NOT) {
    expect(printed(command), command).not.toContain(SECRET);
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'pass' });
  }
}, 120_000);

test('where a project holds no secret, the same searches pass, and start to ask with the first one', async () => {
  const { judge, put } = createProject({ isSecret: false });
  const looks = ['rg KEY .', 'grep -r KEY .', 'cat *', 'tail -n +1 */*', 'find . -type f -exec cat {} +'];
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

/** The search tools of the clients, with their own words for what is searched: [tool, all of it, without secrets]. */
const TOOLS: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
  // Claude Code, Cursor
  ['Grep', { pattern: 'KEY', output_mode: 'content' }, { pattern: 'KEY', path: 'src' }],
  ['Grep', { pattern: 'KEY', glob: '*.{ts,yml}' }, { pattern: 'KEY', glob: '*.{ts,tsx}' }],
  ['Grep', { pattern: 'KEY', glob: '*.ts *.yml' }, { pattern: 'KEY', type: 'ts' }],
  // Gemini, Qwen
  ['grep_search', { pattern: 'KEY', dir_path: '.' }, { pattern: 'KEY', dir_path: 'src' }],
  ['grep_search', { pattern: 'K', include_pattern: 'config' }, { pattern: 'K', include_pattern: 'src/**' }],
  [
    'grep_search',
    { pattern: 'KEY', dir_path: 'build', no_ignore: true },
    { pattern: 'KEY', dir_path: 'src', no_ignore: true },
  ],
  ['grep_search', { pattern: 'KEY', path: 'certs' }, { pattern: 'KEY', glob: '*.md' }],
  ['search_file_content', { pattern: 'KEY' }, { pattern: 'KEY', include: '*.ts' }],
  ['read_many_files', { include: ['**/*'] }, { include: ['src/**', 'README.md'] }],
  ['read_many_files', { paths: ['config/*'] }, { paths: ['src/**/*.ts'] }],
  // Copilot, opencode
  ['grep', { pattern: 'KEY' }, { pattern: 'KEY', include: '*.ts' }],
  ['rg', { pattern: 'KEY', paths: ['src', 'config'] }, { pattern: 'KEY', paths: ['src'] }],
  // VS Code
  ['grep_search', { query: 'KEY', isRegexp: false }, { query: 'KEY', includePattern: 'src/**' }],
  [
    'grep_search',
    { query: 'KEY', includePattern: 'build/**', includeIgnoredFiles: true },
    { query: 'KEY', includePattern: '**/*.ts' },
  ],
  ['semantic_search', { query: 'KEY' }, { query: 'KEY', path: 'src' }],
  // Cline
  ['search_files', { path: '.', regex: 'KEY' }, { path: '.', regex: 'KEY', file_pattern: '*.ts' }],
  // Codex, where it has it
  ['grep_files', { pattern: 'KEY' }, { pattern: 'KEY', include: '*.ts' }],
];

test('the search tools of all clients are judged by what they look into', async () => {
  const { judge, root } = createProject();
  for (const [tool, shows, showsNot] of TOOLS) {
    const name = `${tool} ${JSON.stringify(shows)}`;
    expect(await judge(tool, shows), name).toMatchObject({
      decision: 'ask',
      reason: expect.stringMatching(/prod\.env|secrets\.yml|id_rsa|server\.pem|credentials\.json/),
    });
    expect(await judge(tool, showsNot), `${tool} ${JSON.stringify(showsNot)}`).toMatchObject({
      decision: 'pass',
    });
  }
  // A link that a pattern finds is read where it leads.
  symlinkSync(join(root, '.env'), join(root, 'src/notes.txt'));
  expect(await judge(...bash('cat src/*'))).toMatchObject({ decision: 'ask' });
  expect(await judge(...bash('grep -R KEY src'))).toMatchObject({ decision: 'ask' });
  expect(await judge(...bash('grep -r KEY src'))).toMatchObject({ decision: 'pass' });
});

test('hidden files count for the tools that look at them, and a token in the configuration of git', async () => {
  const { judge, put, printed, root } = createProject({ isSecret: false });
  put('src/.env', `KEY=${SECRET}`);
  rmSync(join(root, '.gitignore'));
  for (const command of ['rg KEY .', 'cat src/*']) {
    expect(printed(command), command).not.toContain(SECRET);
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'pass' });
  }
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
});
