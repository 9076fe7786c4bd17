import { join } from 'node:path';

interface Example {
  readonly path: string;
  /** A file as the client and its user leave it. */
  readonly text: string;
  /** What must stand in it afterwards, besides every line it had. */
  readonly holds: RegExp;
  /** What the person changes later, and into what. */
  readonly later: readonly [string, string];
  readonly damaged: string;
}

const DAMAGED = '{ "mcpServers": { "other": { "command": "x" }\n';

export const EXAMPLES: Readonly<Record<string, Example>> = {
  'claude-code': {
    path: '.claude.json',
    text: '{\n  "numStartups": 12,\n  "mcpServers": {\n    "github": {\n      "type": "http",\n      "url": "https://example.com/mcp"\n    }\n  },\n  "projects": {\n    "/home/you/app": {\n      "mcpServers": {}\n    }\n  }\n}',
    holds:
      /"toolgate": \{\s+"type": "stdio",\s+"command": "[^"]+",\s+"args": \[\s+"[^"]+toolgate\.js",\s+"stdio"\s+\]/,
    later: ['"numStartups": 12', '"numStartups": 13'],
    damaged: DAMAGED,
  },
  'claude-desktop': {
    path: join('.config', 'Claude/claude_desktop_config.json'),
    text: '{"globalShortcut":"Ctrl+Space","mcpServers":{"files":{"command":"npx","args":["-y","files"]}}}\n',
    holds:
      /"mcpServers":\{"files":.*, "toolgate": \{"command":"[^"]+","args":\["[^"]+toolgate\.js","stdio","--profile","lean"\]\}\}/,
    later: ['Ctrl+Space', 'Ctrl+G'],
    damaged: '{ // mine\n  "mcpServers": {}\n}\n',
  },
  codex: {
    path: '.codex/config.toml',
    text: '# my settings\nmodel = "gpt"\n\n[mcp_servers.docs]\ncommand = "docs" # keep\nargs = ["a"]\n\n[projects."/home/you/app"]\ntrust_level = "trusted"\n',
    holds:
      /\n\[mcp_servers\.toolgate\]\ncommand = "[^"]+"\nargs = \[ ?"[^"]+toolgate\.js", "stdio", "--profile", "lean" ?\]\n/,
    later: ['model = "gpt"', 'model = "other"'],
    damaged: 'model = "gpt\n[mcp_servers\n',
  },
  gemini: {
    path: '.gemini/settings.json',
    text: '{\n\t// colours\n\t"ui": { "theme": "Dracula" }, /* last, */\n}\n',
    holds: /\t"mcpServers": \{\n\t\t"toolgate": \{\n\t\t\t"command"/,
    later: ['Dracula', 'Light'],
    damaged: DAMAGED,
  },
  cursor: {
    path: '.cursor/mcp.json',
    text: '{\r\n    "mcpServers": {}\r\n}\r\n',
    holds: /"mcpServers": \{\r\n {8}"toolgate": \{\r\n {12}"command"/,
    later: ['{', '{ "later": 1,'],
    damaged: '[]',
  },
  vscode: {
    path: join('.config', 'Code/User/mcp.json'),
    text: '{\n  // shared with the team\n  "servers": {\n    "web": { "type": "http", "url": "https://example.com" }, // the web\n  },\n  "inputs": []\n}\n',
    holds: /"servers": \{[\s\S]*"toolgate": \{\n {6}"type": "stdio"/,
    later: ['example.com', 'changed.org'],
    damaged: '{ "servers": [1, 2] }',
  },
  windsurf: {
    path: '.codeium/windsurf/mcp_config.json',
    text: '{\n  "mcpServers": {\n    "a": {\n      "command": "a"\n    }\n  }\n}\n',
    holds: /"toolgate": \{\n {6}"command"/,
    later: ['"command": "a"', '"command": "b"'],
    damaged: '{ "mcpServers": "none" }',
  },
  opencode: {
    path: '.config/opencode/opencode.jsonc',
    text: '{\n  "$schema": "https://opencode.ai/config.json",\n  // "model": "x",\n}\n',
    holds:
      /"mcp": \{\s+"toolgate": \{\s+"type": "local",\s+"command": \[\s+"[^"]+",\s+"[^"]+toolgate\.js",\s+"stdio",\s+"--profile",\s+"lean"\s+\],\s+"enabled": true/,
    later: ['// "model": "x"', '// "model": "y"'],
    damaged: "{ 'mcp': {} }",
  },
  zed: {
    path: '.config/zed/settings.json',
    text: '// Zed settings\n//\n{\n  "vim_mode": true, // yes\n  "theme": { "mode": "system" }\n}\n// the end',
    holds: /"context_servers": \{\n {4}"toolgate": \{\n {6}"source": "custom"/,
    later: ['"vim_mode": true', '"vim_mode": false'],
    damaged: '{ "vim_mode": true "theme": 1 }',
  },
  goose: {
    path: '.config/goose/config.yaml',
    text: '# mine\nGOOSE_PROVIDER: anthropic\nextensions:\n  # built in\n  developer:\n    enabled: true   # keep\n    args:\n    - a\nGOOSE_MODEL: x\n',
    holds:
      /extensions:\n {2}# built in\n {2}toolgate:\n {4}enabled: true\n {4}type: stdio\n {4}name: toolgate\n[\s\S]* {4}cmd: \S+/,
    later: ['anthropic', 'openai'],
    damaged: 'extensions:\n  a: [1\n b: }\n',
  },
};
