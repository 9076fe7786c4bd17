import type { ProgramRule } from '../programs/program-rule.ts';
import { each, FAR_REACHING_SCRIPT, group, SHOWS_TOKEN, type Subcommand } from './each.ts';
import { projectTools } from './node-tools.ts';

// Every setting can be given as an option of every command; these make npm run, load or contact something else.
const SETTINGS =
  '--script-shell:!CRITICAL --shell:!CRITICAL --git:!CRITICAL --editor:!CRITICAL --viewer:!CRITICAL --browser:!CRITICAL --node-options:!CRITICAL --node-gyp:!CRITICAL --python:!CRITICAL --userconfig:r!CRITICAL --globalconfig:r!CRITICAL --init-module:r!CRITICAL --dangerously-allow-all-scripts!HIGH --unsafe-perm!HIGH --strict-ssl?!HIGH --no-strict-ssl!HIGH --ca:!HIGH --cafile:r!HIGH --cert:!HIGH --key:!HIGH --proxy:u!HIGH --https-proxy:u!HIGH --local-address:!HIGH --cache:w --logs-dir:w --registry:u';

const COMMON = `${SETTINGS} --json? -l --long -p --parseable -g --global --location: -L: -w: --workspace: --workspaces --include-workspace-root --prefix:e -C:e --loglevel: -s --silent -q --quiet -d --verbose --progress? --no-progress --color? --no-color --unicode? --no-unicode --offline --prefer-offline --prefer-online --no-update-notifier --update-notifier? --no-fund --no-audit --timing --usage --omit: --include: --only: --production --prod --no-browser --dev --also: --otp: --scope: --tag: --fetch-retries: --fetch-timeout: --maxsockets: --noproxy: --user-agent: --heading: --before: --min-release-age: --min-release-age-exclude: --install-links --no-install-links --ignore-scripts -h!SAFE --help!SAFE -v!SAFE --version!SAFE`;

const INSTALL = `${COMMON} -S --save --no-save -P --save-prod -D --save-dev -O --save-optional --save-peer -B --save-bundle -E --save-exact --install-strategy: --legacy-bundling --global-style --strict-peer-deps --legacy-peer-deps --prefer-dedupe --no-package-lock --package-lock-only --foreground-scripts --allow-scripts: --strict-allow-scripts --no-bin-links --dry-run --cpu: --os: --libc: -f --force --engine-strict --no-optional --package-lock?`;

const RISKY_SETTING =
  /^(\/\/|_|@)|script-shell|^shell|^git|editor|viewer|browser|node-options|node-gyp|python|registry|prefix|userconfig|globalconfig|init-module|ca(file)?\b|strict-ssl|proxy|ignore-scripts|auth|token|password/i;

const CHANGE_SETTING: Subcommand = {
  risk: 'HIGH',
  options: COMMON,
  operands: 'text',
  dangerousText: {
    pattern: RISKY_SETTING,
    risk: 'CRITICAL',
    reason: 'changes what npm runs or contacts from now on',
  },
};

