import { definePack } from '../../core/tool/registry.ts';

export const git = definePack({
  add_worktree: async () => (await import('./add-worktree.ts')).addWorktree,
  get_git_diff: async () => (await import('./get-git-diff.ts')).getGitDiff,
  get_git_status: async () => (await import('./get-git-status.ts')).getGitStatus,
  get_staged_diff: async () => (await import('./get-staged-diff.ts')).getStagedDiff,
  get_worktree_status: async () => (await import('./get-worktree-status.ts')).getWorktreeStatus,
  git_add: async () => (await import('./add.ts')).gitAdd,
  git_blame: async () => (await import('./blame.ts')).gitBlame,
  git_commit: async () => (await import('./commit.ts')).gitCommit,
  git_create_branch: async () => (await import('./create-branch.ts')).gitCreateBranch,
  git_current_branch: async () => (await import('./current-branch.ts')).gitCurrentBranch,
  git_diff: async () => (await import('./diff.ts')).gitDiff,
  git_list_branches: async () => (await import('./list-branches.ts')).gitListBranches,
  git_log: async () => (await import('./log.ts')).gitLog,
  git_pull: async () => (await import('./pull.ts')).gitPull,
  git_push: async () => (await import('./push.ts')).gitPush,
  git_show: async () => (await import('./show.ts')).gitShow,
  git_stash: async () => (await import('./stash.ts')).gitStash,
  git_switch: async () => (await import('./switch.ts')).gitSwitch,
  list_worktrees: async () => (await import('./list-worktrees.ts')).listWorktrees,
  remove_worktree: async () => (await import('./remove-worktree.ts')).removeWorktree,
});
