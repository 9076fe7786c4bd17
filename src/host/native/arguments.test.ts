// biome-ignore-all lint/suspicious/noTemplateCurlyInString: paths that a client may fill in
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bash, createHooked } from '../../../test/support/hooked-host.ts';
import type { HookClient } from '../../core/hook-clients.ts';

type Row = readonly [tool: string, input: Record<string, unknown>];

/** A project whose secrets git ignores, and a link to one that has a harmless name. */
function createProject() {
  const hooked = createHooked({
    limits: { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 },
  });
  const { root, ask, host } = hooked;
  execFileSync('git', ['init', '-q'], { cwd: root });
  for (const [path, text] of [
    ['src/a.ts', 'x'],
    ['src/routes/$id.tsx', 'x'],
    ['README.md', 'x'],
    ['.gitignore', '.env\nignored/\n'],
    ['.env', 'KEY=1'],
    ['ignored/prod.env', 'KEY=1'],
  ] as const) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync('.env', join(root, 'notes.txt'));
  const passing = async (rows: readonly Row[], client: HookClient) => {
    const passed: Row[] = [];
    for (const [tool, input] of rows) {
      const { decision } = await ask(tool, input, { client });
      for (const { id } of host.approvals.list('pending'))
        host.approvals.decide(id, { verdict: 'deny', scope: 'once', by: 't', via: 'terminal' });
      if (decision === 'pass') passed.push([tool, input]);
    }
    return passed;
  };
  return { ...hooked, passing };
}

test('lists of patterns, and what switches the hiding of files off, count for Gemini CLI and Qwen Code', async () => {
  const { passing, root } = createProject();
  const shows: readonly Row[] = [
    ['read_many_files', { include: ['.env'] }],
    ['read_many_files', { include: ['src/a.ts', '.env'] }],
    ['read_many_files', { include: ['**/*'], useDefaultExcludes: false }],
    ['read_many_files', { paths: ['**/*'], file_filtering_options: { respect_git_ignore: false } }],
    ['read_many_files', { include: ['ignored/*'], file_filtering_options: { respect_git_ignore: false } }],
    ['read_many_files', { include: ['IGNORED/PROD.*'], useDefaultExcludes: false }],
    ['read_many_files', { include: ['+(ignored)/*'], useDefaultExcludes: false }],
    ['read_many_files', { include: ['ignored\\*'], useDefaultExcludes: false }],
    ['read_many_files', { include: ['notes.txt'] }],
    ['read_many_files', { include: ['*.txt'], useDefaultExcludes: false }],
    ['read_many_files', { include: ['/etc/passwd'] }],
    ['read_many_files', { include: ['../*'] }],
    ['read_many_files', { include: ['src/*.ts'], exclude: ['x'], follow: true }],
    ['grep_search', { pattern: 'KEY', include: ['*.env'] }],
    ['grep_search', { pattern: 'KEY', include: 'notes.txt' }],
    ['grep_search', { pattern: 'KEY', no_ignore: true }],
    ['grep_search', { pattern: 'KEY', respect_git_ignore: false }],
    ['grep_search', { pattern: 'KEY', dir_path: '..' }],
    ['search_file_content', { pattern: 'KEY', dir_path: ['src', '/etc'] }],
    ['glob', { pattern: ['**/.env'] }],
    ['glob', { pattern: '/etc/*' }],
    ['glob', { pattern: '../../*' }],
    ['read_file', { file_path: ['src/a.ts', '.env'] }],
    ['read_file', { file_path: 'src/a.ts', also: '.env' }],
    ['read_file', { where: '.env' }],
    ['list_directory', { dir_path: 'src', file_filtering_options: { more: 1 } }],
  ];
  const showsNot: readonly Row[] = [
    ['read_many_files', { include: ['src/**/*.ts', 'README.md'] }],
    [
      'read_many_files',
      { paths: ['src/*.ts'], exclude: ['**/*.log'], recursive: true, useDefaultExcludes: true },
    ],
    ['read_many_files', { include: ['src/*.ts'], file_filtering_options: { respect_git_ignore: false } }],
    ['read_many_files', { include: ['Readme.*'] }],
    ['grep_search', { pattern: 'KEY' }],
    ['grep_search', { pattern: 'KEY', dir_path: 'src', no_ignore: true, context: 2, case_sensitive: true }],
    ['grep_search', { pattern: 'KEY', include_pattern: '*.ts', exclude_pattern: 'x', names_only: true }],
    ['glob', { pattern: '**/*.ts', respect_git_ignore: true }],
    ['glob', { pattern: join(root, 'src/*.ts') }],
    ['read_file', { file_path: 'src/a.ts', start_line: 1, end_line: 3, wait_for_previous: true }],
    ['read_file', { absolute_path: join(root, 'src/a.ts'), offset: 1, limit: 5 }],
    [
      'list_directory',
      { dir_path: 'src', ignore: ['x'], file_filtering_options: { respect_git_ignore: true } },
    ],
  ];
  for (const client of ['gemini', 'qwen'] as const) {
    expect(await passing(shows, client), client).toEqual([]);
    expect(await passing(showsNot, client), client).toEqual(showsNot);
  }
}, 60_000);

