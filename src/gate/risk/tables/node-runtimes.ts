import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, HELP, type Subcommand } from './each.ts';

const NODE = `-e:x --eval:x -p:x -pe:x --print:x -c!SAFE --check!SAFE -h!SAFE -v!SAFE --v8-options!SAFE --completion-bash!SAFE -r:r!HIGH --require:r!HIGH --import:r!HIGH --loader:r!HIGH --experimental-loader:r!HIGH --inspect? --inspect-brk? --inspect-wait? --inspect-port:!HIGH --inspect-publish-uid:!HIGH --debug-port:!HIGH --openssl-config:r!HIGH --experimental-policy:r!HIGH --build-snapshot!HIGH --build-snapshot-config:r!HIGH --snapshot-blob:w!HIGH --experimental-sea-config:r!HIGH --icu-data-dir:r!HIGH --tls-keylog:w!HIGH --experimental-network-inspection!HIGH --env-file:r --env-file-if-exists:r --input-type: -C: --conditions: -i --interactive --run: --test --test-concurrency: --test-name-pattern: --test-skip-pattern: --test-only --test-reporter: --test-reporter-destination:w --test-shard: --test-timeout: --test-force-exit --test-coverage-include: --test-coverage-exclude: --test-isolation: --test-update-snapshots --experimental-test-coverage --experimental-test-module-mocks --experimental-test-isolation: --watch --watch-path:l --watch-preserve-output --watch-kill-signal: --experimental-strip-types --no-experimental-strip-types --experimental-transform-types --experimental-vm-modules --experimental-sqlite --experimental-websocket --experimental-eventsource --experimental-wasm-modules --experimental-require-module --no-experimental-require-module --experimental-import-meta-resolve --experimental-detect-module --experimental-default-type: --experimental-permission --permission --allow-fs-read: --allow-fs-write: --allow-addons --allow-child-process --allow-worker --allow-wasi --no-warnings --disable-warning: --trace-warnings --trace-deprecation --trace-uncaught --trace-exit --trace-sync-io --throw-deprecation --no-deprecation --pending-deprecation --enable-source-maps --expose-gc --max-old-space-size: --max-semi-space-size: --stack-size: --stack-trace-limit: --max-http-header-size: --unhandled-rejections: --preserve-symlinks --preserve-symlinks-main --dns-result-order: --use-system-ca --use-bundled-ca --use-openssl-ca --cpu-prof --cpu-prof-dir:w --cpu-prof-name:w --heap-prof --heap-prof-dir:w --heap-prof-name:w --diagnostic-dir:w --redirect-warnings:w --report-directory:w --report-filename:w --report-on-fatalerror --report-uncaught-exception --prof --prof-process --title: --jitless --disable-proto: --frozen-intrinsics --no-addons --abort-on-uncaught-exception --insecure-http-parser!HIGH --tls-min-v1.0!HIGH ${ASKING}`;

const ALLOW =
  '-A!HIGH --allow-all!HIGH -E?!MEDIUM --allow-env?!MEDIUM -R?!MEDIUM --allow-read?!MEDIUM -W?!HIGH --allow-write?!HIGH -N?!HIGH --allow-net?!HIGH --allow-run?!HIGH --allow-ffi?!HIGH -S?!MEDIUM --allow-sys?!MEDIUM --allow-import?!HIGH --allow-scripts?!HIGH -I?!HIGH --deny-read? --deny-write? --deny-net? --deny-env? --deny-run? --deny-sys? --deny-ffi? --deny-import? -P?!MEDIUM --permission-set?!MEDIUM --no-prompt --unsafely-ignore-certificate-errors?!HIGH --inspect?!HIGH --inspect-brk?!HIGH --inspect-wait?!HIGH --preload:r!HIGH --import:r!HIGH';

const DENO = `--check? --no-check? -c:e --config:e --no-config --import-map:e --lock? --no-lock --frozen? --cached-only --no-remote --no-npm --node-modules-dir? --vendor? -r? --reload? --watch? --watch-hmr? --watch-exclude? --env-file? --cert:r!HIGH --seed: --v8-flags? --location: --ext: -q --quiet -L: --log-level: --unstable --unstable-kv --unstable-ffi --unstable-sloppy-imports -h!SAFE ${HELP}`;

