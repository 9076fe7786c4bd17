import type { ProgramRule } from '../programs/program-rule.ts';
import { each, type Subcommand } from './each.ts';
import { gitReads } from './git-read.ts';
import { gitWrites } from './git-write.ts';

const TRANSFER =
  '-4 -6 -j: -o: -q -v -n -f -k -p -P -t -u -a -m --all --append --atomic --auto-gc --no-auto-gc --auto-maintenance --no-auto-maintenance --depth: --deepen: --dry-run --filter: --no-filter --force --ipv4 --ipv6 --jobs: --keep --multiple --negotiate-only --negotiation-tip: --prefetch --progress --no-progress --porcelain --prune --no-prune --prune-tags --quiet --recurse-submodules? --no-recurse-submodules --refetch --refmap: --server-option: --set-upstream --shallow-exclude: --shallow-since: --show-forced-updates --no-show-forced-updates --stdin --tags --no-tags --unshallow --update-head-ok --update-shallow --upload-pack:!CRITICAL --verbose --write-commit-graph --write-fetch-head --no-write-fetch-head --help';

const SUBMODULES =
  '-b: -f -j: -N -q --branch: --checkout --depth: --dissociate --filter: --force --init --jobs: --merge --name: --no-fetch --no-recommend-shallow --no-single-branch --progress --quiet --rebase --recommend-shallow --recursive --reference:r --remote --single-branch';

/** What talks to other repositories. */
const remotes: Readonly<Record<string, Subcommand>> = {
  remote: {
    options: '-v --verbose --help',
    subcommands: {
      'get-url': { operands: 'text', options: '--all --push' },
      show: { risk: 'LOW', network: true, needs: 'network secrets', operands: 'text', options: '-n' },
      ...each('update, prune, set-head', {
        risk: 'MEDIUM',
        network: true,
        needs: 'write network secrets',
        operands: 'text',
        options: '-a -d -n -p --auto --delete --dry-run --prune',
      }),
      ...each('add, set-url, set-branches, remove, rm, rename', {
        risk: 'HIGH',
        operands: 'text',
        options: '-f -m: -t: --add --delete --master: --mirror? --no-tags --progress --push --tags --track:',
      }),
    },
    otherwise: 'HIGH',
  },
  'ls-remote': {
    risk: 'LOW',
    network: true,
    needs: 'network secrets',
    operands: 'text',
    options:
      '-b -h -o: -q -t --branches --exit-code --exec:!CRITICAL --get-url --heads --quiet --refs --server-option: --sort: --symref --tags --upload-pack:!CRITICAL --help',
  },
  fetch: {
    risk: 'MEDIUM',
    network: true,
    needs: 'write network secrets',
    operands: 'text',
    options: TRANSFER,
  },
  pull: {
    risk: 'MEDIUM',
    network: true,
    needs: 'write network secrets',
    operands: 'text',
    options: `${TRANSFER.replace(' -f ', ' -f!OTHER ').replace('--force ', '--force!OTHER ')} -r? -s:!OTHER -S? -X: --allow-unrelated-histories!OTHER --autostash --no-autostash --cleanup: --commit --no-commit --edit --no-edit --ff --no-ff --ff-only --gpg-sign? --log? --no-log --no-rebase --no-verify!HIGH --rebase? --signoff --squash!OTHER --no-squash --stat --no-stat --strategy:!OTHER --strategy-option: --verify --verify-signatures --no-verify-signatures`,
  },
  // The last word is where it goes; an address is no path, and does no harm as one.
  clone: {
    risk: 'MEDIUM',
    network: true,
    operands: 'write',
    options:
      '-4 -6 -b: -c:!CRITICAL -j: -l -n -o: -q -s -u:!CRITICAL -v --also-filter-submodules --bare --branch: --bundle-uri: --config:!CRITICAL --depth: --dissociate --filter: --ipv4 --ipv6 --jobs: --local --mirror --no-checkout --no-hardlinks --no-local --no-reject-shallow --no-remote-submodules --no-shallow-submodules --no-single-branch --no-tags --origin: --progress --quiet --recurse-submodules? --recursive? --ref-format: --reference:r --reference-if-able:r --reject-shallow --remote-submodules --revision: --separate-git-dir:w --server-option: --shallow-exclude: --shallow-since: --shallow-submodules --shared --single-branch --sparse --tags --template:r!HIGH --upload-pack:!CRITICAL --verbose --help',
  },
  'submodule update': {
    risk: 'MEDIUM',
    network: true,
    operands: 'write',
    options: SUBMODULES.replace(' -f ', ' -f!HIGH ').replace('--force ', '--force!HIGH '),
  },
  ...each('submodule add, lfs pull, lfs fetch', {
    risk: 'MEDIUM',
    network: true,
    operands: 'write',
    options: SUBMODULES,
  }),
  push: {
    risk: 'HIGH',
    network: true,
    needs: 'network secrets',
    operands: 'text',
    options:
      '-4 -6 -d!CRITICAL -f!CRITICAL -n -o: -q -u -v --all --atomic --branches --delete!CRITICAL --dry-run --exec:!CRITICAL --follow-tags --no-follow-tags --force!CRITICAL --force-if-includes!CRITICAL --force-with-lease?!CRITICAL --ipv4 --ipv6 --mirror!CRITICAL --no-force-with-lease --no-signed --no-thin --no-verify --porcelain --progress --prune!CRITICAL --push-option: --quiet --receive-pack:!CRITICAL --recurse-submodules: --repo: --set-upstream --signed? --tags --thin --verbose --verify --help',
    dangerousText: {
      pattern: /^\+|^:./,
      risk: 'CRITICAL',
      reason: 'overwrites or deletes a branch on the other side',
    },
  },
  ...each(
    'send-email, imap-send, request-pull, lfs push, p4, svn, cvsimport, cvsexportcommit, fetch-pack, send-pack',
    {
      risk: 'HIGH',
      network: true,
      operands: 'text',
      options: '-h --help',
    },
  ),
};

