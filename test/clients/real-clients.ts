import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HookClient } from '../../src/core/hook-clients.ts';
import { ripgrepPath } from '../../src/engines/search/ripgrep-path.ts';
import type { Step } from './scripted-model.ts';

interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a client is started in the mode in which it asks nobody, with the scripted model behind it. */
export interface RealClient {
  readonly name: HookClient;
  /** Whatever it needs beside its hook. */
  prepare(home: string, project: string, port: number): void;
  start(home: string, port: number): Start;
  readonly shell: (command: string) => Step;
  readonly write: (path: string, content: string) => Step;
  /** Looks for a text in a directory of the project, with the tool it has for that; undefined where that is its shell. */
  readonly search?: (text: string, directory: string) => Step;
  /** The file by which a project switches its hooks off, or would if it could. */
  readonly off: { readonly path: string; readonly content: string };
  /** Where its hook stands, in the home of the user. */
  readonly hookFile: string;
  /** A tool of Toolgate under the name that its model knows; undefined where connect does not know the client. */
  readonly own?: (tool: string, input: Record<string, unknown>) => Step;
}

const INSTALLED = join(import.meta.dirname, 'node_modules');
const bin = (name: string): string => join(INSTALLED, '.bin', name);
/** With the clients in it, as after an installation. */
export const CLIENT_PATH = `${join(INSTALLED, '.bin')}:${process.env.PATH ?? ''}`;