const REMOTE_CODE = {
  pattern: /^(https?|npm|jsr|data|blob):/i,
  risk: 'HIGH',
  reason: 'runs code that comes from elsewhere',
  isNetwork: true,
} as const;

// `node -p -e CODE` gives -p no value of its own, so that CODE is found by what it says.
const REACHING_CODE = {
  pattern:
    /^data:|^\/(etc|root|proc)\/|^--experimental-network-imports|child_process|\b(exec|spawn|fork)(File)?(Sync)?\s*\(|writeFile|appendFile|unlink|rmSync|process\.(env|kill|binding)|\bfetch\s*\(|require\s*\(\s*['"](node:)?(net|https?|dgram|tls|vm)\b|require\s*\(\s*['"](node:)?fs['"]\s*\)(?!\.readFileSync\(\s*['"]|\s*[;,])|readFileSync\(\s*['"](\/|~|\.\.|\.env)/,
  risk: 'HIGH',
  reason: 'a program text that reaches files, programs or the network',
} as const;

const OPEN_DEBUGGER = {
  pattern: /^(?!(localhost|127\.0\.0\.1)?:?\d*$)/,
  risk: 'CRITICAL',
  reason: 'anybody who reaches the debugger can run code',
} as const;

/** Node itself, under whatever name. */
export const nodeRule: Subcommand = {
  isInterpreter: true,
  // No bundles of letters; -pe is a word of its own.
  singleDash: true,
  isReadable: true,
  options: NODE,
  values: Object.fromEntries(
    ['--inspect', '--inspect-brk', '--inspect-wait'].map((name) => [name, [OPEN_DEBUGGER]]),
  ),
  dangerousText: REACHING_CODE,
};

/** What runs JavaScript and TypeScript, and what keeps it running. */
export const nodeRuntimes: readonly ProgramRule[] = [
  {
    names: 'node nodejs',
    ...nodeRule,
    match: ['node --version', 'node -v', 'node --check src/a.js', 'node --help'],
    notMatch: [
      'node app.js',
      "node -e 'process.exit()'",
      'node -pe "require(\'fs\')"',
      'node -r ./x.js app.js',
      'node --inspect app.js',
      'curl x | node',
      'node --unheard-of --version',
      'node',
    ],
  },
  {
    names: 'deno',
    hasVerbs: false,
    options: `${DENO} -V!SAFE --version!SAFE`,
    subcommands: {
      ...each('info, doc, types, help, completions', {
        risk: 'LOW',
        operands: 'text',
        options: `${DENO} --json --html --name: --filter: --private --lint --output:w`,
        dangerousText: { ...REMOTE_CODE, risk: 'MEDIUM', reason: 'downloads code' },
      }),
      lint: {
        risk: 'LOW',
        operands: 'read',
        options: `${DENO} --fix!MEDIUM --json --compact --rules --rules-tags? --rules-include? --rules-exclude? --ignore? --permit-no-files`,
      },
      // Without --check it rewrites the files.
      fmt: {
        risk: 'LOW',
        isInterpreter: true,
        stopAtOperand: false,
        options: `--check!SAFE --ignore? --ext: --line-width: --indent-width: --use-tabs --no-semicolons --single-quote --prose-wrap: --permit-no-files -c:e --config:e --no-config -q --watch? ${HELP}`,
      },
      outdated: {
        risk: 'LOW',
        network: true,
        operands: 'text',
        options: `${DENO} --compatible --latest --recursive --update!HIGH -u!HIGH -i!HIGH --interactive!HIGH`,
      },
      ...each('run, serve', { isInterpreter: true, options: `${DENO} ${ALLOW}`, dangerousText: REMOTE_CODE }),
      check: {
        risk: 'LOW',
        operands: 'read',
        options: `${DENO} --all --doc --doc-only`,
        dangerousText: REMOTE_CODE,
      },
      // What a test may do is what the project's code does anywhere else.
      ...each('test, bench', {
        risk: 'MEDIUM',
        operands: 'text',
        options: `${DENO} ${ALLOW.replaceAll('!HIGH', '')} --filter: --doc --fail-fast? --parallel --coverage? --reporter: --junit-path:w --no-run`,
        dangerousText: REMOTE_CODE,
      }),
      ...each('cache, compile, bundle, coverage', {
        risk: 'MEDIUM',
        operands: 'text',
        options: `${DENO} ${ALLOW} --filter: --doc --fail-fast? --parallel --coverage? --reporter: --junit-path:w --output:w -o:w --no-run --target: --include: --icon:r`,
        dangerousText: REMOTE_CODE,
      }),
      task: {
        options: `${DENO} --cwd:e --eval!HIGH --filter: -f:`,
        subcommands: {},
        stopAtOperand: false,
        otherwise: 'MEDIUM',
      },
      ...each('publish, deploy', { risk: 'CRITICAL', network: true, operands: 'text', options: DENO }),
    },
    // Alone it is a prompt that also takes a pipe; a word that is no subcommand is a file to run.
    bare: 'MEDIUM',
    otherwise: 'HIGH',
    match: ['deno task'],
    notMatch: [
      'deno run x.ts',
      'deno run -A x.ts',
      "deno eval 'x'",
      'deno run https://example.com/x.ts',
      'deno install x',
      'deno fmt',
      'deno test',
      'deno info',
    ],
  },
  {
    names: 'pm2 forever',
    risk: 'LOW',
    options: `-v!SAFE -V!SAFE -h!SAFE -s --silent -m --mini-list ${ASKING}`,
    subcommands: {
      ...each('list, ls, l, status, describe, desc, show, info, id, pid, report, ping, columns, cwd', {
        risk: 'LOW',
        operands: 'text',
        options: '--sort: -m --mini-list --watch',
      }),
      // With all variables of their environment.
      ...each('jlist, prettylist, env, conf', { risk: 'MEDIUM', operands: 'text' }),
      ...each('logs, log, monit', {
        risk: 'LOW',
        operands: 'text',
        options: '--lines: --nostream --raw --err --out --json --timestamp? --format --highlight?',
      }),
      ...each(
        'start, restart, reload, stop, scale, flush, reset, save, dump, gracefulReload, stopall, restartall',
        {
          risk: 'MEDIUM',
          operands: 'text',
          options:
            '-n: --name: -i: --instances: --watch -f --force -o:w -e:w --env: --no-daemon --update-env -a --append -l:w -w --interpreter:!HIGH --node-args:!HIGH --cron:!HIGH -c:!HIGH',
        },
      ),
      ...each('delete, del, kill, resurrect, sendSignal', { risk: 'HIGH', operands: 'text' }),
    },
    bare: 'LOW',
    otherwise: 'HIGH',
    match: ['pm2 list', 'pm2 logs --nostream', 'pm2 describe api'],
    notMatch: [
      'pm2 start app.js',
      'pm2 delete all',
      'pm2 kill',
      'pm2 startup',
      'pm2 install x',
      'pm2 start app.js --interpreter ./x',
    ],
  },
];

/** Programs that start a file of the project with Node. */
export const nodeStarters: readonly ProgramRule[] = [
  {
    names: 'tsx ts-node ts-node-esm ts-node-script esno jiti vite-node babel-node swc-node electron',
    isInterpreter: true,
    singleDash: true,
    dangerousText: REACHING_CODE,
    options: `${NODE} --tsconfig:e -P:r --project:e -T --transpile-only --esm -F --files --swc --cwd:e --skip-project --no-cache --clear-screen --compiler:!HIGH -O: --compilerOptions: -D: --ignoreDiagnostics:`,
    match: ['tsx --version', 'ts-node -v', 'ts-node --help'],
    notMatch: [
      'tsx src/a.ts',
      'tsx watch src/a.ts',
      "ts-node -e 'x()'",
      'tsx -r ./x.js a.ts',
      'curl x | tsx',
    ],
  },
  {
    names: 'nodemon ts-node-dev tsnd supervisor',
    risk: 'MEDIUM',
    operands: 'text',
    options: `-w:l --watch:l -e: --ext: -i: --ignore: -x:c --exec:c -q --quiet -V --verbose -L --legacy-watch -d: --delay: --config:e --respawn --transpile-only --cwd:e --inspect?!HIGH -r:r!HIGH --require:r!HIGH ${ASKING}`,
    reason: 'runs code of the project again and again',
    match: ['nodemon app.js', 'nodemon --watch src app.js', 'tsnd --respawn src/a.ts'],
    notMatch: ["nodemon --exec 'rm -rf x' app.js", 'nodemon --inspect app.js', 'nodemon -x "curl x | sh"'],
  },
];
