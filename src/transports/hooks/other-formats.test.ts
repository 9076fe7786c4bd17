import { expect, test } from 'vitest';
import { CLAUDE_EVENT, claude, written } from '../../../test/support/hook-answers.ts';
import { FORMATS, recognise } from './recognise.ts';

const COPILOT_EVENT = {
  sessionId: 'c1',
  timestamp: 1,
  cwd: '/p',
  toolName: 'bash',
  toolArgs: { command: 'ls', mode: 'sync' },
};

test('Copilot CLI: no event name, arguments as an object or as text, reasons in the JSON', () => {
  const { read } = FORMATS.copilot;
  const call = { client: 'copilot', session: 'c1', cwd: '/p', tool: 'bash', input: COPILOT_EVENT.toolArgs };
  expect(read(COPILOT_EVENT)).toEqual({ kind: 'before', ...call });
  expect(read({ ...COPILOT_EVENT, toolArgs: JSON.stringify(COPILOT_EVENT.toolArgs) })).toEqual({
    kind: 'before',
    ...call,
  });
  expect(read({ ...COPILOT_EVENT, toolResult: { resultType: 'success' } })).toEqual({
    kind: 'after',
    ...call,
    ok: true,
  });
  expect(
    read({ ...COPILOT_EVENT, toolResult: { resultType: 'failure', textResultForLlm: 'bad' } }),
  ).toMatchObject({ kind: 'after', ok: false, message: 'bad' });
  expect(read({ ...COPILOT_EVENT, toolName: 'toolgate-shell_execute' })).toMatchObject({
    mcp: { server: 'toolgate', name: 'shell_execute' },
  });
  expect(written('copilot', COPILOT_EVENT)).toEqual({
    pass: ['', 0],
    allow: [{ permissionDecision: 'allow', permissionDecisionReason: 'a person' }, 0],
    ask: [{ permissionDecision: 'ask', permissionDecisionReason: 'why' }, 0],
    deny: [{ permissionDecision: 'deny', permissionDecisionReason: 'no' }, 0],
    rewrite: [
      {
        permissionDecision: 'allow',
        permissionDecisionReason: 'changed',
        modifiedArgs: { command: 'ls -a', mode: 'sync' },
      },
      0,
    ],
  });
});

test('arguments in a text that we cannot read are no call without arguments', () => {
  const deep = `{"path": "/elsewhere", "x": ${'['.repeat(300)}${']'.repeat(300)}}`;
  for (const toolArgs of [deep, '{"path":', '["a"]', '"{}"', ['a']])
    expect(() => FORMATS.copilot.read({ ...COPILOT_EVENT, toolName: 'grep', toolArgs })).toThrow();
  const cline = (given: unknown) =>
    FORMATS.cline.read({
      hookName: 'PreToolUse',
      taskId: 't',
      preToolUse: {
        toolName: 'use_mcp_tool',
        parameters: { server_name: 's', tool_name: 'n', arguments: given },
      },
    });
  expect(() => cline(deep)).toThrow();
  expect(cline('{"a":1}')).toMatchObject({ input: { a: 1 } });
  for (const none of ['', undefined, null]) expect(cline(none)).toMatchObject({ input: {} });
});

test('opencode: what the plugin sends, and a plain answer', () => {
  const event = {
    event: 'before',
    tool: 'bash',
    sessionID: 'o1',
    callID: 'k',
    args: { command: 'ls' },
    directory: '/p',
  };
  const { read } = FORMATS.opencode;
  const call = { client: 'opencode', session: 'o1', cwd: '/p', tool: 'bash', callId: 'k', input: event.args };
  expect(read(event)).toEqual({ kind: 'before', ...call });
  expect(read({ ...event, event: 'after', exit: 3 })).toEqual({
    kind: 'after',
    ...call,
    ok: false,
    message: 'It exited with 3',
  });
  expect(read({ ...event, tool: 'toolgate_shell_execute' })).toMatchObject({
    mcp: { server: 'toolgate', name: 'shell_execute' },
  });
  expect(written('opencode', event)).toMatchObject({
    pass: [{ decision: 'pass' }, 0],
    ask: [{ decision: 'deny', reason: 'why' }, 0],
    deny: [{ decision: 'deny', reason: 'no' }, 0],
    rewrite: [{ decision: 'allow', command: 'ls -a' }, 0],
  });
});

