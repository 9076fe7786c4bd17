import type { NativeEvent } from '../../../core/call/native-call.ts';
import { argumentsIn, given, required, text } from '../fields.ts';
import { type Data, type HookFormat, json } from '../format.ts';

const OWN_TOOLS =
  /^(bash|read|edit|write|multiedit|glob|grep|list|patch|apply_patch|todowrite|todoread|task|webfetch|websearch|codesearch|skill|question|lsp|batch|plan_enter|plan_exit|invalid)$/;

/** Our own plugin is at the other end, so the form is ours. */
export const opencode: HookFormat = {
  read,
  write: ({ decision, reason, command }) =>
    json({
      decision: decision === 'ask' ? 'deny' : decision,
      reason,
      ...(command !== undefined && { command }),
    }),
};

function read(event: Data): NativeEvent {
  const tool = required(event.tool, 'tool');
  const [, server, name] = OWN_TOOLS.test(tool) ? [] : (/^([^_]+)_(.+)$/.exec(tool) ?? []);
  const call = {
    client: 'opencode' as const,
    session: required(event.sessionID, 'sessionID'),
    tool,
    input: argumentsIn(event.args),
    ...given({
      cwd: text(event.directory),
      callId: text(event.callID),
      mcp: server !== undefined && name !== undefined ? { server, name } : undefined,
    }),
  };
  if (event.event === 'before') return { kind: 'before', ...call };
  const ok = event.exit === undefined || event.exit === null || event.exit === 0;
  return { kind: 'after', ...call, ok, ...(!ok && { message: `It exited with ${event.exit}` }) };
}
