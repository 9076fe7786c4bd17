import type { NativeEvent } from '../../../core/call/native-call.ts';
import { argumentsIn, given, mcpIn, otherEvent, record, required, text } from '../fields.ts';
import { type Data, type HookFormat, json, rewritten, SILENT } from '../format.ts';

/** "ask" without a terminal waits for ever, so it is a refusal here. */
export const gemini: HookFormat = {
  read,
  write: ({ decision, reason, command }, event) => {
    if (decision === 'pass') return SILENT;
    if (decision !== 'allow') return json({ decision: 'deny', reason });
    return json({
      decision: 'allow',
      ...(command !== undefined && { hookSpecificOutput: { tool_input: rewritten(event, command) } }),
    });
  },
};

function read(event: Data): NativeEvent {
  const name = required(event.hook_event_name, 'hook_event_name');
  const told = {
    client: 'gemini' as const,
    session: required(event.session_id, 'session_id'),
    ...given({ cwd: text(event.cwd) }),
  };
  if (name === 'SessionStart') return { kind: 'start', ...told };
  if (name !== 'BeforeTool' && name !== 'AfterTool') return otherEvent(name);
  const tool = required(event.tool_name, 'tool_name');
  const context = record(event.mcp_context);
  const [server, own] = [text(context.server_name), text(context.tool_name)];
  const mcp =
    server !== undefined && own !== undefined ? { server, name: own } : mcpIn(tool, /^mcp_([^_]+)_(.+)$/);
  const call = { ...told, tool, input: argumentsIn(event.tool_input), ...given({ mcp }) };
  if (name === 'BeforeTool') return { kind: 'before', ...call };
  const error = record(event.tool_response).error;
  const message = text(error) ?? text(record(error).message);
  return { kind: 'after', ...call, ok: message === undefined, ...given({ message }) };
}
