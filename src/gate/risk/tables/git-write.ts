import { each, type Subcommand } from './each.ts';
import { gitConfig } from './git-config.ts';
import { DIFF, LOG } from './git-read.ts';

const MESSAGE =
  '-m: -F:r -e --cleanup: --edit --no-edit --message: --file:r -S? --gpg-sign? --no-gpg-sign -s --signoff --no-signoff --trailer: --help';
const STRATEGY =
  '-s:!OTHER -X: --strategy:!OTHER --strategy-option: --rerere-autoupdate --no-rerere-autoupdate --autostash --no-autostash --allow-unrelated-histories --no-verify!HIGH --verify';
const SEQUENCE = '--abort!OTHER --continue --quit!OTHER --skip!OTHER';
const QUIET =
  '-q -v -n --quiet --verbose --progress --no-progress --dry-run --pathspec-from-file:r --pathspec-file-nul --sparse --recurse-submodules? --no-recurse-submodules';

// As a list of the files that are overwritten.
const FROM_FILE = QUIET.replace('--pathspec-from-file:r', '--pathspec-from-file:r!HIGH');

// Discards what was not committed.
const DISCARDS = {
  pattern: /^(--|\.|:\/)$/,
  risk: 'HIGH',
  reason: 'discards changes that were not committed',
} as const;

