import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bash } from '../../../test/support/hooked-host.ts';
import { createProject } from '../../../test/support/searched-project.ts';
import { ripgrepPath } from '../../engines/search/ripgrep-path.ts';

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

test('a pattern that clients read in different ways may show what git ignores', async () => {
  const { judge, root, put } = createProject({ isSecret: false });
  put('build/server.pem', 'KEY hunter2\n');
  put('.env', 'KEY hunter2\n');
  const shown = (glob: string): string =>
    spawnSync(ripgrepPath(), ['--hidden', '--glob', '!.git', '--glob', glob, 'KEY'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).stdout.toString();
  for (const glob of ['[!a]env', '[+-/]env', '{**/*,@}', '**/[!a]env', '.[^a]nv']) {
    expect(shown(glob), glob).toContain('hunter2');
    expect(await judge('Grep', { pattern: 'KEY', glob }), glob).toMatchObject({ decision: 'ask' });
  }
  for (const glob of [
    '*.ts',
    '**/*.{ts,md}',
    'src/routes/+page.ts',
    'lib/@scope/**/*.ts',
    '*.[ch]',
    'src/[a-z]*.ts',
  ]) {
    expect(shown(glob), glob).not.toContain('hunter2');
    expect(await judge('Grep', { pattern: 'KEY', glob }), glob).toMatchObject({ decision: 'pass' });
  }
});

test('a search of what git keeps is asked about', async () => {
  const { judge, printed, root } = createProject({ isSecret: false });
  execFileSync('git', ['remote', 'add', 'origin', 'https://me:hunter2@example.com/x.git'], { cwd: root });
  symlinkSync('.git', join(root, 'kept'));
  execFileSync('git', ['clone', '-q', '--bare', root, join(root, 'mirror')], { stdio: 'pipe' });
  execFileSync('git', ['config', 'remote.origin.url', 'https://me:hunter2@example.com/x.git'], {
    cwd: join(root, 'mirror'),
  });
  for (const command of [
    'rg url .git',
    'cd .git && rg url .',
    'rg url kept',
    'cd kept; rg url .',
    'rg url mirror',
    'rg hunter2 .',
  ]) {
    expect(printed(command), command).toContain('hunter2');
    expect(await judge(...bash(command)), command).toMatchObject({ decision: 'ask' });
  }
  for (const path of ['.git', 'kept', '.git/logs/..', 'mirror'])
    for (const tool of ['Grep', 'grep_search', 'search_file_content', 'search_files'])
      expect(await judge(tool, { pattern: 'url', path }), `${tool} ${path}`).toMatchObject({
        decision: 'ask',
      });
  expect(await judge('Grep', { pattern: 'KEY', path: 'src' })).toMatchObject({ decision: 'pass' });
});

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
