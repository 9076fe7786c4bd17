import type { HookClient } from '../../core/hook-clients.ts';
import type { Data } from './format.ts';

/** A call that every gate refuses, as this client would tell of it. */
export function probeEvent(client: HookClient, cwd: string): Data {
  const command = 'rm -rf /';
  const session = 'toolgate-doctor';
  const claude = {
    session_id: session,
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: session,
  };
  if (client === 'gemini')
    return { ...claude, hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' };
  if (client === 'copilot') return { sessionId: session, cwd, toolName: 'bash', toolArgs: { command } };
  if (client === 'vscode')
    return {
      sessionId: session,
      cwd,
      hookEventName: 'PreToolUse',
      tool_name: 'run_in_terminal',
      tool_input: { command },
    };
  if (client === 'opencode')
    return {
      event: 'before',
      tool: 'bash',
      sessionID: session,
      callID: session,
      args: { command },
      directory: cwd,
    };
  if (client === 'cursor')
    return { conversation_id: session, cwd, hook_event_name: 'beforeShellExecution', command };
  if (client === 'cline')
    return {
      hookName: 'PreToolUse',
      taskId: session,
      workspaceRoots: [cwd],
      preToolUse: { toolName: 'execute_command', parameters: { command } },
    };
  return claude;
}

/** Whether what a hook printed is a refusal in the words of its client. */
export function isRefusal(client: HookClient, stdout: string): boolean {
  try {
    const said = JSON.parse(stdout) as Data;
    const { permissionDecision } = (said.hookSpecificOutput ?? {}) as Data;
    const word = {
      'claude-code': permissionDecision,
      codex: permissionDecision,
      qwen: permissionDecision,
      vscode: permissionDecision,
      gemini: said.decision,
      opencode: said.decision,
      goose: said.decision,
      copilot: said.permissionDecision,
      cursor: said.permission,
      cline: said.cancel,
    }[client];
    return word === 'deny' || word === 'block' || word === true;
  } catch {
    return false;
  }
}
