import { type HookFormat, json, SILENT } from '../format.ts';
import { readClaudeShape } from './claude-shape.ts';

/** Strict: one field more beside "deny", and the call runs. "allow" counts only with a rewrite, "ask" not at all. */
export const codex: HookFormat = {
  read: (event) => readClaudeShape('codex', event),
  write: ({ decision, reason, command }) => {
    if (decision === 'deny' || decision === 'ask')
      return json({
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: reason,
        },
      });
    if (command === undefined) return SILENT;
    return json({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command },
      },
    });
  },
};