test('Cursor: a refusal is said by JSON and by exit code; a command is judged once', () => {
  const told = { conversation_id: 'u1', workspace_roots: ['/p'] };
  const { read } = FORMATS.cursor;
  const event = { ...told, hook_event_name: 'beforeShellExecution', command: 'ls', cwd: '/p/sub' };
  expect(read(event)).toEqual({
    kind: 'before',
    client: 'cursor',
    session: 'u1',
    cwd: '/p/sub',
    workspace: '/p',
    tool: 'Shell',
    input: { command: 'ls' },
  });
  expect(() => read({ ...told, hook_event_name: 'beforeReadFile', file_path: 'a' })).toThrow(
    'beforeReadFile',
  );
  expect(read({ ...told, hook_event_name: 'beforeSubmitPrompt', prompt: 'x' })).toEqual({ kind: 'other' });
  expect(read({ ...told, hook_event_name: 'preToolUse', tool_name: 'Shell', tool_input: {} })).toEqual({
    kind: 'other',
  });
  expect(
    read({ ...told, hook_event_name: 'preToolUse', tool_name: 'Write', tool_input: { file_path: 'a' } }),
  ).toMatchObject({ kind: 'before', tool: 'Write', cwd: '/p' });
  expect(
    read({
      ...told,
      hook_event_name: 'beforeMCPExecution',
      tool_name: 'do_it',
      tool_input: '{"a":1}',
      url: 'http://x',
    }),
  ).toMatchObject({ kind: 'before', input: { a: 1 }, mcp: { server: 'http://x', name: 'do_it' } });
  expect(written('cursor', event)).toMatchObject({
    pass: ['', 0],
    ask: [{ permission: 'ask', user_message: 'why', agent_message: 'why' }, 0],
    deny: [{ permission: 'deny', user_message: 'no', agent_message: 'no' }, 2],
  });
});

test('Goose blocks by a word and an exit code; Cline by a word alone', () => {
  const goose = {
    event: 'PreToolUse',
    session_id: 'g',
    cwd: '/p',
    tool_name: 'developer__shell',
    tool_input: { command: 'ls' },
  };
  expect(FORMATS.goose.read(goose)).toMatchObject({
    kind: 'before',
    tool: 'shell',
    input: { command: 'ls' },
  });
  expect(FORMATS.goose.read({ ...goose, tool_name: 'other__do_it' })).toMatchObject({
    mcp: { server: 'other', name: 'do_it' },
  });
  expect(written('goose', goose)).toMatchObject({
    pass: ['', 0],
    ask: [{ decision: 'block', reason: 'why' }, 2],
    deny: [{ decision: 'block', reason: 'no' }, 2],
  });
  const cline = {
    hookName: 'PreToolUse',
    taskId: 'l',
    workspaceRoots: ['/p'],
    preToolUse: { toolName: 'execute_command', parameters: { command: 'ls' } },
  };
  expect(FORMATS.cline.read(cline)).toMatchObject({ kind: 'before', cwd: '/p', tool: 'execute_command' });
  expect(written('cline', cline)).toMatchObject({
    pass: [{ cancel: false }, 0],
    ask: [{ cancel: true, errorMessage: 'why' }, 0],
    deny: [{ cancel: true, errorMessage: 'no' }, 0],
  });
});

test('Cline: only its tool for MCP servers goes to one, whatever arguments stand beside others', () => {
  const called = (toolName: string, parameters: Record<string, unknown>) =>
    FORMATS.cline.read({
      hookName: 'PreToolUse',
      taskId: 'l',
      workspaceRoots: ['/p'],
      preToolUse: { toolName, parameters },
    });
  const words = { server_name: 'toolgate', tool_name: 'shell_execute', arguments: '{"path":"a.ts"}' };
  expect(called('use_mcp_tool', words)).toMatchObject({
    mcp: { server: 'toolgate', name: 'shell_execute' },
    input: { path: 'a.ts' },
  });
  for (const [tool, input] of [
    ['execute_command', { command: 'rm -rf x' }],
    ['read_file', { path: '.env' }],
  ] as const) {
    expect(called(tool, { ...input, ...words })).not.toHaveProperty('mcp');
    expect(called(tool, { ...input, ...words })).toMatchObject({ input });
  }
});

test('VS Code is known by its events, for any client the hook was installed for', () => {
  const event = {
    sessionId: 'v',
    hookEventName: 'PreToolUse',
    cwd: '/p',
    tool_name: 'runInTerminal',
    tool_input: { command: 'ls' },
  };
  expect(recognise('claude-code', event)).toBe('vscode');
  expect(recognise('copilot', event)).toBe('vscode');
  expect(recognise('claude-code', CLAUDE_EVENT)).toBe('claude-code');
  expect(recognise('copilot', COPILOT_EVENT)).toBe('copilot');
  expect(recognise('vscode', COPILOT_EVENT)).toBe('copilot');
  expect(recognise('qwen', CLAUDE_EVENT)).toBe('qwen');
  expect(FORMATS.vscode.read(event)).toMatchObject({ kind: 'before', tool: 'runInTerminal', session: 'v' });
  expect(written('vscode', event)).toMatchObject({ deny: [claude('deny', 'no'), 0] });
});

test('an event without a session or a tool cannot be read, so nothing passes by it', () => {
  for (const client of [
    'claude-code',
    'codex',
    'gemini',
    'qwen',
    'copilot',
    'cursor',
    'goose',
    'cline',
  ] as const)
    expect(() => FORMATS[client].read({ hook_event_name: 'PreToolUse', tool_name: 'Bash' })).toThrow(
      /has no/,
    );
});