test('a path means what the client makes of it: a home directory, an address, blanks around it', async () => {
  const { passing, root, ask, host } = createProject();
  const elsewhere = [
    '~',
    '~/private.txt',
    '~/.docker/config.json',
    '~root/private.txt',
    '$HOME/private.txt',
    '${HOME}/private.txt',
    ' ~/private.txt',
    ' /etc/passwd',
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'file://localhost/etc/passwd',
    'file:///%65tc/passwd',
    'vscode-userdata:/settings.json',
    '@other:src/a.ts',
  ];
  for (const [client, tool, more, field] of [
    ['claude-code', 'Read', {}, 'file_path'],
    ['claude-code', 'Grep', { pattern: 'x' }, 'path'],
    ['goose', 'text_editor', { command: 'view' }, 'path'],
    ['copilot', 'view', {}, 'path'],
    ['opencode', 'read', {}, 'filePath'],
    ['cursor', 'list_dir', {}, 'target_directory'],
    ['cline', 'read_file', {}, 'path'],
    ['vscode', 'read_file', {}, 'filePath'],
  ] as const) {
    const rows = elsewhere.map((path): Row => [tool, { ...more, [field]: path }]);
    expect(await passing(rows, client), client).toEqual([]);
    const inside = ['src/routes/$id.tsx', join(root, 'src/a.ts'), `file://${root}/src/a.ts`];
    const own = inside.map((path): Row => [tool, { ...more, [field]: path }]);
    expect(await passing(own, client), client).toEqual(own);
  }
  // A yes to edits in the project is none to edits at home.
  await ask('Write', { file_path: 'ok.txt', content: 'x' });
  const [open] = host.approvals.list('pending');
  host.approvals.decide(open?.id ?? '', { verdict: 'approve', scope: 'session', by: 't', via: 'terminal' });
  expect(await ask('Write', { file_path: 'more.txt', content: 'x' })).toMatchObject({ decision: 'allow' });
  for (const path of ['~/more.txt', 'file:///tmp/more.txt', 'vscode-userdata:/x', ' /tmp/more.txt'])
    expect((await ask('Write', { file_path: path, content: 'x' })).decision, path).not.toBe('allow');
  expect((await ask('Write', { file_path: 'ok.txt', content: 'x', to: '/tmp/x' })).decision).not.toBe(
    'allow',
  );
  // Where a command runs is a path as well.
  expect(homedir()).not.toBe(root);
  expect(await passing([['Bash', { command: 'cat config.json', cwd: '~/.docker' }]], 'claude-code')).toEqual(
    [],
  );
});

