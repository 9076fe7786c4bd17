import type { NativeEvent } from '../../../core/call/native-call.ts';
import { argumentsIn, given, mcpIn, record, required, text } from '../fields.ts';
import { type Data, type HookFormat, json, rewritten, SILENT } from '../format.ts';

/** What it prints on stderr is dropped: reasons stand in the JSON. */
export const copilot: HookFormat = {
  read,
  write: ({ decision, reason, command }, event) => {
    if (decision === 'pass') return SILENT;
    return json({
      permissionDecision: decision,
      permissionDecisionReason: reason,
      ...(command !== undefined && { modifiedArgs: rewritten(event, command) }),
    });
  },
};

/** There is no name of the event: what it is about tells. */
function read(event: Data): NativeEvent {
  const told = {
    client: 'copilot' as const,
    session: required(event.sessionId, 'sessionId'),
    ...given({ cwd: text(event.cwd) }),
  };
  if (event.toolName === undefined) return { kind: event.source === undefined ? 'other' : 'start', ...told };
  const tool = required(event.toolName, 'toolName');
  const call = {
    ...told,
    tool,
    input: argumentsIn(event.toolArgs),
    ...given({ mcp: mcpIn(tool, /^([A-Za-z0-9_.]+)-(.+)$/) }),
  };
  if (event.toolResult === undefined && event.error === undefined) return { kind: 'before', ...call };
  const result = record(event.toolResult);
  const ok = event.error === undefined && result.resultType !== 'failure' && result.resultType !== 'denied';
  const message = text(result.textResultForLlm) ?? text(event.error) ?? text(record(event.error).message);
  return { kind: 'after', ...call, ok, ...(!ok && given({ message })) };
}
