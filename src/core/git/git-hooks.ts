const COMMIT = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];
const MERGE = ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge'];
const PATCH = ['applypatch-msg', 'pre-applypatch', 'post-applypatch'];
/** It works by patches where it is told to, or by the configuration. */
const REBASE = ['pre-rebase', 'post-checkout', 'post-rewrite', ...COMMIT, ...PATCH];
/** Afterwards git may collect garbage. */
const COLLECT = ['pre-auto-gc'];
const CHECKOUT = ['post-checkout'];

/** Of whatever changes a branch or the index. */
const EVERY_CHANGE = ['reference-transaction', 'post-index-change'];

/** The hooks that git runs, by subcommand. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  // With --amend, the one for what is rewritten too.
  commit: [...COMMIT, 'post-rewrite', ...COLLECT],
  merge: [...MERGE, ...COLLECT],
  pull: [...MERGE, ...REBASE, ...COLLECT],
  fetch: COLLECT,
  remote: COLLECT,
  push: ['pre-push'],
  rebase: [...REBASE, ...COLLECT],
  'cherry-pick': [...COMMIT, ...COLLECT],
  revert: [...COMMIT, ...COLLECT],
  am: [...PATCH, ...COLLECT],
  gc: COLLECT,
  maintenance: COLLECT,
  checkout: CHECKOUT,
  switch: CHECKOUT,
  restore: CHECKOUT,
  worktree: CHECKOUT,
  bisect: CHECKOUT,
  'send-email': ['sendemail-validate'],
};

/** These run none but those of every change. */
const OTHERS = new Set(
  (
    'add annotate apply archive blame branch bundle cat-file check-attr check-ignore check-mailmap check-ref-format cherry ' +
    'clean clone config count-objects describe diff diff-files diff-index diff-tree difftool fast-export for-each-ref ' +
    'format-patch fsck grep hash-object help index-pack init log ls-files ls-remote ls-tree merge-base merge-file merge-tree ' +
    'mktag mktree mv name-rev notes pack-objects pack-refs prune range-diff read-tree reflog repack replace request-pull ' +
    'rerere reset rev-list rev-parse rm shortlog show show-branch show-ref sparse-checkout stage stash status stripspace ' +
    'symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info var verify-commit verify-pack ' +
    'verify-tag version whatchanged write-tree'
  ).split(' '),
);

/** What no subcommand of a person runs: hooks of a repository that is pushed to, and of a watcher. */
const FROM_OUTSIDE = ['pre-receive', 'update', 'post-receive', 'post-update', 'fsmonitor-watchman'];

/** All there are. */
export const HOOK_NAMES: readonly string[] = [
  ...new Set([...EVERY_CHANGE, ...Object.values(HOOKS).flat(), ...FROM_OUTSIDE]),
];

/** What a subcommand may run: one that is not known, an alias or `git hook`, any of them. */
export const hooksOf = (subcommand: string): readonly string[] => {
  if (Object.hasOwn(HOOKS, subcommand)) return [...EVERY_CHANGE, ...(HOOKS[subcommand] ?? [])];
  return OTHERS.has(subcommand) ? EVERY_CHANGE : HOOK_NAMES;
};