test('an answer for reading files covers no argument that is not known', async () => {
  const { ask, host } = createProject();
  await ask('Read', { file_path: '.env' });
  const [open] = host.approvals.list('pending');
  host.approvals.decide(open?.id ?? '', { verdict: 'approve', scope: 'session', by: 't', via: 'terminal' });
  expect(await ask('Read', { file_path: '.env' })).toMatchObject({ decision: 'allow' });
  expect(await ask('Read', { file_path: '.env', also: '/etc/shadow' })).toMatchObject({
    decision: 'ask',
    reason: expect.stringContaining('does not know these arguments of Read: also'),
  });
});

test('arguments that stand beside others of their kind do not hide them', async () => {
  const { passing, ask } = createProject();
  const hidden: readonly Row[] = [
    // Only editors know the word.
    ['write_file', { file_path: 'src/a.ts', content: 'x', command: 'view' }],
    ['Write', { file_path: 'src/a.ts', content: 'x', command: 'view' }],
    ['Bash', { command: 'ls', cmd: 'touch x' }],
    ['exec_command', { cmd: 'touch x', command: 'ls' }],
    ['run_shell_command', { command: 'ls', dir_path: 'src', directory: '/' }],
    ['Bash', { command: 'ls', env: { PATH: '.' } }],
    ['bash', { command: 'ls', shell: './x' }],
    // In PowerShell the first text ends before the semicolon.
    ['powershell', { command: 'echo "\\"; rm b; #"' }],
    // Whatever runs in that session reads it.
    ['write_bash', { sessionId: '1', input: 'ls' }],
  ];
  expect(await passing(hidden, 'copilot')).toEqual([]);
  const known: readonly Row[] = [
    ['Bash', { command: 'ls', description: 'x', timeout: 1000, run_in_background: false }],
    ['bash', { command: 'ls', description: 'x', mode: 'sync', initial_wait: 30, sessionId: '1' }],
    ['exec_command', { cmd: 'ls', workdir: 'src', yield_time_ms: 1, max_output_tokens: 1, tty: false }],
    ['run_in_terminal', { command: 'ls', explanation: 'x', goal: 'x', isBackground: false, timeout: 0 }],
    ['run_shell_command', { command: 'ls', description: 'x', dir_path: 'src', is_background: false }],
  ];
  expect(await passing(known, 'copilot')).toEqual(known);
  const prompted = { url: 'https://example.com/', prompt: 'and http://169.254.169.254/ or HTTP://10.0.0.1/' };
  expect(await ask('web_fetch', prompted, { client: 'gemini' })).toMatchObject({ decision: 'deny' });
  expect(
    (await ask('web_fetch', { prompt: 'x HTTP://169.254.169.254/' }, { client: 'gemini' })).decision,
  ).toBe('deny');
  // Addresses to who parses them as browsers do.
  for (const word of ['http:/169.254.169.254/?x=://', 'http:\\\\169.254.169.254\\?://', 'http:10.0.0.1/?://'])
    expect(
      (await ask('web_fetch', { prompt: `https://example.com/ and ${word}` }, { client: 'gemini' })).decision,
      word,
    ).toBe('deny');
});

test('an editor that takes a diff of any files is refused one', async () => {
  const { ask } = createHooked({ hooks: { inboxMs: 0, waitMs: 0 } });
  const given = { command: 'str_replace', path: 'a.txt', diff: '--- a/.vscode/settings.json\n' };
  expect(await ask('text_editor', given, { client: 'goose' })).toMatchObject({
    decision: 'deny',
    reason: expect.stringContaining('its diff may name other files'),
  });
});

test('a command is replaced only where the client keeps it under the name that is replaced', async () => {
  const { ask, call } = createHooked({ hooks: { sandboxNative: true, inboxMs: 0, waitMs: 0 } });
  const ran = await call('shell_execute', { command: 'node -e 0' });
  const isSandboxed = ran.kind === 'result' && ran.ok && ran.data.sandbox === 'bwrap';
  if (isSandboxed) expect(await ask(...bash('node -e 0'))).toHaveProperty('command');
  for (const [tool, input] of [
    ['exec_command', { cmd: 'node -e 0' }],
    ['write_bash', { sessionId: '1', input: 'node -e 0' }],
  ] as const)
    expect(await ask(tool, input)).toMatchObject({ decision: 'ask' });
});
