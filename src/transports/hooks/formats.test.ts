import { expect, test } from 'vitest';
import { CLAUDE_EVENT, claude, written } from '../../../test/support/hook-answers.ts';
import { FORMATS } from './recognise.ts';

test('Claude Code: events are read, every answer has its form, a rewrite keeps the other arguments', () => {
  const { read } = FORMATS['claude-code'];
  const call = { client: 'claude-code', session: 'e8', cwd: '/p', tool: 'Bash', callId: 'toolu_1' };
  const input = CLAUDE_EVENT.tool_input;
  expect(read(CLAUDE_EVENT)).toEqual({ kind: 'before', ...call, input });
  expect(read({ ...CLAUDE_EVENT, agent_id: 'a1', agent_type: 'general-purpose' })).toEqual({
    kind: 'before',
    ...call,
    input,
    subagent: 'a1',
  });
  expect(read({ ...CLAUDE_EVENT, hook_event_name: 'PostToolUse', tool_response: { stdout: '' } })).toEqual({
    kind: 'after',
    ...call,
    input,
    ok: true,
  });
  expect(read({ ...CLAUDE_EVENT, hook_event_name: 'PostToolUseFailure', error: 'Exit code 2' })).toEqual({
    kind: 'after',
    ...call,
    input,
    ok: false,
    message: 'Exit code 2',
  });
  expect(
    read({ ...CLAUDE_EVENT, tool_name: 'mcp__toolgate__shell_execute', mcp_server: { name: 'toolgate' } }),
  ).toMatchObject({ mcp: { server: 'toolgate', name: 'shell_execute' } });
  expect(read({ session_id: 'e8', cwd: '/p', hook_event_name: 'SessionStart', source: 'startup' })).toEqual({
    kind: 'start',
    client: 'claude-code',
    session: 'e8',
    cwd: '/p',
  });
  for (const name of ['Notification', 'PreCompact', 'UserPromptSubmit', 'PermissionRequest'])
    expect(read({ session_id: 'e8', hook_event_name: name })).toEqual({ kind: 'other' });
  // The client would take silence for a yes.
  expect(() => read({ session_id: 'e8', hook_event_name: 'PreShellUse' })).toThrow('PreShellUse');
  expect(written('claude-code', CLAUDE_EVENT)).toEqual({
    pass: ['', 0],
    allow: [claude('allow', 'a person'), 0],
    ask: [claude('ask', 'why'), 0],
    deny: [claude('deny', 'no'), 0],
    rewrite: [claude('allow', 'changed', { updatedInput: { command: 'ls -a', description: 'x' } }), 0],
  });
});

test('a change of settings that is refused ends with exit code 2, as Claude Code wants it', () => {
  const event = { session_id: 'e8', hook_event_name: 'ConfigChange', file_path: '/p/.claude/settings.json' };
  const told = FORMATS['claude-code'].read(event);
  expect(told).toMatchObject({ kind: 'settings', path: '/p/.claude/settings.json' });
  expect(FORMATS['claude-code'].write({ decision: 'deny', reason: 'no' }, told)).toEqual({
    stdout: '',
    stderr: 'no\n',
    code: 2,
  });
  expect(FORMATS['claude-code'].write({ decision: 'pass', reason: '' }, told)).toEqual({ stdout: '' });
});

test('Codex: not one field too many, no "ask", and silence where nothing is rewritten', () => {
  const event = { ...CLAUDE_EVENT, turn_id: 't', model: 'gpt-5', tool_input: { command: 'ls' } };
  expect(written('codex', event)).toEqual({
    pass: ['', 0],
    allow: ['', 0],
    ask: [claude('deny', 'why'), 0],
    deny: [claude('deny', 'no'), 0],
    rewrite: [
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: { command: 'ls -a' },
        },
      },
      0,
    ],
  });
});

test('Gemini CLI: "ask" would hang without a terminal, so it is a refusal', () => {
  const event = {
    session_id: 'g1',
    cwd: '/p',
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command: 'ls', dir_path: 'sub' },
  };
  const { read } = FORMATS.gemini;
  const call = { client: 'gemini', session: 'g1', cwd: '/p', tool: 'run_shell_command' };
  expect(read(event)).toEqual({ kind: 'before', ...call, input: event.tool_input });
  const after = { ...event, hook_event_name: 'AfterTool' };
  expect(read({ ...after, tool_response: { llmContent: 'x' } })).toMatchObject({ kind: 'after', ok: true });
  expect(read({ ...after, tool_response: { error: { message: 'bad' } } })).toMatchObject({
    ok: false,
    message: 'bad',
  });
  const mcp = {
    ...event,
    tool_name: 'mcp_other_do_it',
    mcp_context: { server_name: 'other', tool_name: 'do_it' },
  };
  expect(read(mcp)).toMatchObject({ mcp: { server: 'other', name: 'do_it' } });
  expect(written('gemini', event)).toEqual({
    pass: ['', 0],
    allow: [{ decision: 'allow' }, 0],
    ask: [{ decision: 'deny', reason: 'why' }, 0],
    deny: [{ decision: 'deny', reason: 'no' }, 0],
    rewrite: [
      { decision: 'allow', hookSpecificOutput: { tool_input: { command: 'ls -a', dir_path: 'sub' } } },
      0,
    ],
  });
});

test('Qwen Code: the events of Claude Code, and no rewrite', () => {
  const event = { ...CLAUDE_EVENT, tool_name: 'run_shell_command' };
  expect(FORMATS.qwen.read(event)).toMatchObject({
    kind: 'before',
    client: 'qwen',
    tool: 'run_shell_command',
  });
  expect(written('qwen', event)).toMatchObject({
    pass: ['', 0],
    deny: [claude('deny', 'no'), 0],
    rewrite: [claude('allow', 'changed'), 0],
  });
});
