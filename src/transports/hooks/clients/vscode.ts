import { type HookFormat, json, SILENT } from '../format.ts';
import { readClaudeShape } from './claude-shape.ts';

/** It reads the settings of Claude Code too, ignores matchers, and has tools and arguments of its own. */
export const vscode: HookFormat = {
  read: (event) => readClaudeShape('vscode', event),
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
