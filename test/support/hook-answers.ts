import type { NativeAnswer } from '../../src/core/call/native-call.ts';
import type { HookClient } from '../../src/core/hook-clients.ts';
import type { Data } from '../../src/transports/hooks/format.ts';
import { FORMATS } from '../../src/transports/hooks/recognise.ts';

const answers: Readonly<Record<string, NativeAnswer>> = {
  pass: { decision: 'pass', reason: '' },
  allow: { decision: 'allow', reason: 'a person' },
  ask: { decision: 'ask', reason: 'why' },
  deny: { decision: 'deny', reason: 'no' },
  rewrite: { decision: 'allow', reason: 'changed', command: 'ls -a' },
};

/** What a client gets for each answer. */
export function written(client: HookClient, event: Data): Record<string, unknown> {
  const told = FORMATS[client].read(event);
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const { stdout, code = 0 } = FORMATS[client].write(answer, told);
      return [name, [stdout === '' ? '' : JSON.parse(stdout), code]];
    }),
  );
}

export const claude = (decision: string, reason: string, more: Data = {}) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: decision,
    permissionDecisionReason: reason,
    ...more,
  },
});

export const CLAUDE_EVENT = {
  session_id: 'e8',
  transcript_path: '/t.jsonl',
  cwd: '/p',
  permission_mode: 'bypassPermissions',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls', description: 'x' },
  tool_use_id: 'toolu_1',
};
