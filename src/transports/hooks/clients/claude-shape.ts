import type { NativeEvent } from '../../../core/call/native-call.ts';
import type { HookClient } from '../../../core/hook-clients.ts';
import { argumentsIn, given, mcpIn, otherEvent, record, required, text } from '../fields.ts';
import type { Data } from '../format.ts';

/** Events as Claude Code sends them, and those who took its form over. */
export function readClaudeShape(client: HookClient, event: Data): NativeEvent {
  const session = required(event.session_id ?? event.sessionId, 'session_id');
  const told = { client, session, ...given({ cwd: text(event.cwd) }) };
  const name = required(event.hook_event_name ?? event.hookEventName, 'hook_event_name');
  const kind = KINDS[name];
  if (kind === undefined) return otherEvent(name);
  if (kind === 'start') return { kind, ...told };
  if (kind === 'settings') return { kind, ...told, ...given({ path: text(event.file_path) }) };
  const tool = required(event.tool_name, 'tool_name');
  const server = text(record(event.mcp_server).name);
  const mcp = mcpIn(tool);
  const call = {
    ...told,
    tool,
    input: argumentsIn(event.tool_input),
    ...given({
      callId: text(event.tool_use_id),
      subagent: text(event.agent_id),
      mcp: mcp && server !== undefined ? { ...mcp, server } : mcp,
    }),
  };
  if (kind === 'before') return { kind, ...call };
  const error = kind === 'failed' ? (text(event.error) ?? 'It failed') : undefined;
  return { kind: 'after', ...call, ok: error === undefined, ...given({ message: error }) };
}

const KINDS: Readonly<Record<string, 'before' | 'after' | 'failed' | 'start' | 'settings'>> = {
  PreToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'failed',
  SessionStart: 'start',
  ConfigChange: 'settings',
};
