import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, FAR_REACHING_SCRIPT, group, HELP, SHOWS_TOKEN } from './each.ts';
import { nodeRule as node } from './node-runtimes.ts';
import { projectTools } from './node-tools.ts';

// What neither is a script of the project nor one of its programs is looked for on the machine.
const SYSTEM_PROGRAM = {
  pattern:
    /^([a-z]*\/)*(sh|bash|dash|zsh|ksh|fish|sudo|su|dd|eval|curl|wget|nc|ncat|socat|ssh|scp|perl|ruby|php|python[\d.]*|chmod|chown|kill|pkill|killall|mkfs[\s\S]*|shred|crontab|systemctl)$/,
  risk: 'HIGH',
  reason: 'runs a program of the machine through a package manager',
} as const;

const PNPM = `--filter: -F: -r --recursive -w --workspace-root -C:e --dir:e --silent -s --reporter: --loglevel: --color --no-color --stream --parallel --aggregate-output --prefix:e --ignore-workspace --fail-if-no-match --sort --no-sort --workspace-concurrency: --resume-from: --report-summary --no-bail --bail --if-present -c!HIGH --shell-mode!HIGH --json -g --global --long --parseable --depth: -P --prod -D --dev --no-optional --only-projects --lockfile-only --compatible --format: --offline --prefer-offline --registry:u --use-node-version:!HIGH --script-shell:!CRITICAL --shell-emulator --config.script-shell:!CRITICAL --global-dir:!HIGH --store-dir:!HIGH --ignore-scripts -h!SAFE ${ASKING} -v!SAFE`;

const YARN = `--cwd:e --json --silent -s --verbose --offline --non-interactive --no-progress --emoji? --no-color --registry:u --production? --prod --depth: --pattern: --level: --groups: --all -A --recursive -R --name-only --production --environment: --severity: --exclude: --ignore: -P --virtuals --extra: --cache --manifest --dependents --top-level -t --topological -v!SAFE --use-yarnrc:r!CRITICAL --script-shell:!CRITICAL --mutex: --cache-folder:w --modules-folder:w --frozen-lockfile --immutable --ignore-scripts -h!SAFE ${ASKING} --why --no-default-rc`;

const CHANGES = 'changes what is installed; packages may run their own scripts';

