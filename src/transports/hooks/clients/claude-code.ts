import { blocked, type HookFormat, json, rewritten, SILENT } from '../format.ts';
import { readClaudeShape } from './claude-shape.ts';

export const claudeCode: HookFormat = {
  read: (event) => readClaudeShape('claude-code', event),
  write: ({ decision, reason, command }, event) => {
    if (event.kind === 'settings') return decision === 'deny' ? blocked(reason) : SILENT;
    if (decision === 'pass') return SILENT;
    return json({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: decision,
        permissionDecisionReason: reason,
        ...(command !== undefined && { updatedInput: rewritten(event, command) }),
      },
    });
  },
};
