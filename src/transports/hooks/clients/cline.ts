import type { NativeEvent } from '../../../core/call/native-call.ts';
import { argumentsIn, given, otherEvent, record, required, text } from '../fields.ts';
import { type Data, type HookFormat, json } from '../format.ts';

/** Exit codes mean nothing to it: every answer, a refusal too, is JSON. */
export const cline: HookFormat = {
  read,
  write: ({ decision, reason }) =>
    decision === 'deny' || decision === 'ask'
      ? json({ cancel: true, errorMessage: reason })
      : json({ cancel: false }),
};

function read(event: Data): NativeEvent {
  const name = required(event.hookName, 'hookName');
  const [root] = [event.workspaceRoots].flat();
  const workspace = text(root) ?? text(record(root).path);
  const told = {
    client: 'cline' as const,
    session: required(event.taskId, 'taskId'),
    ...given({ cwd: workspace, workspace }),
  };
  if (name === 'TaskStart') return { kind: 'start', ...told };
  if (name !== 'PreToolUse' && name !== 'PostToolUse') return otherEvent(name);
  const about = record(name === 'PreToolUse' ? event.preToolUse : event.postToolUse);
  const tool = required(about.toolName ?? about.tool, 'toolName');
  const parameters = argumentsIn(about.parameters);
  // To every other tool these are words like any other, which an agent may add.
  const isRemote = tool === 'use_mcp_tool';
  const server = isRemote ? text(parameters.server_name) : undefined;
  const remote = isRemote ? text(parameters.tool_name) : undefined;
  const call = {
    ...told,
    tool,
    input: server === undefined ? parameters : argumentsIn(parameters.arguments),
    ...given({ mcp: server !== undefined && remote !== undefined ? { server, name: remote } : undefined }),
  };
  if (name === 'PreToolUse') return { kind: 'before', ...call };
  const ok = about.success !== false;
  return { kind: 'after', ...call, ok, ...(!ok && given({ message: text(about.result) })) };
}
