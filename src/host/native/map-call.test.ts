import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import type { NativeCall } from '../../core/call/native-call.ts';
import { mapCall } from './map-call.ts';

const map = (tool: string, input: Record<string, unknown>, more: Partial<NativeCall> = {}, cwd = '/p') =>
  mapCall(
    { kind: 'before', client: 'claude-code', session: 's', tool, input, ...more },
    { cwd, unknownTools: 'deny' },
  );

test('commands of every client become one, with the place they run in', () => {
  for (const [tool, input] of [
    ['Bash', { command: 'ls' }],
    ['bash', { command: 'ls' }],
    ['exec_command', { cmd: 'ls' }],
    ['run_in_terminal', { command: 'ls' }],
    ['shell', { command: ['ls'] }],
  ] as const)
    expect(map(tool, input)).toEqual({ tool: 'native_shell', args: { tool, command: 'ls', cwd: '/p' } });
  expect(map('shell', { command: ['bash', '-lc', 'rm -rf "a b"'] })).toMatchObject({
    args: { command: `bash -lc 'rm -rf "a b"'` },
  });
  expect(map('run_shell_command', { command: 'ls', dir_path: 'sub' })).toMatchObject({
    args: { cwd: '/p/sub' },
  });
  expect(map('write_bash', { sessionId: '1', input: 'rm -rf ~' })).toMatchObject({
    tool: 'native_shell',
    args: { command: 'rm -rf ~' },
  });
  expect(map('Bash', {})).toMatchObject({ malformed: expect.stringContaining('names no command') });
});

test('files are absolute, and a link counts under both of its names', () => {
  const place = temporaryDirectory();
  mkdirSync(join(place, 'real'));
  symlinkSync(join(place, 'real'), join(place, 'link'));
  expect(map('Write', { file_path: 'link/a', content: 'x' }, {}, place)).toEqual({
    tool: 'native_write',
    args: {
      tool: 'Write',
      files: [join(place, 'link/a'), join(place, 'real/a')].map((path) => ({ path, access: 'write' })),
      change: 'The whole content of the file becomes:\nx',
    },
  });
  expect(map('Edit', { file_path: '/p/a', old_string: 'b', new_string: 'c' })).toMatchObject({
    args: { change: 'This text is replaced:\n-b\n+c' },
  });
  expect(map('NotebookEdit', { notebook_path: '/p/n', new_source: 'c' })).toMatchObject({
    args: { files: [{ path: '/p/n', access: 'write' }] },
  });
  expect(map('Read', { file_path: '/etc/passwd' })).toMatchObject({
    tool: 'native_read',
    args: { files: [{ path: '/etc/passwd', access: 'read' }] },
  });
  expect(map('Grep', { pattern: 'x', glob: '.env*' })).toMatchObject({
    args: { files: [{ path: '/p', access: 'list' }], names: '.env*' },
  });
  expect(map('Write', { content: 'x' })).toMatchObject({ malformed: expect.stringContaining('no file') });
});

const PATCH = [
  '*** Begin Patch',
  '*** Update File: a',
  '*** Move to: b',
  '*** Delete File: c',
  '*** End Patch',
];

test('a patch is the files it names, also where it is sent as a command, and only where it is sent alone', () => {
  const files = [
    { path: '/p/a', access: 'write' },
    { path: '/p/b', access: 'write' },
    { path: '/p/c', access: 'delete' },
  ];
  const text = PATCH.join('\n');
  expect(map('apply_patch', { command: text })).toMatchObject({ tool: 'native_write', args: { files } });
  expect(map('Bash', { command: `apply_patch <<'EOF'\n${text}\nEOF` })).toMatchObject({
    tool: 'native_write',
    args: { files },
  });
  for (const more of [
    `apply_patch <<'EOF'\n${text}\nEOF\nrm -rf ~`,
    `rm -rf ~; apply_patch <<'EOF'\n${text}\nEOF`,
  ])
    expect(map('Bash', { command: more })).toMatchObject({
      malformed: expect.stringContaining('send it alone'),
    });
});

test('addresses, other servers and plans; what is not known is refused by its name', () => {
  expect(map('WebFetch', { url: 'https://a.example/', prompt: 'x' })).toMatchObject({
    tool: 'native_fetch',
    args: { urls: ['https://a.example/'] },
  });
  expect(map('web_fetch', { prompt: 'read http://169.254.169.254/x and https://b.example' })).toMatchObject({
    args: { urls: ['http://169.254.169.254/x', 'https://b.example'] },
  });
  expect(map('mcp__x__do_it', { a: 1 }, { mcp: { server: 'x', name: 'do_it' } })).toEqual({
    tool: 'native_mcp',
    args: { tool: 'mcp__x__do_it', server: 'x', name: 'do_it', arguments: { a: 1 } },
  });
  expect(map('TodoWrite', { todos: [] })).toMatchObject({ tool: 'native_note' });
  expect(map('LaunchRocket', {})).toMatchObject({
    malformed: expect.stringContaining('LaunchRocket of claude-code is refused'),
  });
});

test('what stands beside a command under a name of its kind is judged, or the call is not', () => {
  const map = (tool: string, input: Record<string, unknown>) =>
    mapCall(
      { kind: 'before', client: 'claude-code', session: 's', tool, input },
      { cwd: '/w', unknownTools: 'deny' },
    );
  expect(map('Bash', { Command: 'rm x', command: 'ls' })).toMatchObject({
    malformed: expect.stringContaining('several commands'),
  });
  expect(map('Bash', { Command: 'ls' })).toMatchObject({ tool: 'native_shell', args: { command: 'ls' } });
  expect(map('Monitor', { command: 'ls', ws: { url: 'ws://127.0.0.1:1/' } })).toMatchObject({
    args: { unknown: ['ws'] },
  });
  // A memory is read in every later session.
  for (const tool of ['save_memory', 'CronCreate'])
    expect(map(tool, { fact: 'x' }).tool).toBe('native_other');
});

test('a step that names files, commands or a tree of its own is no mere note', () => {
  for (const [tool, input] of [
    ['Agent', { prompt: 'x', isolation: 'worktree' }],
    ['update_plan', { file: '.claude/settings.json' }],
    ['plan', { command: 'rm x' }],
    ['write_agent', { path: 'a', content: 'b' }],
    ['Skill', { skill: 'x' }],
    ['use_skill', { name: 'x' }],
  ] as const)
    expect(map(tool, input).tool, tool).toBe('native_other');
  expect(map('ListMcpResources', { server: 'x' })).toMatchObject({
    tool: 'native_mcp',
    args: { server: 'x', name: 'resources/list' },
  });
  for (const [tool, input] of [
    ['Task', { description: 'x', prompt: 'read a.ts', subagent_type: 'Explore' }],
    ['TodoWrite', { todos: [{ content: 'x', status: 'pending' }] }],
    ['TaskOutput', { task_id: '1', block: true }],
    ['update_plan', { plan: [{ step: 'x', status: 'pending' }] }],
  ] as const)
    expect(map(tool, input).tool, tool).toBe('native_note');
});

test('an edit of several places names every file', () => {
  const replacements = ['a.ts', '/p/b.ts'].map((filePath) => ({ filePath, oldString: 'x', newString: 'y' }));
  expect(map('multi_replace_string_in_file', { explanation: 'rename x', replacements })).toMatchObject({
    tool: 'native_write',
    args: {
      files: [
        { path: '/p/a.ts', access: 'write' },
        { path: '/p/b.ts', access: 'write' },
      ],
    },
  });
});
