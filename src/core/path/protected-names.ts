import { namesPattern } from './names-pattern.ts';

/**
 * Files that decide what programs run later, wherever they are; `/**` is a directory with all in it. No tool and no
 * command in the sandbox changes them, allowed or not.
 */
const PROTECTED_NAMES: readonly string[] = [
  // Version control: hooks, helpers and remotes.
  '.git/**',
  '.gitmodules',
  '.gitconfig',
  '.config/git/**',
  '{git-hooks,githooks,.git-hooks,.githooks,.husky}/**',
  '.hg/{hgrc,hgrc-not-shared,sharedpath}',
  '.sl/{config,hgrc,sharedpath}',
  '.jj/{config,repo/config,workspace-config}.toml',
  '.bzr/branch/branch.conf',
  '_darcs/prefs/defaults',
  '.pijul/config',
  // Agents: their servers, hooks and permissions.
  '.mcp.json',
  '.claude.json',
  'claude_desktop_config.json',
  '.{codex,gemini,qwen,copilot,continue,codeium/windsurf}/**',
  '.cursor/{mcp,hooks,cli,environment,worktrees}.json',
  '.cursor/{rules,hooks}/**',
  '.github/{hooks,copilot}/**',
  '.{config/opencode,opencode}/**',
  'opencode.{json,jsonc}',
  '.agents/plugins/**',
  '{.cline,.clinerules,documents/cline}/hooks/**',
  'etc/{claude-code,codex,gemini-cli,qwen-code}/**',
  '.windsurf/hooks.json',
  '.kiro/{hooks,agents}/**',
  '.amp/settings.{json,jsonc}',
  '.amp/plugins/**',
  '.{junie,roo,kilocode,amazonq,trae,factory}/mcp/**',
  '.factory/{settings,settings.local,hooks}.json',
  '.factory/{hooks,droids,commands}/**',
  '.{pi,omp}/**',
  '{conductor.json,.conductor/settings.toml,.superset/config.json}',
  '.augment/{settings,settings.local}.json',
  '.augment/hooks/**',
  '{crush,.crush}.json',
  '.aider.conf.{yml,yaml}',
  '.config/{zed,goose}/**',
  'toolgate.json',
  '.toolgate/**',
  // Editors: tasks, interpreters and start-up files.
  '.vscode/{settings,tasks,launch,mcp}.json',
  '{code,code - insiders}/user/{mcp,settings,tasks}.json',
  '*.code-workspace',
  '.idea/**',
  '.zed/{tasks,settings,debug}.json',
  '.helix/{config,languages}.toml',
  '{.dir-locals,.dir-locals-2}.el',
  '{.nvim.lua,.exrc,.vimrc,.nvimrc}',
  // Shells and sessions.
  '.{bashrc,bash_profile,bash_login,bash_logout,profile}',
  '.{zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,inputrc}',
  '.config/{fish,autostart,systemd}/**',
  'library/launchagents/**',
  '.envrc',
  '.direnv/**',
  '.ssh/**',
  // Package managers that start programs of their own settings.
  '{.cargo/config,.cargo/config.toml}',
  '.yarn/{releases,plugins}/**',
];

// What it keeps of its own work there is nothing that runs.
const CLAUDE = /(^|\/)\.claude(\/(?!(plans|projects|todos)\/).*)?$/is;

/** With this file in it, any directory is a repository to git, whose configuration starts programs. */
const GIT_HEAD = /(^|\/)HEAD$/;

const PROTECTED = namesPattern(PROTECTED_NAMES, { flags: 'is', before: '(?:^|/)' });

/** Whether a path, in one spelling for all, is one of these; `asWritten` is the path before that. */
export const isProtectedName = (path: string, asWritten: string): boolean =>
  PROTECTED.test(path) || CLAUDE.test(path) || isMcpFile(path) || GIT_HEAD.test(asWritten);

/** Servers for agents, in any directory of settings. The name comes first: paths can be long. */
const isMcpFile = (path: string): boolean =>
  /(^|\/)mcp(_config|_settings|-servers)?\.json$/.test(path) && /(^|\/)\.[^/]+\//.test(path);