/** What changes a repository or its files, on this machine only. */
export const gitWrites: Readonly<Record<string, Subcommand>> = {
  config: gitConfig,
  add: {
    risk: 'LOW',
    needs: 'write',
    operands: 'read',
    options: `-A -e!MEDIUM -f!MEDIUM -i!MEDIUM -N -p!MEDIUM -u --all --chmod: --edit!MEDIUM --force!MEDIUM --ignore-errors --ignore-missing --ignore-removal --intent-to-add --interactive!MEDIUM --no-all --no-ignore-removal --no-warn-embedded-repo --patch!MEDIUM --refresh --renormalize --update --help ${QUIET}`,
  },
  stage: { risk: 'LOW', needs: 'write', operands: 'read', options: `-A -u --all --update ${QUIET}` },
  commit: {
    risk: 'MEDIUM',
    operands: 'text',
    options: `${MESSAGE} -a -c: -C: -i -o -p -t:r -u? -z --ahead-behind --all --allow-empty --allow-empty-message --amend!OTHER --author: --branch --date: --fixup: --include --interactive --long --no-post-rewrite --no-status --no-verify!HIGH --null --only --patch --porcelain --reedit-message: --reset-author --reuse-message: --short --squash: --status --template:r --untracked-files? --verify ${QUIET.replace('-n ', '')} -n!HIGH`,
    // Takes the place of the commit it is for, once it is squashed.
    values: {
      '--fixup': [
        { pattern: /^(amend|reword):/, risk: 'MEDIUM', reason: 'rewrites a commit', isOtherWork: true },
      ],
    },
  },
  checkout: {
    risk: 'MEDIUM',
    operands: 'text',
    options: `-b: -B:!HIGH -d -f!HIGH -l -m!OTHER -p!OTHER -t? -2!OTHER -3!OTHER --conflict:!OTHER --detach --force!HIGH --guess --no-guess --ignore-other-worktrees --ignore-skip-worktree-bits --merge!OTHER --orphan:!OTHER --ours!OTHER --overlay --no-overlay!HIGH --overwrite-ignore --no-overwrite-ignore --patch!OTHER --theirs!OTHER --track? --no-track --help ${FROM_FILE}`,
    dangerousText: DISCARDS,
    overwrites: {
      reason: 'discards changes in a file that were not committed, if it is none of the branches',
      unless: '-b -B -d -t --detach --orphan --track',
    },
  },
  switch: {
    risk: 'MEDIUM',
    operands: 'text',
    options: `-c: -C:!HIGH -d -f!HIGH -m!OTHER -t? --conflict:!OTHER --create: --detach --discard-changes!HIGH --force!HIGH --force-create:!HIGH --guess --no-guess --ignore-other-worktrees --merge!OTHER --orphan:!OTHER --overwrite-ignore --track? --no-track --help ${QUIET}`,
  },
  restore: {
    risk: 'MEDIUM',
    operands: 'text',
    options: `-m -p!OTHER -s:!OTHER -S -W!HIGH -2 -3 --conflict: --ignore-skip-worktree-bits --ignore-unmerged --merge --ours --overlay --no-overlay --patch!OTHER --source:!OTHER --staged --theirs --worktree!HIGH --help ${FROM_FILE}`,
    dangerousText: { ...DISCARDS, pattern: /^(?!-)|^--$/, unless: '-S --staged --help' },
  },
  reset: {
    risk: 'MEDIUM',
    operands: 'text',
    options: `-N -p --hard!HIGH --intent-to-add --keep!HIGH --merge!HIGH --mixed --no-refresh --patch --refresh --soft --help ${QUIET}`,
  },
  clean: {
    operands: 'list',
    options:
      '-d -e: -f!HIGH -i!HIGH -n -q -x -X --dry-run --exclude: --force!HIGH --interactive!HIGH --quiet --help',
    dangerousText: {
      // Without -n these delete whole directories, or what no other copy exists of.
      pattern: /^-(?=\w*[dxX])\w+$/,
      unless: '-n --dry-run',
      risk: 'CRITICAL',
      reason: 'deletes directories or ignored files that are in no commit',
    },
  },
  rm: {
    operands: 'delete',
    operandsWrittenWith: '--cached',
    options: `-f -n -q -r!CRITICAL --cached --dry-run --force --ignore-unmatch --pathspec-from-file:r!CRITICAL --pathspec-file-nul --quiet --sparse --help`,
  },
  mv: {
    risk: 'MEDIUM',
    operands: 'write',
    options: '-f!OTHER -k -n -v --dry-run --force!OTHER --sparse --verbose --help',
  },
  merge: {
    risk: 'MEDIUM',
    operands: 'text',
    options: `${MESSAGE} ${STRATEGY} ${SEQUENCE} -n -q -v --commit --no-commit --ff --no-ff --ff-only --into-name: --log? --no-log --overwrite-ignore --progress --no-progress --quiet --squash!OTHER --no-squash --stat --no-stat --summary --verbose --verify-signatures --no-verify-signatures`,
  },
  rebase: {
    risk: 'MEDIUM',
    operands: 'text',
    options: `${STRATEGY} ${SEQUENCE} -C: -f -i!OTHER -k -m -n -q -r? -S? -v -x:c!CRITICAL --apply --autosquash --no-autosquash --committer-date-is-author-date --edit-todo!OTHER --empty: --exec:c!CRITICAL --ff --no-ff --force-rebase --fork-point --no-fork-point --gpg-sign? --no-gpg-sign --ignore-date --ignore-whitespace --interactive!OTHER --keep-base --keep-empty --no-keep-empty --merge --onto:!OTHER --quiet --reapply-cherry-picks --no-reapply-cherry-picks --rebase-merges? --no-rebase-merges --reschedule-failed-exec --no-reschedule-failed-exec --reset-author-date --root!OTHER --show-current-patch --signoff --stat --no-stat --update-refs --no-update-refs --verbose --whitespace: --help`,
  },
  ...each('cherry-pick, revert', {
    risk: 'MEDIUM',
    operands: 'text',
    options: `${MESSAGE} ${STRATEGY} ${SEQUENCE} -m:!OTHER -n -x --allow-empty --allow-empty-message --commit --no-commit --empty: --ff --keep-redundant-commits --mainline:!OTHER --reference`,
  }),
  ...each('am, apply', {
    risk: 'MEDIUM',
    operands: 'read',
    options: `${SEQUENCE} -3 -c -C: -i -k -m -N -p: -q -r -R -s -S? -u -v -z --3way --no-3way --allow-empty --allow-overlap --apply!MEDIUM --binary --build-fake-ancestor:w --cached --check!SAFE --committer-date-is-author-date --directory: --empty: --exclude: --gpg-sign? --ignore-date --ignore-space-change --ignore-whitespace --inaccurate-eof --include: --index --intent-to-add --interactive --keep --keep-cr --no-keep-cr --keep-non-patch --message-id --no-add --numstat!SAFE --patch-format: --quiet --quoted-cr: --recount --reject --rerere-autoupdate --resolved --reverse --scissors --no-scissors --show-current-patch? --signoff --stat!SAFE --summary!SAFE --unidiff-zero --unsafe-paths!CRITICAL --utf8 --verbose --whitespace: --help`,
  }),
  stash: {
    options:
      '-a -k -m: -p -q -S -u --all --include-untracked --keep-index --no-keep-index --message: --patch --quiet --staged --pathspec-from-file:r --pathspec-file-nul --help',
    subcommands: {
      ...each('list, show', { operands: 'text', options: `${LOG} --include-untracked --only-untracked` }),
      ...each('push, save, pop, apply, branch, create, store', {
        risk: 'MEDIUM',
        operands: 'text',
        options:
          '-a -k -m: -p -q -S -u --all --include-untracked --index --keep-index --no-keep-index --message: --patch --quiet --staged --pathspec-from-file:r --pathspec-file-nul',
      }),
      ...each('drop, clear', { risk: 'HIGH', operands: 'text', options: '-q --quiet' }),
    },
    bare: 'MEDIUM',
    otherwise: 'MEDIUM',
  },
  init: {
    risk: 'MEDIUM',
    operands: 'write',
    options:
      '-b: -q --bare --initial-branch: --object-format: --quiet --ref-format: --separate-git-dir:w --shared? --template:r!HIGH --help',
  },
  'worktree add': {
    risk: 'MEDIUM',
    operands: 'write',
    options:
      '-b: -B:!HIGH -d -f!OTHER -q --checkout --no-checkout --detach --force!OTHER --guess-remote --no-guess-remote --lock --orphan --quiet --reason: --relative-paths --track --no-track',
  },
  ...each('worktree move, worktree lock, worktree unlock, worktree repair', {
    risk: 'MEDIUM',
    operands: 'write',
    options: '-f!OTHER --force!OTHER --reason:',
  }),
  ...each('worktree remove, worktree prune', {
    risk: 'HIGH',
    operands: 'text',
    options: '-f!CRITICAL -n -v --dry-run --expire: --force!CRITICAL --verbose',
  }),
  ...each(
    'bisect start, bisect good, bisect bad, bisect new, bisect old, bisect skip, bisect reset, bisect next, bisect replay',
    {
      risk: 'MEDIUM',
      operands: 'text',
      options: '--first-parent --no-checkout --term-new: --term-bad: --term-old: --term-good:',
    },
  ),
  'bisect run': { risk: 'CRITICAL', operands: 'command', reason: 'runs a command for every commit' },
  ...each('notes add, notes append, notes copy, notes edit, notes merge, notes remove, notes prune', {
    risk: 'MEDIUM',
    operands: 'text',
    options: '--ref: -f!OTHER --force!OTHER -m: -F:r -C: -c: --allow-empty --stdin --ignore-missing -n -v',
  }),
  'format-patch': {
    risk: 'MEDIUM',
    operands: 'text',
    options: `${LOG} -k -N -o:w -s --add-header: --attach? --base: --cc: --cover-from-description: --cover-letter --creation-factor: --encode-email-headers --filename-max-length: --force-in-body-from --from? --ignore-if-in-upstream --in-reply-to: --inline? --interdiff: --keep-subject --no-binary --no-cover-letter --no-numbered --no-signature --no-stat --no-thread --numbered --numbered-files --output-directory:w --range-diff: --reroll-count: --rfc? --signature: --signature-file:r --signoff --start-number: --stdout --subject-prefix: --suffix: --thread? --to: --zero-commit`,
  },
  ...each('rerere status, rerere diff, rerere remaining', { operands: 'read', options: '' }),
  'bundle create': { risk: 'MEDIUM', operands: 'write', options: LOG },
  ...each(
    'gc, repack, pack-refs, maintenance run, commit-graph write, multi-pack-index write, update-server-info, rerere, sparse-checkout',
    {
      risk: 'MEDIUM',
      operands: 'text',
      options:
        '-a -A -d!HIGH -f -F -q -l -n --aggressive --all --auto --cruft --no-cruft --force --keep-largest-pack --no-prune --prune?!HIGH --quiet --task: --reachable --progress --no-progress --cone --no-cone --stdin',
    },
  ),
  ...each(
    'update-index, read-tree, write-tree, commit-tree, mktree, mktag, merge-file, merge-index, unpack-objects, index-pack, pack-objects, mailinfo, mailsplit, unpack-file, fast-export, lfs track, lfs untrack, lfs checkout, quiltimport',
    {
      risk: 'MEDIUM',
      operands: 'read',
      options: `${DIFF} -a -e -f -F:r -g -i -L: -n -o -p -q -t: -v -w --add --again --all --assume-unchanged --cacheinfo: --chmod: --empty --force --force-remove --index --index-info --index-output:w --info-only --literally --no-assume-unchanged --no-filters --no-skip-worktree --path: --prefix:w --progress --really-refresh --refresh --remove --replace --reset!HIGH --skip-worktree --stdin --stdin-paths --export-marks:w --import-marks:r --temp --unmerged --verbose -p:`,
    },
  ),
  'checkout-index': {
    risk: 'MEDIUM',
    operands: 'read',
    options:
      '-a -f!HIGH -n -q -u -z --all --create --force!HIGH --ignore-skip-worktree-bits --index --no-create --prefix:w --quiet --stage: --stdin --temp',
  },
  ...each(
    'prune, prune-packed, reflog expire, reflog delete, update-ref, replace, filter-repo, fast-import, maintenance start, maintenance register, maintenance unregister, lfs install, lfs uninstall, lfs migrate, lfs prune',
    {
      risk: 'HIGH',
      operands: 'text',
      options:
        '-d!CRITICAL -m: -n -q -v -z --all --create-reflog --delete --dry-run --expire: --expire-unreachable: --no-deref --rewrite --short --stdin --updateref --verbose --force!CRITICAL',
    },
  ),
  // A name alone shows where it points.
  'symbolic-ref': {
    options: '-d!HIGH -m:!HIGH -q --delete!HIGH --no-recurse --quiet --recurse --short',
    stopAtOperand: false,
    subcommands: each('HEAD, refs/remotes/origin/HEAD, refs/remotes/upstream/HEAD', {
      subcommands: {},
      otherwise: 'HIGH',
    }),
    otherwise: 'HIGH',
  },
  'filter-branch': {
    risk: 'CRITICAL',
    operands: 'text',
    options:
      '-d:w -f --force --commit-filter:c --env-filter:c --index-filter:c --msg-filter:c --original: --parent-filter:c --prune-empty --setup:c --state-branch: --subdirectory-filter: --tag-name-filter:c --tree-filter:c',
    reason: 'rewrites history, and runs a command for every commit',
  },
  'submodule foreach': {
    risk: 'CRITICAL',
    operands: 'text',
    options: '-q --quiet --recursive',
    reason: 'runs a command in every submodule',
  },
  ...each('submodule init, submodule sync, submodule absorbgitdirs, submodule set-branch', {
    risk: 'MEDIUM',
    operands: 'text',
    options: '-q -b: -d --quiet --recursive --branch: --default',
  }),
  ...each('submodule deinit, submodule set-url', {
    risk: 'HIGH',
    operands: 'text',
    options: '-f!CRITICAL --force!CRITICAL --all -q --quiet',
  }),
  ...each('difftool, mergetool', {
    risk: 'HIGH',
    operands: 'text',
    options: `${DIFF} -d -g -t: -x:!CRITICAL -y --dir-diff --extcmd:!CRITICAL --gui --no-gui --no-prompt --no-symlinks --no-trust-exit-code --prompt --symlinks --tool: --tool-help!SAFE --trust-exit-code`,
  }),
  ...each('hook run, for-each-repo, gui, citool, instaweb, web--browse, scalar, bugreport, diagnose, lfs', {
    risk: 'HIGH',
    operands: 'text',
    options: '-h --help',
  }),
  ...each(
    'daemon, shell, credential, credential-store, credential-cache, remote-ext, remote-fd, upload-pack, receive-pack, upload-archive, http-backend, http-push, http-fetch, remote-http, remote-https, sh-setup, sh-i18n, filter-process, fsmonitor--daemon',
    {
      risk: 'CRITICAL',
      operands: 'text',
      options: '-h --help',
    },
  ),
};
