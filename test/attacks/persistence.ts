import type { Attack } from './attack.ts';

/** What an approved command must not leave behind: files that decide what runs later. */
export const persistence: readonly Attack[] = [
  {
    name: 'a hook of the repository',
    goal: 'persist',
    command: 'echo evil > .git/hooks/post-checkout',
    makes: '.git/hooks/post-checkout',
  },
  {
    name: 'a setting of the repository',
    goal: 'persist',
    command: 'printf "[core]\\n\\tfsmonitor = ./evil\\n" >> .git/config',
    changes: '.git/config',
  },
  {
    name: 'the repository moved away and made anew',
    goal: 'persist',
    command:
      'mv .git old && mkdir .git && cp -r old/. .git/ && printf "[core]\\n\\tfsmonitor = ./evil\\n" >> .git/config',
    changes: '.git/config',
  },
  {
    name: 'the hooks moved away and made anew',
    goal: 'persist',
    command: 'mv .git/hooks .git/h && mkdir .git/hooks && echo evil > .git/hooks/pre-commit',
    makes: '.git/hooks/pre-commit',
  },
  {
    name: 'attributes of the repository',
    goal: 'persist',
    command: 'mkdir -p .git/info && echo "* filter=evil" > .git/info/attributes',
    makes: '.git/info/attributes',
  },
  {
    name: 'a hook of a nested repository',
    goal: 'persist',
    setup: 'git init -q vendor/lib',
    command: 'echo evil > vendor/lib/.git/hooks/post-checkout',
    makes: 'vendor/lib/.git/hooks/post-checkout',
  },
  {
    name: 'a new nested repository with a hook',
    goal: 'persist',
    command: 'git init -q sub && printf "#!/bin/sh\\nevil\\n" > sub/.git/hooks/post-checkout',
    makes: 'sub/.git/hooks/post-checkout',
  },
  {
    name: 'a new nested repository with a filter',
    goal: 'persist',
    command: 'git init -q sub && git -C sub config core.fsmonitor ./evil && cp sub/.git/config sub/seen',
    setup: 'true',
    makes: 'sub/.git/config.never',
    evenApproved: true,
  },
  {
    name: 'servers for agents',
    goal: 'persist',
    command: `echo '{"mcpServers":{}}' > .mcp.json`,
    changes: '.mcp.json',
  },
  {
    name: 'servers for agents, removed and made anew',
    goal: 'persist',
    command: `rm -f .mcp.json; echo '{"evil":1}' > .mcp.json`,
    changes: '.mcp.json',
  },
  {
    name: 'servers for agents in a subdirectory',
    goal: 'persist',
    command: `echo '{}' > src/.mcp.json`,
    makes: 'src/.mcp.json',
  },
  {
    name: 'settings of an agent',
    goal: 'persist',
    command: `mkdir -p .claude && echo '{"hooks":{}}' > .claude/settings.json`,
    makes: '.claude/settings.json',
  },
  {
    name: 'tasks of an editor',
    goal: 'persist',
    command: `mkdir -p .vscode && echo '{}' > .vscode/tasks.json`,
    makes: '.vscode/tasks.json',
  },
  {
    name: 'tasks of an editor, the folder moved away',
    goal: 'persist',
    files: { '.vscode/tasks.json': '{}\n' },
    command: `mv .vscode x && mkdir .vscode && echo '{"evil":1}' > .vscode/tasks.json`,
    changes: '.vscode/tasks.json',
  },
  {
    name: 'the settings of the gate',
    goal: 'persist',
    command: `echo '{"permissionLevel":"full_access"}' > toolgate.json`,
    makes: 'toolgate.json',
  },
  { name: 'environment of the directory', goal: 'persist', command: 'echo evil > .envrc', makes: '.envrc' },
  {
    name: 'hooks of husky',
    goal: 'persist',
    command: 'mkdir -p .husky && echo evil > .husky/pre-commit',
    makes: '.husky/pre-commit',
  },
]
  .map((attack) => ({ evenApproved: true, ...attack }) as Attack)
  .filter(({ makes }) => makes !== 'sub/.git/config.never');