/** pnpm, yarn, and what runs packages. */
export const nodeManagers: readonly ProgramRule[] = [
  {
    names: 'pnpm pnpm.cjs',
    hasVerbs: false,
    options: PNPM,
    dangerousText: SYSTEM_PROGRAM,
    subcommands: {
      ...each(
        'ls, list, la, ll, why, root, bin, licenses, licenses list, completion, help, store path, store status, config list, config ls, env list, env ls, cat-file, find-hash',
        { options: PNPM, operands: 'text' },
      ),
      ...each('config get, get', { options: PNPM, operands: 'text', dangerousText: SHOWS_TOKEN }),
      ...each('outdated, view, info, show, search, ping, whoami, doctor, audit', {
        risk: 'LOW',
        network: true,
        options: `${PNPM} --audit-level: --ignore-registry-errors`,
        operands: 'text',
      }),
      ...each('run, run-script', {
        options: PNPM,
        dangerousText: FAR_REACHING_SCRIPT,
        subcommands: {},
        stopAtOperand: false,
        otherwise: 'MEDIUM',
      }),
      ...each('test, t, start, stop, restart', { risk: 'MEDIUM', options: PNPM, operands: 'text' }),
      exec: { risk: 'LOW', options: `${PNPM} -c!HIGH --shell-mode!HIGH`, operands: 'command' },
      dlx: {
        options: `${PNPM} --package:!HIGH -c!HIGH --shell-mode!HIGH --allow-build:`,
        subcommands: projectTools,
        otherwise: 'HIGH',
        bare: 'HIGH',
        network: true,
      },
      ...each(
        'install, i, ci, add, update, up, upgrade, remove, rm, uninstall, un, link, ln, unlink, rebuild, rb, import, dedupe, prune, fetch, patch, patch-commit, patch-remove, create, init, setup, self-update, env, server, store, approve-builds, deploy',
        { risk: 'HIGH', network: true, options: PNPM, operands: 'text', reason: CHANGES },
      ),
      ...each('config, set, c', {
        risk: 'CRITICAL',
        options: PNPM,
        operands: 'text',
        reason: 'changes what pnpm runs or contacts from now on',
      }),
      ...each('publish, login, logout, adduser, owner, token, deprecate, unpublish, access, dist-tag', {
        risk: 'CRITICAL',
        network: true,
        options: PNPM,
        operands: 'text',
      }),
    },
    match: ['pnpm ls', 'pnpm list --depth 0', 'pnpm why react', 'pnpm --version', 'pnpm -r ls', 'pnpm run'],
    notMatch: [
      'pnpm install',
      'pnpm run build',
      'pnpm build',
      'pnpm bash -c "rm -rf x"',
      'pnpm dlx create-vite',
      'pnpm config set script-shell x',
      'pnpm ls --unheard-of',
      'pnpm audit',
    ],
  },
  {
    names: 'yarn yarnpkg',
    hasVerbs: false,
    options: YARN,
    dangerousText: SYSTEM_PROGRAM,
    subcommands: {
      ...each(
        'list, why, bin, help, config list, versions, licenses list, workspaces list, workspaces info, node -v, cache dir, constraints query, explain, explain peer-requirements',
        { options: YARN, operands: 'text' },
      ),
      'config get': { options: `${YARN} --no-redacted!MEDIUM`, operands: 'text', dangerousText: SHOWS_TOKEN },
      ...each('outdated, info, audit, npm audit, npm info, npm whoami, npm tag list', {
        risk: 'LOW',
        network: true,
        options: YARN,
        operands: 'text',
      }),
      run: {
        options: `${YARN} --inspect!HIGH --inspect-brk!HIGH -T -B`,
        subcommands: {},
        stopAtOperand: false,
        otherwise: 'MEDIUM',
      },
      ...each('test, start, build, lint, dev', { risk: 'MEDIUM', options: YARN, operands: 'text' }),
      ...each('exec, workspaces foreach, workspaces run', {
        risk: 'MEDIUM',
        options: `${YARN} -p -i -W -v --from: --include: --no-private -j: --since --dry-run`,
        operands: 'command',
      }),
      workspace: {
        risk: 'MEDIUM',
        options: YARN,
        operands: 'text',
        dangerousText: {
          pattern: /^(add|remove|install|up|upgrade|link|npm|publish|dlx|exec)$/,
          risk: 'HIGH',
          reason: CHANGES,
        },
      },
      node,
      dlx: {
        options: `-p:!HIGH --package:!HIGH -q ${HELP}`,
        subcommands: projectTools,
        otherwise: 'HIGH',
        bare: 'HIGH',
        network: true,
      },
      ...each(
        'install, add, remove, upgrade, upgrade-interactive, up, set, set version, link, unlink, import, dedupe, rebuild, create, init, global, autoclean, cache, patch, patch-commit, plugin, policies, generate-lock-entry, check, prune, self-update, stage, unplug, workspaces focus',
        { risk: 'HIGH', network: true, options: YARN, operands: 'text', reason: CHANGES },
      ),
      config: {
        risk: 'CRITICAL',
        options: YARN,
        operands: 'text',
        reason: 'changes what yarn runs or contacts from now on',
      },
      ...each(
        'publish, npm publish, npm login, npm logout, npm tag, login, logout, owner, tag, team, unpublish',
        { risk: 'CRITICAL', network: true, options: YARN, operands: 'text' },
      ),
    },
    bare: 'HIGH',
    match: [
      'yarn list --depth=0',
      'yarn why react',
      'yarn workspaces list',
      'yarn config get registry',
      'yarn run',
    ],
    notMatch: [
      'yarn',
      'yarn add react',
      'yarn build',
      'yarn dlx create-vite',
      'yarn npm publish',
      'yarn config set x y',
      'yarn exec rm -rf dist',
      'yarn list --unheard-of',
    ],
  },
  {
    names: 'npx pnpx bunx',
    hasVerbs: false,
    risk: 'MEDIUM',
    options: `--package:!HIGH -p:!HIGH -c:c!HIGH --call:c!HIGH -y --yes --no --no-install --prefer-offline --offline -q --quiet --silent --ignore-existing --bun -w: --workspace: --workspaces --prefix:e --registry:u!HIGH --shell:!CRITICAL --script-shell:!CRITICAL --node-options:!CRITICAL --userconfig:r!CRITICAL -n:!CRITICAL --node-arg:!CRITICAL -h!SAFE -v!SAFE ${ASKING}`,
    subcommands: projectTools,
    bare: 'MEDIUM',
    otherwise: 'HIGH',
    network: true,
    dangerousText: { pattern: /^[^-]/, risk: 'LOW', reason: 'runs a program of the project' },
    match: [
      'npx tsc --noEmit',
      'npx eslint .',
      'npx vitest run',
      'npx prettier --check .',
      'npx --no-install jest',
    ],
    notMatch: [
      'npx create-react-app x',
      'npx -y some-package',
      'npx github:a/b',
      'npx -p evil tsc',
      "npx -c 'rm -rf ~'",
      'npx tsc@latest',
    ],
  },
];

