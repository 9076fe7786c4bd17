const COMMIT = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];
const MERGE = ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge'];
const REBASE = ['pre-rebase', 'post-checkout', 'post-rewrite', ...COMMIT];

/** Of whatever changes a branch or the index. */
const EVERY_CHANGE = ['reference-transaction', 'post-index-change'];

/** The hooks that git runs, by subcommand. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  // With --amend, the last one too.
  commit: [...COMMIT, 'post-rewrite'],
  merge: MERGE,
  pull: [...MERGE, ...REBASE],
  push: ['pre-push'],
  rebase: REBASE,
  'cherry-pick': COMMIT,
  revert: COMMIT,
  am: ['applypatch-msg', 'pre-applypatch', 'post-applypatch'],
  checkout: ['post-checkout'],
  switch: ['post-checkout'],
  worktree: ['post-checkout'],
  gc: ['pre-auto-gc'],
};

/** What a subcommand may run. The card shows these, and git is left no others. */
export const hooksOf = (subcommand: string): readonly string[] => [
  ...EVERY_CHANGE,
  ...(Object.hasOwn(HOOKS, subcommand) ? (HOOKS[subcommand] ?? []) : []),
];

/** Those that no subcommand of a person runs: of a repository that is pushed to, of mails, of a watcher. */
const OTHERS = [
  ...['pre-receive', 'update', 'post-receive', 'post-update'],
  ...['sendemail-validate', 'fsmonitor-watchman'],
];

/** All there are. */
export const HOOK_NAMES: readonly string[] = [
  ...new Set([...EVERY_CHANGE, ...Object.values(HOOKS).flat(), ...OTHERS]),
];
