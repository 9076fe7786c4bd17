import type { ProgramRule } from '../programs/program-rule.ts';
import { each } from './each.ts';

const SVN =
  '-c: -g -l: -N -q -r: -R -u -v -x: --accept: --auto-props --change: --changelist: --cl: --config-dir:r!CRITICAL --config-option:!CRITICAL --depth: --diff --diff-cmd:!CRITICAL --diff3-cmd:!CRITICAL --dry-run --editor-cmd:!CRITICAL --encoding: --extensions: --force --force-interactive --force-log --git --ignore-ancestry --ignore-externals --incremental --internal-diff --limit: --message: -m: -F:r --file:r --merge-tool:!CRITICAL --native-eol: --new: --no-auth-cache --no-diff-added --no-diff-deleted --no-ignore --no-newline --no-unlock --non-interactive --non-recursive --notice-ancestry --old: --parents --password: --password-from-stdin --patch-compatible --properties-only --quiet --record-only --recursive --reintegrate --relocate --remove --revision: --revprop --search: --set-depth: --show-copies-as-adds --show-item: --show-updates --stop-on-copy --strict --strip: --summarize --targets:r --trust-server-cert!HIGH --trust-server-cert-failures:!HIGH --use-merge-history --username: --verbose --with-all-revprops --xml --help --version';

const HG =
  '-a -A -b: -B: -c: -C -d: -D: -e: -f -F: -g -G -h -I: -k: -l: -m: -M -n -o: -p -q -r: -R:l -S -t -T: -u -U: -v -w -X: -y --all --branch: --bookmark: --change: --closed --color: --config:!CRITICAL --copies --cwd:l --date: --debug --debugger!CRITICAL --encoding: --exclude: --follow --from: --git --graph --hidden --ignore-all-space --include: --keyword: --limit: --line-number --merge: --message: --modified --added --removed --deleted --unknown --ignored --clean --newest-first --no-merges --no-status --nodates --noninteractive --number --only-branch: --pager: --patch --print0 --profile --prune: --quiet --removed --repository:l --rev: --reverse --rev-range: --show-function --stat --subrepos --template: --text --time --to: --traceback --unified: --user --verbose --version --word-diff --help';