/** npm itself. */
export const npm: ProgramRule = {
  names: 'npm',
  hasVerbs: false,
  options: COMMON,
  subcommands: {
    ...each('ls, list, la, ll', {
      options: `${COMMON} -a --all --depth: --link --package-lock-only`,
      operands: 'text',
    }),
    ...each('explain, why, query, sbom, root, prefix, bin, completion', {
      options: `${COMMON} -a --all --package-lock-only --expect-results --expect-result-count: --sbom-format: --sbom-type:`,
      operands: 'text',
    }),
    get: { options: COMMON, operands: 'text', dangerousText: SHOWS_TOKEN },
    ...each('config, c', {
      options: COMMON,
      stopAtOperand: false,
      subcommands: {
        ...each('get, list, ls', { operands: 'text', dangerousText: SHOWS_TOKEN }),
        set: CHANGE_SETTING,
      },
      otherwise: 'HIGH',
    }),
    set: CHANGE_SETTING,
    pkg: group({ reads: 'get', risk: 'SAFE', options: COMMON, otherwise: 'HIGH' }),
    cache: group({ reads: 'ls, list, verify, npx ls', options: COMMON, otherwise: 'HIGH' }),
    ...each(
      'owner, dist-tag, dist-tags, access, profile, team, org',
      group({ reads: 'ls, list, get', options: COMMON, otherwise: 'CRITICAL', network: true }),
    ),
    ...each('help, help-search, hlep', { risk: 'LOW', options: COMMON, operands: 'text' }),
    ...each('view, info, show, v, search, s, se, find, ping, whoami, doctor, outdated, fund, stars', {
      risk: 'LOW',
      network: true,
      options: `${COMMON} -a --all --searchlimit: --searchopts: --searchexclude: --no-description --which: --depth:`,
      operands: 'text',
    }),
    audit: group({
      reads: 'signatures',
      options: `${COMMON} --audit-level: --package-lock-only --no-package-lock --include-attestations --dry-run`,
      otherwise: 'HIGH',
      network: true,
    }),
    diff: {
      risk: 'LOW',
      network: true,
      options: `${COMMON} --diff: --diff-name-only --diff-unified: --diff-ignore-all-space --diff-no-prefix --diff-src-prefix: --diff-dst-prefix: --diff-text`,
      operands: 'text',
    },
    ...each('find-dupes', { risk: 'LOW', options: COMMON, operands: 'text' }),
    ...each('run, run-script, rum, urn', {
      dangerousText: FAR_REACHING_SCRIPT,
      needs: 'write',
      needsFrom: 'MEDIUM',
      options: `${COMMON} --if-present --foreground-scripts`,
      subcommands: {},
      stopAtOperand: false,
      otherwise: 'MEDIUM',
      bare: 'SAFE',
    }),
    ...each('test, t, tst, start, stop, restart', {
      risk: 'MEDIUM',
      options: `${COMMON} --if-present --foreground-scripts`,
      operands: 'text',
      reason: 'runs a script of the project',
    }),
    // Its own scripts run even so, but nothing is kept; `!SAFE` marks the option that makes the difference.
    pack: {
      risk: 'LOW',
      isInterpreter: true,
      stopAtOperand: false,
      options: `${COMMON} --dry-run!SAFE --pack-destination:w`,
    },
    version: {
      options: `${COMMON} --allow-same-version --no-git-tag-version --git-tag-version? --no-commit-hooks --preid: --sign-git-tag -m: --message: -f --force`,
      subcommands: {},
      stopAtOperand: false,
      otherwise: 'MEDIUM',
      bare: 'SAFE',
    },
    ...each('exec, x', {
      options: `${COMMON} --package:!HIGH -c:c!HIGH --call:c!HIGH -y --yes --no`,
      subcommands: projectTools,
      otherwise: 'HIGH',
      bare: 'HIGH',
    }),
    ...each(
      'install, i, in, ins, inst, insta, instal, isnt, isnta, isntal, isntall, add, ci, clean-install, ic, install-clean, update, up, upgrade, udpate, uninstall, unlink, remove, rm, r, un, link, ln, rebuild, rb, dedupe, ddp, prune, install-test, it, install-ci-test, cit, init, create, innit, shrinkwrap',
      {
        risk: 'HIGH',
        network: true,
        options: `${INSTALL} -y --yes --auto-fix`,
        operands: 'text',
        reason: 'changes what is installed; packages may run their own scripts',
      },
    ),
    ...each('explore, edit', { risk: 'HIGH', options: COMMON, operands: 'text' }),
    ...each(
      'publish, unpublish, deprecate, undeprecate, token, login, adduser, add-user, logout, hook, star, unstar, trust',
      {
        risk: 'CRITICAL',
        network: true,
        options: `${COMMON} --access: --dry-run -f --force --provenance`,
        operands: 'text',
        reason: 'changes what the registry offers, or who may change it',
      },
    ),
    ...each('docs, home, repo, bugs, issues', { risk: 'MEDIUM', options: COMMON, operands: 'text' }),
  },
  // Any beginning of a name is that name: `npm publi` publishes.
  otherwise: 'HIGH',
  match: [
    'npm ls',
    'npm ls --depth=0',
    'npm --version',
    'npm run',
    'npm config get registry',
    'npm ls --all --json',
    'npm root -g',
    'npm explain left-pad',
  ],
  notMatch: [
    'npm install',
    'npm run build',
    'npm ls --script-shell=/tmp/x',
    'npm ls --unheard-of',
    'npm publish',
    'npm config set script-shell /tmp/x',
    'npm --prefix /etc ls',
    'npm view left-pad',
    'npm publi',
  ],
};
