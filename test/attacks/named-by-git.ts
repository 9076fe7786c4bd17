import type { Attack } from './attack.ts';

const HOOK = { 'tools/checks/pre-commit': '#!/bin/sh\n' };
const NAMED = 'git config core.hooksPath tools/checks';

/** What a repository's configuration names in the project is run by git, whatever it is called. */
export const namedByGit: readonly Attack[] = [
  {
    name: 'a hook in a directory that the configuration names',
    files: HOOK,
    setup: NAMED,
    command: 'echo evil >> tools/checks/pre-commit',
    plants: ['tools/checks/pre-commit', 'evil'] as const,
  },
  {
    name: 'a new hook in a directory that the configuration names',
    files: { 'tools/checks/commit-msg': '#!/bin/sh\n' },
    setup: NAMED,
    command: 'echo evil > tools/checks/pre-commit',
    makes: 'tools/checks/pre-commit',
  },
  {
    name: 'a named directory of hooks that is not there',
    setup: 'git config core.hooksPath "tools/checks"',
    command: 'mkdir -p tools/checks && echo evil > tools/checks/pre-commit',
    makes: 'tools/checks/pre-commit',
  },
  {
    name: 'the directory above the named hooks is moved away',
    files: HOOK,
    setup: NAMED,
    command: 'mv tools away; mkdir -p tools/checks && echo evil > tools/checks/pre-commit',
    plants: ['tools/checks/pre-commit', 'evil'] as const,
  },
  {
    name: 'hooks that are named from the home',
    files: HOOK,
    setup: 'git config core.hooksPath "~/$(realpath --relative-to="$HOME" .)/tools/checks"',
    command: 'echo evil >> tools/checks/pre-commit',
    plants: ['tools/checks/pre-commit', 'evil'] as const,
  },
  {
    name: 'hooks that are named for one working tree',
    setup: [
      'git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m x',
      'git config extensions.worktreeConfig true',
      'git worktree add -q wt -b other',
      'mkdir -p wt/tools/checks',
      'echo "#!/bin/sh" > wt/tools/checks/pre-commit',
      'git -C wt config --worktree core.hooksPath tools/checks',
    ].join(' && '),
    command: 'echo evil >> wt/tools/checks/pre-commit',
    plants: ['wt/tools/checks/pre-commit', 'evil'] as const,
  },
  {
    name: 'hooks in the project itself',
    setup: 'git config core.hooksPath .',
    command: 'echo evil > pre-commit',
    makes: 'pre-commit',
  },
  {
    name: 'a hook in a named directory of another working tree',
    files: { 'w/checks/pre-commit': '#!/bin/sh\n' },
    setup: 'git config core.worktree ../w; git config core.hooksPath checks',
    command: 'echo evil >> w/checks/pre-commit',
    plants: ['w/checks/pre-commit', 'evil'] as const,
  },
  {
    name: 'a hook in a named directory of a repository without a working tree',
    setup: 'git init -q --bare b.git; mkdir b.git/checks; git -C b.git config core.hooksPath checks',
    command: 'echo evil > b.git/checks/pre-receive',
    makes: 'b.git/checks/pre-receive',
  },
  {
    name: 'a configuration of the project that the repository includes',
    files: { 'team.gitconfig': '[user]\n\tname = x\n' },
    setup: 'git config include.path ../team.gitconfig',
    command: 'printf "[core]\\n\\tfsmonitor = evil\\n" >> team.gitconfig',
    plants: ['team.gitconfig', 'evil'] as const,
  },
  {
    name: 'a script of the project that a filter of the repository starts',
    files: { 'tools/clean.sh': 'cat\n' },
    setup: `git config filter.x.clean 'sh ./tools/clean.sh'`,
    command: 'echo evil >> tools/clean.sh',
    plants: ['tools/clean.sh', 'evil'] as const,
  },
].map((attack): Attack => ({ goal: 'persist', evenApproved: true, ...attack }));
