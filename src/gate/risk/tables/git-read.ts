import { each, type Subcommand } from './each.ts';

const LISTS = '-l --list --contains --no-contains --merged --no-merged --points-at';

/** Options of everything that shows a difference. */
export const DIFF =
  '-# -0 -1 -2 -3 -a -b -B? -c -C? -D -G: -h -I: -l: -m -M? -O:r -p -r -R -s -S: -t -u -U: -w -W -X? -z --abbrev? --anchored: --base --binary --break-rewrites? --cached --cc --check --color? --color-moved? --color-moved-ws: --color-words? --combined-all-paths --compact-summary --cumulative --default-prefix --diff-algorithm: --diff-filter: --diff-merges: --dirstat? --dirstat-by-file? --dst-prefix: --exit-code --ext-diff!HIGH --find-copies? --find-copies-harder --find-object: --find-renames? --follow --full-index --function-context --histogram --ignore-all-space --ignore-blank-lines --ignore-cr-at-eol --ignore-matching-lines: --ignore-space-at-eol --ignore-space-change --ignore-submodules? --indent-heuristic --inter-hunk-context: --irreversible-delete --ita-invisible-in-index --ita-visible-in-index --line-prefix: --max-depth: --merge-base --minimal --name-only --name-status --no-abbrev --no-color --no-color-moved --no-color-moved-ws --no-compact-summary --no-diff-merges --no-ext-diff --no-follow --no-full-index --no-indent-heuristic --no-index --no-minimal --no-patch --no-prefix --no-relative --no-rename-empty --no-renames --no-textconv --numstat --ours --output:w --output-indicator-context: --output-indicator-new: --output-indicator-old: --patch --patch-with-raw --patch-with-stat --patience --pickaxe-all --pickaxe-regex --quiet --raw --relative? --remerge-diff --rename-empty --root --rotate-to: --shortstat --skip-to: --src-prefix: --staged --stat? --stat-count: --stat-graph-width: --stat-name-width: --stat-width: --submodule? --summary --text --textconv!MEDIUM --theirs --trailing-space --unified? --word-diff? --word-diff-regex: --ws-error-highlight: --help';

/** Options of everything that walks through commits. */
export const LOG = `${DIFF} -E -F -g -i -L: -n: -P -q -v --abbrev-commit --after: --all --all-match --alternate-refs --always --ancestry-path? --author: --author-date-order --basic-regexp --before: --bisect --boundary --branches? --cherry --cherry-mark --cherry-pick --children --clear-decorations --committer: --count --date: --date-order --decorate? --decorate-refs: --decorate-refs-exclude: --dense --disk-usage? --do-walk --encoding: --exclude: --exclude-first-parent-only --exclude-hidden: --exclude-promisor-objects --expand-tabs? --extended-regexp --filter: --first-parent --fixed-strings --format: --full-diff --full-history --glob: --graph --grep: --grep-reflog: --header --ignore-missing --in-commit-order --indexed-objects --invert-grep --left-only --left-right --log-size --mailmap --max-age: --max-count: --max-parents: --merge --merges --min-age: --min-parents: --missing: --no-abbrev-commit --no-commit-id --no-decorate --no-expand-tabs --no-filter --no-graph --no-mailmap --no-max-parents --no-merges --no-min-parents --no-notes --no-object-names --no-standard-notes --no-use-mailmap --no-walk? --not --notes? --object-names --objects --objects-edge --oneline --parents --perl-regexp --pretty? --progress? --reflog --regexp-ignore-case --relative-date --remotes? --remove-empty --reverse --right-only --show-linear-break? --show-notes? --show-pulls --show-signature!LOW --simplify-by-decoration --simplify-merges --since: --since-as-filter: --single-worktree --skip: --source --sparse --standard-notes --stdin --tags? --timestamp --topo-order --unpacked --until: --use-bitmap-index --use-mailmap --walk-reflogs`;

// Files whose content stays secret, also in the past.
const SECRET_PATH = {
  pattern:
    /(^|[/:])(\.env(\.(?!example|sample|template|dist)[\w.-]+)?|id_(rsa|dsa|ecdsa|ed25519)|[^/:]*\.(pem|key|p12|pfx)|\.netrc|\.npmrc|\.git-credentials|credentials(\.\w+)?|secrets?\.\w+)$/,
  risk: 'MEDIUM',
  reason: 'shows a file that looks like it holds secrets',
} as const;

const REFS =
  '--color? --contains: --count: --format: --ignore-case --merged: --no-contains: --no-merged: --no-color --omit-empty --points-at: --sort: --help';