// Settings that change how things look or who is named, never what runs or where it goes.
const HARMLESS_SETTING =
  /^(color\.[\w.]+|user\.(name|email)|(core\.(abbrev|quotepath|autocrlf|eol|filemode|longpaths|precomposeunicode|preloadindex|untrackedcache|pager=(cat|less)?$)|pager\.\w+=(false|cat)$|advice\.\w+|diff\.(algorithm|renames|renamelimit|colormoved|context|noprefix|mnemonicprefix|indentheuristic)|log\.\w+|column\.\w+|status\.\w+|init\.defaultbranch|merge\.(conflictstyle|renamelimit|ff)|pull\.(rebase|ff)|push\.default|rebase\.(autosquash|autostash)|commit\.(gpgsign|verbose)|tag\.(gpgsign|sort)|fetch\.(prune|parallel)|gc\.auto|protocol\.version|http\.(postbuffer|version|lowspeed\w+)|i18n\.\w+|format\.pretty|grep\.\w+|submodule\.recurse|core\.(fsmonitor=false$|hookspath=\/dev\/null$))\b)[=\w]*/i;

/** git, by subcommand. */
export const git: readonly ProgramRule[] = [
  {
    names: 'git',
    options:
      '-c:!CRITICAL -C:e -h -p!LOW -P -v --attr-source: --bare --config-env:!CRITICAL --exec-path?!CRITICAL --git-dir:e --glob-pathspecs --help --html-path --icase-pathspecs --info-path --list-cmds: --literal-pathspecs --man-path --namespace: --no-advice --no-lazy-fetch --no-optional-locks --no-pager --no-replace-objects --noglob-pathspecs --paginate!LOW --super-prefix: --version --work-tree:e',
    subcommands: { ...gitReads, ...gitWrites, ...remotes },
    values: { '-c': [{ pattern: HARMLESS_SETTING, risk: 'SAFE', reason: 'a setting for this call' }] },
    dangerousText: {
      pattern: /^(ext|fd)::|^--(upload-pack|receive-pack|upload-p|receive-p)/,
      risk: 'CRITICAL',
      reason: 'an address or an option that makes git run a program',
    },
    match: [
      'git status',
      'git status -sb',
      'git log --oneline -5',
      'git log -p --since="2 weeks ago" -- src',
      'git diff HEAD~1 --stat',
      'git diff main...HEAD --name-only',
      'git show HEAD:src/a.ts',
      'git blame -L 10,20 src/a.ts',
      'git branch -vv',
      'git branch --show-current',
      'git branch --list "feat/*"',
      'git tag -l "v*" --sort=-v:refname',
      'git remote -v',
      'git rev-parse --abbrev-ref HEAD',
      'git ls-files | head',
      'git stash list',
      'git config --get user.name',
      'git config user.email',
      'git config --list',
      'git grep -n foo src',
      'git -C src status',
      'git --no-pager log -1',
      'git worktree list',
      'git clean -n',
      'git clean -ndx',
      'git submodule status',
      'git help log',
      'git --version',
      'git log | less -FRX',
      'git -c color.ui=never status',
      'git -c core.quotepath=off ls-files',
    ],
    notMatch: [
      'git -c core.pager=./evil log',
      'git --exec-path=/tmp status',
      'git diff --ext-diff',
      'git diff --output=/etc/x',
      'git diff /dev/null /etc/shadow',
      'git grep -O./evil x',
      'git grep --open-files-in-pager=sh x',
      'git commit -m x',
      'git push',
      'git branch -D x',
      'git branch new',
      'git tag v1',
      'git config core.hooksPath .x',
      'git config alias.x "!sh"',
      'git config --global user.name x',
      'git clean -fd',
      'git show HEAD:.env',
      'git log -p -- .env',
      'git stash',
      'git unknown-alias',
      'git rebase -x id HEAD~1',
      'git bisect run ls',
      'git submodule foreach ls',
      'git ls-remote "ext::sh -c id"',
      'git remote add x url',
      'git archive -o /etc/x HEAD',
    ],
  },
];