/** Other version control, and the pages that show git in a terminal. */
export const vcs: readonly ProgramRule[] = [
  {
    names: 'svn',
    options: SVN,
    subcommands: {
      ...each('status, stat, st, info, diff, di, proplist, plist, pl, propget, pget, pg, help', {
        operands: 'read',
        options: SVN,
      }),
      ...each('log, list, ls, cat, blame, annotate, praise, ann, mergeinfo', {
        risk: 'LOW',
        network: true,
        operands: 'read',
        options: SVN,
      }),
      ...each(
        'add, changelist, cl, cleanup, resolve, resolved, mkdir, propset, pset, ps, propdel, pdel, pd, propedit, pedit, pe, patch, copy, cp, move, mv, rename, ren',
        { risk: 'MEDIUM', operands: 'write', options: SVN },
      ),
      ...each('update, up, checkout, co, switch, sw, merge, export, upgrade, relocate, unlock, lock', {
        risk: 'MEDIUM',
        network: true,
        operands: 'write',
        options: SVN,
      }),
      ...each('revert, delete, del, remove, rm', { risk: 'HIGH', operands: 'text', options: SVN }),
      ...each('commit, ci, import', { risk: 'HIGH', network: true, operands: 'text', options: SVN }),
      auth: { risk: 'CRITICAL', operands: 'text', options: SVN },
    },
    match: ['svn status', 'svn diff -r 1:2 src', 'svn info', 'svn --version --quiet'],
    notMatch: [
      'svn commit -m x',
      'svn diff --diff-cmd ./evil',
      'svn auth --show-passwords',
      'svn log',
      'svn update',
      'svn --config-option=x status',
    ],
  },
  {
    names: 'hg chg',
    options: HG,
    subcommands: {
      ...each(
        'status, st, log, history, diff, cat, annotate, blame, summary, sum, branches, tags, heads, tip, parents, identify, id, manifest, files, locate, root, paths, showconfig, help, version, verify, grep, phase',
        { operands: 'read', options: HG },
      ),
      ...each('incoming, in, outgoing, out', { risk: 'LOW', network: true, operands: 'text', options: HG }),
      ...each(
        'add, addremove, commit, ci, update, up, checkout, co, merge, branch, bookmark, bookmarks, tag, rebase, graft, import, export, init, copy, cp, rename, mv, resolve, shelve, unshelve, forget, backout, amend, uncommit, archive',
        { risk: 'MEDIUM', operands: 'write', options: HG },
      ),
      ...each('pull, clone', {
        risk: 'MEDIUM',
        network: true,
        operands: 'write',
        options: `${HG} --ssh:!CRITICAL --remotecmd:!CRITICAL`,
      }),
      ...each('revert, remove, rm, purge, strip, histedit, rollback', {
        risk: 'HIGH',
        operands: 'text',
        options: HG,
      }),
      ...each('push, email', {
        risk: 'HIGH',
        network: true,
        operands: 'text',
        options: `${HG} --force!CRITICAL --ssh:!CRITICAL --remotecmd:!CRITICAL`,
      }),
      ...each('serve, config, bisect, extdiff', { risk: 'CRITICAL', operands: 'text', options: HG }),
    },
    dangerousText: {
      pattern: /^(--config|--debugger|-e|--ssh|--remotecmd|alias)/,
      risk: 'CRITICAL',
      reason: 'makes hg run a program',
    },
    match: ['hg status', 'hg log -l 5', 'hg diff', 'hg --version'],
    notMatch: ['hg --config alias.x=!id x', 'hg commit -m x', 'hg push', 'hg cat .env', 'hg pull'],
  },
  {
    names: 'jj',
    options:
      '-h -R:l --at-op: --color: --config:!CRITICAL --config-file:r!CRITICAL --debug --help --ignore-working-copy --no-pager --quiet --repository:l --version -V',
    subcommands: {
      ...each(
        'status, st, log, diff, show, op log, evolog, obslog, file list, file show, file annotate, bookmark list, b list, workspace list, workspace root, root, config get, config list, config path, tag list, version, help, interdiff',
        {
          operands: 'text',
          options:
            '-r: -n: -T: -p -s -f: -t: --revisions: --revision: --limit: --no-graph --reversed --template: --patch --summary --stat --types --name-only --git --color-words --from: --to: --tool:!CRITICAL --context: --all --all-remotes --include-defaults --help',
        },
      ),
      ...each('git push', {
        risk: 'HIGH',
        network: true,
        operands: 'text',
        options:
          '-b: -c: -r: --all --allow-new --bookmark: --change: --deleted!CRITICAL --dry-run --remote: --revisions: --tracked -N',
      }),
      ...each('git fetch, git clone', {
        risk: 'MEDIUM',
        network: true,
        operands: 'write',
        options: '-b: --all-remotes --branch: --colocate --depth: --remote:',
      }),
      ...each(
        'config set, config edit, config unset, git remote, git import, git export, util exec, op restore, op abandon, op undo, abandon, fix',
        { risk: 'HIGH', operands: 'text', options: '--help' },
      ),
    },
    match: ['jj status', 'jj log -n 5', 'jj diff'],
    notMatch: ['jj git push', 'jj new', 'jj --config x=y log', 'jj config set x y', 'jj diff --tool ./evil'],
  },
  {
    // They run what is typed into them, and what their configuration names.
    names: 'tig lazygit gitui gitk git-gui',
    risk: 'MEDIUM',
    operands: 'text',
    options:
      '-# -C:l -d -f: -g: -h -p:l -v -w:l --all --config:!CRITICAL --debug --directory:l --filter: --git-dir:l --path:l --print-config-dir --print-default-config --ucd:!CRITICAL --use-config-file:r!CRITICAL --use-config-dir:!CRITICAL --work-tree:l --workdir:l --help --version',
    match: ['tig', 'tig log', 'lazygit'],
    notMatch: ['lazygit --use-config-file evil.yml', 'lazygit -p ~/.ssh'],
  },
];
