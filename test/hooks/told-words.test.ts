import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHookHome } from '../support/hooks.ts';

type Data = Record<string, unknown>;

/** A project with a secret, and what each client's hook says to a call in that client's own form. */
function createProject() {
  const made = createHookHome();
  const { home, project, dataDir, run } = made;
  writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ hooks: { inboxMs: 0, waitMs: 0 } }));
  execFileSync('git', ['init', '-q'], { cwd: project });
  writeFileSync(join(project, 'a.ts'), 'x\n');
  writeFileSync(join(project, '.gitignore'), '.env\n');
  writeFileSync(join(project, '.env'), 'KEY=hunter2\n');
  symlinkSync('.env', join(project, 'notes.txt'));
  writeFileSync(join(home, 'private.txt'), 'x\n');
  const claude = (tool_name: string, tool_input: Data): Data => ({
    session_id: 's',
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
  });
  const events: Readonly<Record<string, (tool: string, input: Data) => Data>> = {
    'claude-code': claude,
    codex: claude,
    qwen: claude,
    gemini: (tool, input) => ({ ...claude(tool, input), hook_event_name: 'BeforeTool' }),
    copilot: (toolName, toolArgs) => ({ sessionId: 's', timestamp: 1, cwd: project, toolName, toolArgs }),
    opencode: (tool, args) => ({
      event: 'before',
      tool,
      sessionID: 's',
      callID: 'k',
      args,
      directory: project,
    }),
    goose: (tool_name, tool_input) => ({
      event: 'PreToolUse',
      session_id: 's',
      cwd: project,
      tool_name,
      tool_input,
    }),
    cline: (toolName, parameters) => ({
      hookName: 'PreToolUse',
      taskId: 's',
      workspaceRoots: [project],
      preToolUse: { toolName, parameters },
    }),
  };
  const saidTo = async (client: string, tool: string, input: Data): Promise<string> => {
    const event = JSON.stringify(events[client]?.(tool, input));
    const { stdout, code } = await run(['hook', client, '--data-dir', dataDir], event);
    return code === 0 ? stdout : `exit code ${code}`;
  };
  /** Outside of the sandbox. */
  const passes = async (...call: Parameters<typeof saidTo>): Promise<boolean> => {
    const said = await saidTo(...call);
    return said === '' || PASSES.test(said);
  };
  const runsUnasked = async (...call: Parameters<typeof saidTo>): Promise<boolean> => {
    const said = await saidTo(...call);
    return said === '' || PASSES.test(said) || IN_SANDBOX.test(said);
  };
  /** As the agent would run it. */
  const printed = (command: string): string =>
    spawnSync('bash', ['-c', command], { cwd: project, encoding: 'utf8' }).stdout;
  return { ...made, passes, runsUnasked, printed };
}

const PASSES = /"(decision":"pass|cancel":false)/;
const IN_SANDBOX = /"permissionDecision":"allow".* sandboxed /;

test('what shows a secret or runs code through a word that the run makes does not pass the hook', async () => {
  const { passes, runsUnasked, printed, project } = createProject();
  // Each does it where nothing stands in front.
  for (const command of [
    'cat "$(ls -A | grep env)"',
    'cat < $(date +.env)',
    `sed "$(date '+1e cat .en[v]')" a.ts`,
  ]) {
    expect(printed(command), command).toContain('hunter2');
    expect(await passes('claude-code', 'Bash', { command }), command).toBe(false);
  }
  printed('git log -1 $(date +--output=made)');
  expect(existsSync(join(project, 'made'))).toBe(true);
  expect(await passes('claude-code', 'Bash', { command: 'git log -1 $(date +--output=made)' })).toBe(false);
  expect(
    await runsUnasked('claude-code', 'Bash', { command: 'head -3 a.ts; echo "done"; git status | head' }),
  ).toBe(true);
}, 60_000);

test('each client is judged by its own arguments', async () => {
  const { passes, runsUnasked } = createProject();
  const rows: readonly (readonly [client: string, tool: string, shows: Data, showsNot: Data])[] = [
    ['gemini', 'read_many_files', { include: ['.env'] }, { include: ['*.ts'] }],
    ['gemini', 'grep_search', { pattern: 'KEY', no_ignore: true }, { pattern: 'KEY' }],
    ['qwen', 'read_many_files', { paths: ['**/*'], useDefaultExcludes: false }, { paths: ['a.ts'] }],
    ['qwen', 'read_file', { absolute_path: '~/private.txt' }, { absolute_path: 'a.ts' }],
    ['claude-code', 'Read', { file_path: '~/private.txt' }, { file_path: 'a.ts', limit: 5 }],
    [
      'goose',
      'developer__text_editor',
      { command: 'view', path: '~/private.txt' },
      { command: 'view', path: 'a.ts' },
    ],
    ['copilot', 'view', { path: '$HOME/private.txt' }, { path: 'a.ts', view_range: [1, 2] }],
    ['opencode', 'read', { filePath: 'notes.txt' }, { filePath: 'a.ts' }],
    [
      'cline',
      'read_file',
      { path: '.env', server_name: 'toolgate', tool_name: 'read_file', arguments: '{"path":"a.ts"}' },
      { path: 'a.ts', task_progress: 'x' },
    ],
    ['codex', 'Bash', { command: 'sort $(ls -A)' }, { command: 'sort a.ts' }],
  ];
  for (const [client, tool, shows, showsNot] of rows) {
    expect(await passes(client, tool, shows), `${client} ${JSON.stringify(shows)}`).toBe(false);
    expect(await runsUnasked(client, tool, showsNot), `${client} ${JSON.stringify(showsNot)}`).toBe(true);
  }
}, 60_000);

test('an indented header in a patch for Codex is not covered by an answer for another file', async () => {
  const { passes, run, project } = createProject();
  const patch = (...lines: readonly string[]) => ({
    command: ['*** Begin Patch', '*** Add File: ok.txt', '+hi', ...lines, '*** End Patch'].join('\n'),
  });
  const rule = ['rules', 'add', 'allow', 'native_write', '--path', project];
  expect((await run(rule)).code).toBe(0);
  expect(await passes('codex', 'apply_patch', patch())).toBe(true);
  for (const header of [
    '  *** Add File: .git/hooks/post-checkout',
    '  *** Add File: /tmp/x',
    '*** Environment ID: x',
  ])
    expect(await passes('codex', 'apply_patch', patch(header, '+x')), header).toBe(false);
}, 60_000);