/** What only looks at a repository. */
export const gitReads: Readonly<Record<string, Subcommand>> = {
  status: {
    operands: 'list',
    options:
      '-b -h -M? -s -u? -v -z --ahead-behind --branch --column? --find-renames? --ignore-submodules? --ignored? --long --no-ahead-behind --no-branch --no-column --no-find-renames --no-renames --null --porcelain? --renames --short --show-stash --untracked-files? --verbose --help',
  },
  ...each('diff, diff-tree, diff-index, diff-files, show, range-diff', {
    operands: 'read',
    options: `${LOG} --creation-factor: --no-dual-color --dual-color`,
  }),
  ...each('log, whatchanged, rev-list, shortlog, reflog, reflog show, cherry', {
    prints: 'facts',
    operands: 'text',
    options: `${LOG} -e --verbose --bisect-all --bisect-vars --committer --email --group: --header --max-age: --numbered --summary -w?`,
    dangerousText: SECRET_PATH,
  }),
  ...each('reflog exists, reflog list', { operands: 'text' }),
  ...each('blame, annotate', {
    operands: 'read',
    options:
      '-# -b -c -C? -e -f -h -l -L: -M? -n -p -s -S:r -t -w --abbrev? --color-by-age --color-lines --contents:r --date: --encoding: --first-parent --ignore-rev: --ignore-revs-file:r --incremental --line-porcelain --minimal --no-progress --porcelain --progress --reverse: --root --score-debug --show-email --show-name --show-number --show-stats --since: --help',
  }),
  grep: {
    operands: 'pattern-read',
    options:
      '-# -( -) -a -A: -B: -c -C: -e:p -E -f:f -F -G -h -H -i -I -l -L -m: -n -o -O?!CRITICAL -p -P -q -r -v -w -W -z --after-context: --all-match --and --basic-regexp --before-context: --break --cached --color? --column --context: --count --exclude-standard --extended-regexp --ext-grep --files-with-matches --files-without-match --fixed-strings --full-name --function-context --heading --ignore-case --invert-match --line-number --max-count: --max-depth: --name-only --no-color --no-exclude-standard --no-ext-grep --no-index --no-recursive --no-textconv --not --null --only-matching --open-files-in-pager?!CRITICAL --or --perl-regexp --quiet --recurse-submodules --recursive --show-function --text --textconv!MEDIUM --threads: --untracked --word-regexp --help',
  },
  'ls-files': {
    operands: 'list',
    prints: 'paths',
    options:
      '-c -d -f -h -i -k -m -o -r -s -t -u -v -x: -X:r -z --abbrev? --cached --debug --deduplicate --deleted --directory --empty-directory --eol --error-unmatch --exclude: --exclude-from:r --exclude-per-directory: --exclude-standard --format: --full-name --ignored --killed --modified --no-empty-directory --others --recurse-submodules --resolve-undo --sparse --stage --unmerged --with-tree: --help',
  },
  'ls-tree': {
    operands: 'text',
    options:
      '-d -l -r -t -z --abbrev? --format: --full-name --full-tree --long --name-only --name-status --object-only --help',
  },
  'cat-file': {
    operands: 'read',
    options:
      '-e -p -s -t -z -Z --allow-unknown-type --batch? --batch-all-objects --batch-check? --batch-command? --buffer --filter: --filters!MEDIUM --follow-symlinks --mailmap --no-mailmap --path: --textconv!MEDIUM --unordered --use-mailmap --help',
  },
  describe: {
    prints: 'facts',
    operands: 'text',
    options:
      '--abbrev? --all --always --broken? --candidates: --contains --debug --dirty? --exact-match --exclude: --first-parent --long --match: --no-abbrev --tags --help',
  },
  'for-each-ref': {
    prints: 'facts',
    operands: 'text',
    options: `-p -s --exclude: --include-root-refs --perl --python --shell --stdin --tcl ${REFS}`,
  },
  'show-ref': {
    operands: 'text',
    options:
      '-d -q -s? --abbrev? --branches --dereference --exclude-existing? --exists --hash? --head --heads --quiet --tags --verify --help',
  },
  'show-branch': {
    operands: 'text',
    options:
      '-a -g? -r --all --color? --current --date-order --independent --list --merge-base --more? --no-color --no-name --reflog? --remotes --sha1-name --sparse --topics --topo-order --help',
  },
  'rev-parse': {
    prints: 'facts',
    operands: 'text',
    options:
      '-h -q --abbrev? --abbrev-ref? --absolute-git-dir --all --bisect --branches? --default: --disambiguate: --exclude: --exclude-hidden: --flags --git-common-dir --git-dir --git-path: --glob: --is-bare-repository --is-inside-git-dir --is-inside-work-tree --is-shallow-repository --keep-dashdash --local-env-vars --no-flags --no-revs --not --parseopt --path-format: --prefix: --quiet --remotes? --resolve-git-dir: --revs-only --shared-index-path --short? --show-cdup --show-object-format? --show-prefix --show-ref-format --show-superproject-working-tree --show-toplevel --since: --after: --until: --before: --sq --sq-quote --stop-at-non-option --stuck-long --symbolic --symbolic-full-name --tags? --verify --help',
  },
  'merge-base': {
    prints: 'facts',
    operands: 'text',
    options: '-a --all --fork-point --independent --is-ancestor --octopus --help',
  },
  'merge-tree': {
    operands: 'text',
    options:
      '-X: -z --allow-unrelated-histories --merge-base: --messages --name-only --no-messages --quiet --stdin --strategy-option: --trivial-merge --write-tree --help',
  },
  'name-rev': {
    operands: 'text',
    options:
      '--all --always --annotate-stdin --exclude: --name-only --no-undefined --refs: --stdin --tags --undefined --help',
  },
  'check-ignore': {
    operands: 'text',
    options: '-n -q -v -z --no-index --non-matching --quiet --stdin --verbose --help',
  },
  'check-attr': { operands: 'text', options: '-a -z --all --cached --source: --stdin --help' },
  ...each(
    'check-mailmap, check-ref-format, count-objects, var, version, get-tar-commit-id, patch-id, stripspace, show-index, fmt-merge-msg, verify-pack',
    {
      operands: 'text',
      options:
        '-c -F:r -H -l -m: -p -s -t: -v --all --allow-onelevel --branch --build-options --comment-lines --file:r --human-readable --into-name: --log? --message: --normalize --object-format: --print --refspec-pattern --stable --stdin --strip-comments --unstable --verbatim --verbose --help',
    },
  ),
  ...each('verify-commit, verify-tag', {
    risk: 'LOW',
    operands: 'text',
    options: '-v --format: --raw --verbose --help',
  }),
  'hash-object': {
    operands: 'read',
    options: '-t: -w!MEDIUM --literally --no-filters --path: --stdin --stdin-paths',
  },
  column: { operands: 'text', options: '--command: --indent: --mode? --nl: --padding: --raw-mode: --width:' },
  fsck: {
    risk: 'LOW',
    operands: 'text',
    options:
      '-v --cache --connectivity-only --dangling --full --lost-found!MEDIUM --name-objects --no-dangling --no-full --no-progress --no-reflogs --progress --references --reflogs --root --strict --tags --unreachable --verbose --help',
  },
  ...each('stash list, stash show', {
    operands: 'text',
    options: `${LOG} --include-untracked --only-untracked`,
  }),
  'worktree list': { operands: 'none', options: '-v -z --expire: --porcelain --verbose' },
  ...each('notes show, notes list, notes get-ref', { operands: 'text', options: '--ref:' }),
  ...each('bisect log, bisect terms', { operands: 'text', options: LOG }),
  ...each('submodule, notes', { operands: 'none', options: '-q --quiet --cached --ref:' }),
  ...each('submodule status, submodule summary', {
    operands: 'text',
    options: '-n: -q --cached --files --quiet --recursive --summary-limit:',
  }),
  ...each(
    'sparse-checkout list, lfs ls-files, lfs status, lfs env, lfs version, lfs locks, flow version, bundle list-heads, bundle verify, maintenance is-needed, commit-graph verify, multi-pack-index verify',
    {
      operands: 'read',
      options: '-a -l -n -q -s --all --debug --long --name-only --json --porcelain --quiet --size --help',
    },
  ),
  help: {
    operands: 'text',
    options:
      '-a -c -g -i!MEDIUM -m -w!HIGH --all --config --guides --info!MEDIUM --man --no-aliases --no-external-commands --no-verbose --aliases --external-commands -v --user-interfaces --developer-interfaces --verbose --web!HIGH',
  },
  archive: {
    operands: 'read',
    options:
      '-# -0 -l -o:w -v --add-file:r --add-virtual-file: --exec:!CRITICAL --format: --list --mtime: --output:w --prefix: --remote:!HIGH --verbose --worktree-attributes --help',
  },
  'interpret-trailers': {
    operands: 'read',
    options:
      '--if-exists: --if-missing: --in-place!HIGH --no-divider --only-input --only-trailers --parse --trailer: --trim-empty --unfold --where: --help',
  },
  branch: {
    prints: 'facts',
    operands: 'none',
    options: `-a -c!MEDIUM -C!HIGH -d!MEDIUM -D!HIGH -f!HIGH -h -i -l: -m!MEDIUM -M!HIGH -q -r -t?!MEDIUM -u:!MEDIUM -v --abbrev? --all --column? --copy!MEDIUM --create-reflog!MEDIUM --delete!MEDIUM --edit-description!MEDIUM --force!HIGH --list: --move!MEDIUM --no-abbrev --no-column --no-track --quiet --recurse-submodules!MEDIUM --remotes --set-upstream-to:!MEDIUM --show-current --track?!MEDIUM --unset-upstream!MEDIUM --verbose ${REFS}`,
    operandsChange: { reason: 'creates or changes a branch', unless: LISTS },
  },
  tag: {
    operands: 'none',
    options: `-a!MEDIUM -d!HIGH -e!MEDIUM -f!HIGH -F:r!MEDIUM -h -i -l: -m:!MEDIUM -n? -s!MEDIUM -u:!MEDIUM -v: --annotate!MEDIUM --cleanup: --column? --create-reflog!MEDIUM --delete!HIGH --edit!MEDIUM --file:r!MEDIUM --force!HIGH --list: --local-user:!MEDIUM --message:!MEDIUM --no-column --sign!MEDIUM --trailer:!MEDIUM --verify: ${REFS}`,
    operandsChange: { reason: 'creates or changes a tag', unless: `${LISTS} -n -v --verify` },
  },
};