// Any file can be run, whether it belongs to the project or not.
const ELSEWHERE = {
  ...SYSTEM_PROGRAM,
  pattern: new RegExp(`${SYSTEM_PROGRAM.pattern.source}|^(/(tmp|var|dev|etc|root)/|~/|https?:)`),
} as const;

/** Bun is a runtime and a package manager in one. */
export const bun: ProgramRule = {
  names: 'bun',
  hasVerbs: false,
  options: `-e:x --eval:x -p:x --print:x -r:r!HIGH --preload:r!HIGH --require:r!HIGH --import:r!HIGH --inspect?!HIGH --inspect-brk?!HIGH --inspect-wait?!HIGH --cwd:e --watch --hot --no-clear-screen --smol -b --bun --silent --env-file:r --config?!HIGH -c?!HIGH --shell:!HIGH --if-present -i!HIGH --install:!HIGH --filter: -F: -v!SAFE --revision!SAFE -h!SAFE ${ASKING}`,
  dangerousText: ELSEWHERE,
  subcommands: {
    pm: group({
      reads: 'ls, list, bin, hash, hash-string, cache, whoami, why, version, pkg get, view, scan',
      options: `--all -g --json ${HELP}`,
      otherwise: 'HIGH',
    }),
    ...each('outdated, info, audit, why, help, completions', {
      risk: 'LOW',
      network: true,
      operands: 'text',
      options: `--json --prod --filter: --audit-level: ${HELP}`,
    }),
    run: {
      isInterpreter: true,
      options: `--watch --hot --bun -b --silent --cwd:e --filter: --env-file:r --if-present --preload:r!HIGH -r:r!HIGH --inspect?!HIGH --inspect-brk?!HIGH --shell:!HIGH --smol ${HELP}`,
      dangerousText: ELSEWHERE,
    },
    ...each('test, build', {
      risk: 'MEDIUM',
      operands: 'text',
      options: `--watch --coverage --timeout: -t: --test-name-pattern: --bail? --rerun-each: --preload:r!HIGH -r:r!HIGH --outdir:w --outfile:w --target: --minify --sourcemap? --format: --splitting --external: -e: --define: --compile ${HELP}`,
    }),
    ...each('x', {
      options: `--bun -p:!HIGH --package:!HIGH ${HELP}`,
      subcommands: projectTools,
      otherwise: 'HIGH',
      network: true,
    }),
    ...each(
      'install, i, add, a, remove, rm, update, link, unlink, patch, patch-commit, create, c, init, upgrade',
      {
        risk: 'HIGH',
        network: true,
        operands: 'text',
        options: `-d -D --dev --optional -E --exact -g --global --frozen-lockfile --production -p --dry-run --force -f --ignore-scripts --trust --no-save -y ${HELP}`,
        reason: CHANGES,
      },
    ),
    publish: {
      risk: 'CRITICAL',
      network: true,
      operands: 'text',
      options: `--access: --tag: --dry-run --otp: ${HELP}`,
    },
    ...each('exec', { risk: 'HIGH', operands: 'text', reason: 'runs a line of shell' }),
    repl: { risk: 'HIGH' },
    '-': { risk: 'CRITICAL', reason: 'runs code from stdin' },
  },
  match: ['bun --version', 'bun -v', 'bun --revision'],
  notMatch: [
    'bun install',
    'bun run dev',
    'bun index.ts',
    "bun -e 'fetch(x)'",
    'bun x create-vite',
    'bun run bash',
    'bun publish',
  ],
};
