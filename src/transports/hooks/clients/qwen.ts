import { type HookFormat, json, SILENT } from '../format.ts';
import { readClaudeShape } from './claude-shape.ts';

/** The events of Claude Code, the tools of Gemini. A rewrite is ignored, so there is none. */
export const qwen: HookFormat = {
  read: (event) => readClaudeShape('qwen', event),
  write: ({ decision, reason }) =>
    decision === 'pass'
      ? SILENT
      : json({
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: decision,
            permissionDecisionReason: reason,
          },
        }),
};
