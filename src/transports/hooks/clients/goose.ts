import type { NativeEvent } from '../../../core/call/native-call.ts';
import { argumentsIn, given, mcpIn, otherEvent, required, text } from '../fields.ts';
import { type Data, type HookFormat, json, SILENT } from '../format.ts';

export const goose: HookFormat = {
  read,
  write: ({ decision, reason }) => {
    if (decision === 'pass' || decision === 'allow') return SILENT;
    return { ...json({ decision: 'block', reason }), stderr: `${reason}\n`, code: 2 };
  },
};

// Its own extensions are called like MCP servers.
const BUILT_IN = /^(developer|computercontroller|todo|extensionmanager|skills|analyze|platform)$/;

function read(event: Data): NativeEvent {
  const name = required(event.hook_event_name ?? event.event, 'event');
  const told = {
    client: 'goose' as const,
    session: required(event.session_id, 'session_id'),
    ...given({ cwd: text(event.cwd) ?? text(event.working_dir) }),
  };
  if (name === 'SessionStart') return { kind: 'start', ...told };
  if (!/^(PreToolUse|PostToolUse|PostToolUseFailure)$/.test(name)) return otherEvent(name);
  const full = required(event.tool_name, 'tool_name');
  const mcp = mcpIn(full, /^(?=.+$)(.+?)__(.+)$/);
  const isOwn = mcp === undefined || BUILT_IN.test(mcp.server);
  const call = {
    ...told,
    tool: isOwn ? (mcp?.name ?? full) : full,
    input: argumentsIn(event.tool_input ?? event.arguments),
    ...given({ callId: text(event.tool_use_id) ?? text(event.tool_call_id), mcp: isOwn ? undefined : mcp }),
  };
  if (name === 'PreToolUse') return { kind: 'before', ...call };
  const ok = name === 'PostToolUse';
  return { kind: 'after', ...call, ok, ...(!ok && given({ message: text(event.error) })) };
}
