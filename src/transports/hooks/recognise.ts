import type { HookClient } from '../../core/hook-clients.ts';
import { claudeCode } from './clients/claude-code.ts';
import { cline } from './clients/cline.ts';
import { codex } from './clients/codex.ts';
import { copilot } from './clients/copilot.ts';
import { cursor } from './clients/cursor.ts';
import { gemini } from './clients/gemini.ts';
import { goose } from './clients/goose.ts';
import { opencode } from './clients/opencode.ts';
import { qwen } from './clients/qwen.ts';
import { vscode } from './clients/vscode.ts';
import type { Data, HookFormat } from './format.ts';

export const FORMATS: Readonly<Record<HookClient, HookFormat>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  qwen,
  copilot,
  opencode,
  cursor,
  vscode,
  goose,
  cline,
};

/** Who really speaks: VS Code runs the hooks of Claude Code and of the Copilot CLI as well, with events of its own. */
export function recognise(named: HookClient, event: Data): HookClient {
  const isShared = named === 'claude-code' || named === 'copilot' || named === 'vscode';
  if (!isShared) return named;
  if (event.toolName !== undefined) return 'copilot';
  if (event.hookEventName !== undefined) return 'vscode';
  return event.hook_event_name === undefined ? named : named === 'vscode' ? 'vscode' : 'claude-code';
}
