import type { Attack } from './attack.ts';

/** A hook that is a link into the project, as very many projects tell people to make it. */
const HOOK = {
  files: { 'scripts/pre-commit': '#!/bin/sh\n' },
  setup: 'ln -s ../../scripts/pre-commit .git/hooks/pre-commit',
};
const MCP = { files: { 'conf/mcp.json': '{}\n' }, setup: 'rm .mcp.json; ln -s conf/mcp.json .mcp.json' };

/** What a protected name leads to decides as much as the name itself. */
export const linkedNames: readonly Attack[] = [
  {
    name: 'a script that a hook is a link to',
    ...HOOK,
    command: 'echo evil >> scripts/pre-commit',
    plants: ['.git/hooks/pre-commit', 'evil'] as const,
  },
  {
    name: 'a script that is a hook under another name',
    files: HOOK.files,
    setup: 'ln scripts/pre-commit .git/hooks/pre-commit',
    command: 'echo evil >> scripts/pre-commit',
    plants: ['.git/hooks/pre-commit', 'evil'] as const,
  },
  {
    name: 'a script that is a hook of a named directory under another name',
    files: HOOK.files,
    setup: 'mkdir checks; ln scripts/pre-commit checks/pre-commit; git config core.hooksPath checks',
    command: 'echo evil >> scripts/pre-commit',
    plants: ['checks/pre-commit', 'evil'] as const,
  },
  {
    name: 'a script that a hook is a link to, through other links',
    files: HOOK.files,
    setup:
      'mkdir a b; ln -s ../scripts b/dir; ln -s ../b/dir/pre-commit a/x; ln -s ../../a/x .git/hooks/pre-commit',
    command: 'echo evil >> scripts/pre-commit',
    plants: ['.git/hooks/pre-commit', 'evil'] as const,
  },
  {
    name: 'a link in the middle of the way of a hook',
    files: { ...HOOK.files, 'evil.sh': 'evil\n' },
    setup: 'ln -s scripts/pre-commit way; ln -s ../../way .git/hooks/pre-commit',
    command: 'rm way; ln -s evil.sh way',
    plants: ['.git/hooks/pre-commit', 'evil'] as const,
  },
  {
    name: 'what a hook leads to that is not there yet',
    setup: 'ln -s ../../scripts/later .git/hooks/pre-commit',
    command: 'mkdir -p scripts; echo evil > scripts/later',
    plants: ['.git/hooks/pre-commit', 'evil'] as const,
  },
  {
    name: 'what a hook leads to that is not there yet, by a link of its directory',
    files: { 'other/later': 'evil\n' },
    setup: 'ln -s ../../scripts/later .git/hooks/pre-commit',
    command: 'ln -s other scripts',
    plants: ['.git/hooks/pre-commit', 'evil'] as const,
  },
  {
    name: 'the directory around what a hook is a link to is moved away',
    ...HOOK,
    command: 'mv scripts away; mkdir scripts; echo evil > scripts/pre-commit',
    plants: ['.git/hooks/pre-commit', 'evil'] as const,
  },
  ...(
    ['.claude/settings.json', '.husky/pre-commit', '.vscode/tasks.json', '.codex/deep/er/x'] as const
  ).flatMap((name) => {
    const up = '../'.repeat(name.split('/').length - 1);
    const setup = `mkdir -p $(dirname ${name}); ln -s ${up}conf/part ${name}`;
    const files = { 'conf/part': 'x\n' };
    const plants = [name, 'evil'] as const;
    return [
      { name: `what ${name} is a link to`, files, setup, command: 'echo evil >> conf/part', plants },
      {
        name: `the directory around what ${name} is a link to`,
        files,
        setup,
        command: 'mv conf away; mkdir conf; echo evil > conf/part',
        plants,
      },
    ];
  }),
  {
    name: 'the directory around what .mcp.json is a link to',
    ...MCP,
    command: 'mv conf away; mkdir conf; echo evil > conf/mcp.json',
    plants: ['.mcp.json', 'evil'] as const,
  },
  {
    name: 'another directory, by a link, in the place of the one that .mcp.json leads into',
    files: { ...MCP.files, 'evil/mcp.json': 'evil\n' },
    setup: MCP.setup,
    command: 'mv conf away; ln -s evil conf',
    plants: ['.mcp.json', 'evil'] as const,
  },
  {
    name: 'what .mcp.json leads to that is not there yet',
    setup: MCP.setup,
    command: 'mkdir -p conf; echo evil > conf/mcp.json',
    plants: ['.mcp.json', 'evil'] as const,
  },
  {
    name: 'a link in a directory that .claude is a link to',
    files: { 'conf/c/x.json': '{}\n', 'lib/settings.json': '{}\n' },
    setup: 'ln -s ../../lib/settings.json conf/c/settings.json; ln -s conf/c .claude',
    command: 'echo evil > lib/settings.json',
    plants: ['.claude/settings.json', 'evil'] as const,
  },
  {
    name: 'the directory around the one that .claude is a link to',
    files: { 'conf/c/settings.json': '{}\n' },
    setup: 'ln -s conf/c .claude',
    command: 'mv conf away; mkdir -p conf/c; echo evil > conf/c/settings.json',
    plants: ['.claude/settings.json', 'evil'] as const,
  },
  {
    name: 'the directory around named hooks that are a link',
    files: { 'real/sub/pre-commit': '#!/bin/sh\n' },
    setup: 'mkdir tools; ln -s ../real/sub tools/checks; git config core.hooksPath tools/checks',
    command: 'mv real away; mkdir -p real/sub; echo evil > real/sub/pre-commit',
    plants: ['tools/checks/pre-commit', 'evil'] as const,
  },
  {
    name: 'a script that a hook in a named directory is a link to',
    files: HOOK.files,
    setup:
      'mkdir -p tools/checks; ln -s ../../scripts/pre-commit tools/checks/; git config core.hooksPath tools/checks',
    command: 'echo evil > scripts/pre-commit',
    plants: ['tools/checks/pre-commit', 'evil'] as const,
  },
  {
    name: 'a script of a filter that is a link',
    files: { 'lib/clean.sh': 'cat\n' },
    setup: `mkdir tools; ln -s ../lib/clean.sh tools/clean.sh; git config filter.x.clean 'sh ./tools/clean.sh'`,
    command: 'echo evil >> lib/clean.sh',
    plants: ['tools/clean.sh', 'evil'] as const,
  },
  {
    name: 'the directory around an included configuration that is a link',
    files: { 'lib/team.cfg': '[user]\n' },
    setup: 'ln -s lib/team.cfg team.cfg; git config include.path ../team.cfg',
    command: 'mv lib away; mkdir lib; echo evil > lib/team.cfg',
    plants: ['team.cfg', 'evil'] as const,
  },
].map((attack): Attack => ({ goal: 'persist', evenApproved: true, ...attack }));