export const REAL_CLIENTS: readonly RealClient[] = [
  {
    name: 'claude-code',
    prepare: () => {},
    start: (_, port) => ({
      program: join(INSTALLED, `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`),
      args: ['-p', 'go', '--dangerously-skip-permissions'],
      env: {
        IS_SANDBOX: '1',
        ANTHROPIC_BASE_URL: address(port),
        ANTHROPIC_API_KEY: 'x',
        DISABLE_AUTOUPDATER: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        // Else it shows its model the names of MCP tools only, and the script would have to search first.
        ENABLE_TOOL_SEARCH: 'false',
        MCP_CONNECTION_NONBLOCKING: 'false',
      },
    }),
    shell: (command) => ({ name: 'Bash', input: { command, description: 'x' } }),
    write: (path, content) => ({ name: 'Write', input: { file_path: path, content } }),
    off: { path: '.claude/settings.local.json', content: '{"disableAllHooks":true}' },
    hookFile: '.claude/settings.json',
    own: (tool, input) => ({ name: `mcp__toolgate__${tool}`, input }),
  },
  {
    name: 'codex',
    prepare: (home, project) =>
      put(
        join(home, '.codex/config.toml'),
        `[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"\n`,
      ),
    start: (home, port) => ({
      program: bin('codex'),
      args: [
        'exec',
        '--skip-git-repo-check',
        '--dangerously-bypass-approvals-and-sandbox',
        '-c',
        'model_provider="scripted"',
        '-c',
        `model_providers.scripted={name="scripted",base_url="${address(port)}/v1",wire_api="responses",env_key="SCRIPTED"}`,
        '-c',
        'model="gpt-5"',
        'go',
      ],
      env: { CODEX_HOME: join(home, '.codex'), SCRIPTED: 'x' },
    }),
    shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
    write: (path, content) => ({
      name: 'exec_command',
      input: {
        cmd: `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${path}\n+${content}\n*** End Patch\nEOF`,
      },
    }),
    off: { path: '.codex/config.toml', content: '[features]\nhooks = false' },
    hookFile: '.codex/hooks.json',
    own: (tool, input) => ({ name: tool, namespace: 'mcp__toolgate', input }),
  },
  {
    name: 'gemini',
    prepare: (home) =>
      put(
        join(home, '.gemini/settings.json'),
        JSON.stringify({
          security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
          general: { enableAutoUpdate: false },
        }),
      ),
    start: (_, port) => ({
      program: bin('gemini'),
      args: ['-p', 'go', '--yolo', '-m', 'gemini-2.5-flash'],
      env: {
        GEMINI_API_KEY: 'x',
        GOOGLE_GEMINI_BASE_URL: address(port),
        GEMINI_TELEMETRY_ENABLED: 'false',
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
    }),
    shell: (command) => ({ name: 'run_shell_command', input: { command } }),
    write: (path, content) => ({ name: 'write_file', input: { file_path: path, content } }),
    search: (text, directory) => ({ name: 'grep_search', input: { pattern: text, dir_path: directory } }),
    off: { path: '.gemini/settings.json', content: '{"hooksConfig":{"enabled":false}}' },
    hookFile: '.gemini/settings.json',
    own: (tool, input) => ({ name: `mcp_toolgate_${tool}`, input }),
  },
  {
    name: 'qwen',
    prepare: (home) =>
      put(
        join(home, '.qwen/settings.json'),
        JSON.stringify({ security: { auth: { selectedType: 'openai' } } }),
      ),
    start: (_, port) => ({
      program: bin('qwen'),
      args: ['-p', 'go', '--yolo'],
      env: {
        OPENAI_API_KEY: 'x',
        OPENAI_BASE_URL: `${address(port)}/v1`,
        OPENAI_MODEL: 'x',
        QWEN_CODE_TRUST_WORKSPACE: 'true',
      },
    }),
    shell: (command) => ({ name: 'run_shell_command', input: { command, is_background: false } }),
    write: (path, content) => ({ name: 'write_file', input: { file_path: path, content } }),
    search: (text, directory) => ({ name: 'grep_search', input: { pattern: text, path: directory } }),
    off: { path: '.qwen/settings.json', content: '{"disableAllHooks":true}' },
    hookFile: '.qwen/settings.json',
  },
  {
    name: 'copilot',
    prepare: () => {},
    start: (_, port) => ({
      program: bin('copilot'),
      args: ['-p', 'go', '--allow-all', '--no-color'],
      env: {
        COPILOT_PROVIDER_BASE_URL: `${address(port)}/v1`,
        COPILOT_PROVIDER_API_KEY: 'x',
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_MODEL: 'gpt-5',
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
      },
    }),
    shell: (command) => ({
      name: 'bash',
      input: { command, description: 'x', mode: 'sync', sessionId: 's', initial_wait: 5 },
    }),
    write: (path, content) => ({ name: 'create', input: { path, file_text: content } }),
    search: (text, directory) => ({
      name: 'grep',
      input: { pattern: text, paths: directory, output_mode: 'content' },
    }),
    off: { path: '.github/hooks/off.json', content: '{"version":1,"disableAllHooks":true,"hooks":{}}' },
    hookFile: '.copilot/hooks/toolgate.json',
  },
  {
    name: 'opencode',
    prepare: (home, _, port) => {
      put(
        join(home, '.config/opencode/opencode.json'),
        JSON.stringify({
          provider: {
            scripted: {
              npm: '@ai-sdk/openai-compatible',
              name: 'scripted',
              options: { baseURL: `${address(port)}/v1`, apiKey: 'x' },
              models: { x: { name: 'x', tool_call: true } },
            },
          },
        }),
      );
      // It would load them anew in every home, which takes a minute.
      const loaded = join(import.meta.dirname, 'opencode');
      for (const name of ['package.json', 'package-lock.json', 'node_modules'])
        if (existsSync(join(loaded, name)))
          symlinkSync(join(loaded, name), join(home, '.config/opencode', name));
    },
    start: () => ({
      program: join(INSTALLED, `opencode-${process.platform}-${process.arch}/bin/opencode`),
      args: ['run', '-m', 'scripted/x', 'go'],
      env: {
        // It would load its own ripgrep from elsewhere.
        PATH: `${dirname(ripgrepPath())}:${CLIENT_PATH}`,
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      },
    }),
    shell: (command) => ({ name: 'bash', input: { command, description: 'x' } }),
    write: (path, content) => ({ name: 'write', input: { filePath: path, content } }),
    search: (text, directory) => ({ name: 'grep', input: { pattern: text, path: directory } }),
    off: { path: '.opencode/plugin/off.js', content: 'process.env.OPENCODE_PURE = "1";' },
    hookFile: '.config/opencode/plugin/toolgate.js',
    own: (tool, input) => ({ name: `toolgate_${tool}`, input }),
  },
];

const address = (port: number): string => `http://127.0.0.1:${port}`;

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
