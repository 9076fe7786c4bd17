import { join } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { HOOK_CLIENTS, type HookClient } from '../../core/hook-clients.ts';
import { clineScript } from './cline-script.ts';
import { codexRequirements } from './codex-requirements.ts';
import type { HookFile, HookPlace } from './hook-file.ts';
import { type Hooks, jsonSettings } from './json-settings.ts';
import { opencodePlugin } from './opencode-plugin.ts';

type Data = Record<string, unknown>;

/** The files by which a client learns of its hook, with what has to stand in them. */
export function hookFiles(client: HookClient, place: HookPlace): readonly HookFile[] {
  const { isSystem } = place;
  const files = isSystem ? SYSTEM_FILES[client] : USER_FILES[client];
  if (files) return files(place).map((file) => ({ ...file, ...(isSystem && { isForAll: true }) }));
  throw new UsageError(
    `${HOOK_CLIENTS[client].title} has no file for a whole machine; install its hook without --system.`,
  );
}

/** Whether a client has a file for all users of a machine. */
export const hasSystemFiles = (client: HookClient): boolean => SYSTEM_FILES[client] !== undefined;

const SECONDS = 600;
const MILLISECONDS = 600_000;

const group = (hook: Data, matcher = '*'): Data => ({ matcher, hooks: [{ type: 'command', ...hook }] });

/** `onFailure` is known since 2.1.295; older versions ignore it, and have the exit code. */
const claudeHooks = ({ command, report }: HookPlace): Hooks => {
  const hook = { command: command('claude-code'), timeout: SECONDS, onFailure: 'block' };
  const told = { command: report('claude-code'), timeout: 30 };
  return {
    PreToolUse: group({ ...hook, statusMessage: 'Toolgate' }),
    PostToolUse: group(told),
    PostToolUseFailure: group(told),
    SessionStart: group(told),
    ConfigChange: group(hook),
  };
};

const codexHooks = ({ command, report }: HookPlace): Hooks => {
  const told = { command: report('codex'), timeout: 30 };
  return {
    PreToolUse: group({ command: command('codex'), timeout: SECONDS, statusMessage: 'Toolgate' }),
    PostToolUse: group(told),
    SessionStart: group(told),
  };
};

const geminiHooks = ({ command, report }: HookPlace): Hooks => {
  const hook = { name: 'toolgate', command: command('gemini'), timeout: MILLISECONDS };
  const told = { name: 'toolgate-report', command: report('gemini'), timeout: 30_000 };
  return { BeforeTool: group(hook), AfterTool: group(told), SessionStart: group(told) };
};

const qwenHooks = ({ command, report }: HookPlace): Hooks => {
  const hook = { name: 'toolgate', command: command('qwen'), timeout: MILLISECONDS };
  const told = { name: 'toolgate-report', command: report('qwen'), timeout: 30_000 };
  return {
    PreToolUse: group(hook),
    PostToolUse: group(told),
    PostToolUseFailure: group(told),
    SessionStart: group(told),
  };
};

const copilotHooks = ({ command, report }: HookPlace): Hooks => {
  const hook = { type: 'command', bash: command('copilot'), timeoutSec: SECONDS };
  const told = { type: 'command', bash: report('copilot'), timeoutSec: 30 };
  return { preToolUse: hook, postToolUse: told, sessionStart: told };
};

const cursorHooks = ({ command, report }: HookPlace): Hooks => {
  const before = { command: command('cursor'), timeout: 60, failClosed: true };
  const after = { command: report('cursor'), timeout: 30 };
  return {
    preToolUse: before,
    beforeShellExecution: before,
    beforeMCPExecution: before,
    postToolUse: after,
    postToolUseFailure: after,
    afterShellExecution: after,
    afterMCPExecution: after,
    sessionStart: after,
  };
};

/** Its patterns are regular expressions: "*" alone would be none, and be skipped without a word. */
const gooseHooks = ({ command, report }: HookPlace): Hooks => {
  const told = { command: report('goose'), timeout: 30 };
  return {
    PreToolUse: group({ command: command('goose'), timeout: 30, on_failure: 'block' }, '.*'),
    PostToolUse: group(told, '.*'),
    PostToolUseFailure: group(told, '.*'),
  };
};

const copilotFile = (place: HookPlace): HookFile =>
  jsonSettings({
    path: join(place.home, '.copilot/hooks/toolgate.json'),
    hooks: copilotHooks(place),
    more: { version: 1 },
  });

type FilesOf = (place: HookPlace) => readonly HookFile[];

const USER_FILES: Readonly<Record<HookClient, FilesOf>> = {
  'claude-code': (place) => [
    jsonSettings({ path: join(place.home, '.claude/settings.json'), hooks: claudeHooks(place) }),
  ],
  codex: (place) => [jsonSettings({ path: join(place.home, '.codex/hooks.json'), hooks: codexHooks(place) })],
  gemini: (place) => [
    jsonSettings({
      path: join(place.home, '.gemini/settings.json'),
      hooks: geminiHooks(place),
      hasComments: true,
    }),
  ],
  qwen: (place) => [
    jsonSettings({
      path: join(place.home, '.qwen/settings.json'),
      hooks: qwenHooks(place),
      hasComments: true,
    }),
  ],
  copilot: (place) => [copilotFile(place)],
  opencode: (place) => [opencodePlugin(place)],
  cursor: (place) => [
    jsonSettings({
      path: join(place.home, '.cursor/hooks.json'),
      hooks: cursorHooks(place),
      more: { version: 1 },
    }),
  ],
  // It reads the file of the Copilot CLI; events of its own tell it apart.
  vscode: (place) => [copilotFile(place)],
  goose: (place) => [
    jsonSettings({
      path: join(place.home, '.agents/plugins/toolgate/hooks/hooks.json'),
      hooks: gooseHooks(place),
    }),
  ],
  cline: (place) => ['PreToolUse', 'PostToolUse', 'TaskStart'].map((event) => clineScript(event, place)),
};

const SYSTEM_FILES: Readonly<Partial<Record<HookClient, FilesOf>>> = {
  'claude-code': (place) => [
    jsonSettings({ path: '/etc/claude-code/managed-settings.json', hooks: claudeHooks(place) }),
  ],
  codex: (place) => [codexRequirements(codexHooks(place))],
  gemini: (place) => [
    jsonSettings({
      path: '/etc/gemini-cli/settings.json',
      hooks: geminiHooks(place),
      more: { hooksConfig: { enabled: true } },
      hasComments: true,
    }),
  ],
  qwen: (place) => [
    jsonSettings({
      path: '/etc/qwen-code/settings.json',
      hooks: qwenHooks(place),
      more: { disableAllHooks: false },
      hasComments: true,
    }),
  ],
};
