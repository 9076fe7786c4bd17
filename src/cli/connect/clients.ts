import { claudeCode } from './clients/claude-code.ts';
import { claudeDesktop } from './clients/claude-desktop.ts';
import { codex } from './clients/codex.ts';
import { cursor } from './clients/cursor.ts';
import { gemini } from './clients/gemini.ts';
import { goose } from './clients/goose.ts';
import { opencode } from './clients/opencode.ts';
import { vscode } from './clients/vscode.ts';
import { windsurf } from './clients/windsurf.ts';
import { zed } from './clients/zed.ts';
import type { ConnectClient } from './connect-client.ts';

/** The clients that can be connected, by the name a person types. */
export const CONNECT_CLIENTS: Readonly<Record<string, ConnectClient>> = {
  'claude-code': claudeCode,
  'claude-desktop': claudeDesktop,
  codex,
  gemini,
  cursor,
  vscode,
  windsurf,
  opencode,
  zed,
  goose,
};
