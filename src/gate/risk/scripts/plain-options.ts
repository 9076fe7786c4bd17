/** Options of package managers that change nothing about which script runs, written out: npm takes any beginning of a name. */
const OF_MANAGERS = new Set(
  (
    '-s --silent -q --quiet -d -dd -ddd --verbose --color --no-color --if-present --ignore-scripts --foreground-scripts ' +
    '--progress --no-progress --audit --no-audit --fund --no-fund --update-notifier --no-update-notifier --json ' +
    '--offline --prefer-offline --prefer-online --yes -y --bun -b --no-bail --no-clear-screen --smol ' +
    '-D -E -O -P --dev --save --save-dev --save-prod --save-exact --save-optional --save-peer --no-save --exact ' +
    '--frozen-lockfile --no-frozen-lockfile --immutable --no-lockfile --package-lock-only --legacy-peer-deps --force -f ' +
    '--production --prod --no-optional --engine-strict --strict-peer-dependencies --dry-run --no-package-lock ' +
    '--version -v --help -h --no-git-tag-version --tolerate-republish'
  ).split(' '),
);
const WITH_VALUE = new Set(['--loglevel', '--reporter', '--omit', '--include', '--access', '--tag', '--otp']);

/** Whether an option of a package manager cannot change which script runs. */
export const isPlainOption = (word: string): boolean =>
  OF_MANAGERS.has(word) || WITH_VALUE.has(word.replace(/=.*$/s, ''));

export const takesNextWord = (word: string): boolean => WITH_VALUE.has(word);

const OF_MAKE =
  /^(-[kBsniwrRdqtpS]*(j\d*|l[\d.]*|O\w*)?|--(jobs|load-average|output-sync)(=[\w.]+)?|--(keep-going|no-keep-going|stop|silent|quiet|always-make|dry-run|just-print|recon|question|touch|ignore-errors|print-directory|no-print-directory|no-builtin-rules|no-builtin-variables|trace|debug|version|help|no-silent|warn-undefined-variables))$/;

/** The same for make, which takes beginnings as well. */
export const isPlainMakeOption = (word: string): boolean => word !== '-' && OF_MAKE.test(word);
