import type { NativeEvent } from '../../../core/call/native-call.ts';
import { argumentsIn, given, otherEvent, required, text } from '../fields.ts';
import { type Data, type HookFormat, json, SILENT } from '../format.ts';

export const cursor: HookFormat = {
  read,
  write: ({ decision, reason }) => {
    if (decision === 'pass') return SILENT;
    const written = json({ permission: decision, user_message: reason, agent_message: reason });
    // A refusal is said twice, since clients go on when they do not understand one of them.
    return decision === 'deny' ? { ...written, stderr: `${reason}\n`, code: 2 } : written;
  },
};

function read(event: Data): NativeEvent {
  const name = required(event.hook_event_name, 'hook_event_name');
  const [root] = [event.workspace_roots].flat();
  const workspace = text(root);
  const told = {
    client: 'cursor' as const,
    session: required(event.conversation_id ?? event.session_id, 'conversation_id'),
    ...given({ cwd: text(event.cwd) ?? workspace, workspace, callId: text(event.tool_use_id) }),
  };
  if (name === 'sessionStart') return { kind: 'start', ...told };
  if (name === 'beforeShellExecution' || name === 'afterShellExecution') {
    const call = { ...told, tool: 'Shell', input: { command: event.command } };
    return name === 'beforeShellExecution'
      ? { kind: 'before', ...call }
      : { kind: 'after', ...call, ok: true };
  }
  const tool = text(event.tool_name);
  if (tool === undefined) return otherEvent(name);
  const server = text(event.server) ?? text(event.server_name) ?? text(event.command) ?? text(event.url);
  const input = argumentsIn(event.tool_input);
  if (name === 'beforeMCPExecution' || name === 'afterMCPExecution') {
    const call = { ...told, tool, input, mcp: { server: server ?? 'unknown', name: tool } };
    return name === 'beforeMCPExecution' ? { kind: 'before', ...call } : { kind: 'after', ...call, ok: true };
  }
  // Those two have events of their own, which older versions know as well.
  if (tool === 'Shell' || tool.startsWith('MCP')) return { kind: 'other' };
  const call = { ...told, tool, input };
  if (name === 'preToolUse') return { kind: 'before', ...call };
  if (name === 'postToolUse') return { kind: 'after', ...call, ok: true };
  if (name !== 'postToolUseFailure') return otherEvent(name);
  return { kind: 'after', ...call, ok: false, ...given({ message: text(event.error_message) }) };
}
