import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, group, HELP, SHOWS_TOKEN, type Subcommand } from './each.ts';

const PIP = `-v --verbose -q --quiet --isolated --no-input --no-color --disable-pip-version-check --require-virtualenv --no-cache-dir --retries: --timeout: --exists-action: --use-feature: --use-deprecated: --debug --no-python-version-warning --progress-bar: --log:w --cache-dir:w --python:!HIGH --proxy:!HIGH --trusted-host:!HIGH --cert:r!HIGH --client-cert:r!HIGH --keyring-provider:!HIGH -h!SAFE ${HELP}`;

const INDEX =
  '-i:u!CRITICAL --index-url:u!CRITICAL --extra-index-url:u!CRITICAL -f:u!CRITICAL --find-links:u!CRITICAL --no-index';

const PIP_SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  ...each('list, freeze, inspect, show, check', {
    options: `${PIP} -o!LOW --outdated!LOW -u!LOW --uptodate!LOW -e --editable -l --local --user --path:l --pre --format: --not-required --exclude-editable --include-editable --exclude: -r:r --requirement:r --all -f --files -i:u --index-url:u --extra-index-url:u --strict`,
    operands: 'text',
  }),
  ...each('help, completion, debug, hash, tree, cache dir, cache info, cache list', {
    options: `${PIP} -a: --algorithm: --bash --zsh --fish`,
    operands: 'text',
  }),
  ...each('search, index, index versions', {
    risk: 'LOW',
    network: true,
    options: `${PIP} -i:u --index-url:u --pre --json`,
    operands: 'text',
  }),
  config: {
    ...group({
      reads: 'list, get, debug',
      options: `${PIP} --user --global --site --editor:!CRITICAL`,
      otherwise: 'CRITICAL',
    }),
    dangerousText: SHOWS_TOKEN,
  },
  cache: { risk: 'MEDIUM', options: PIP, operands: 'text' },
  ...each('install, download, wheel, uninstall, sync, compile, lock', {
    risk: 'HIGH',
    network: true,
    options: `${PIP} ${INDEX} -r:r --requirement:r -c:r --constraint:r --no-deps --pre -e:l --editable:l --dry-run -t:w --target:w --platform: --python-version: --implementation: --abi: --user --root:w --prefix:w --src:w -d:w --dest:w -U --upgrade --upgrade-strategy: --force-reinstall -I --ignore-installed --no-build-isolation --use-pep517 --break-system-packages --no-binary: --only-binary: --prefer-binary --require-hashes --report:w -y --yes`,
    operands: 'text',
    reason: 'changes what is installed; packages may run their own scripts',
    dangerousText: {
      pattern: /^(git\+|hg\+|svn\+|bzr\+|https?:|file:|\/|~)/,
      risk: 'CRITICAL',
      reason: 'installs from somewhere other than the index',
    },
  }),
};

// A one-liner gets its files as operands, and the interpreter does not say which of them it opens.
const SECRET_OPERAND = {
  pattern:
    /^~\/\.\w|^\/(etc|root|proc|boot)\/[\w./-]*$|(^|\/)(\.env(\.\w+)?|id_(rsa|ed25519|ecdsa|dsa)|\.netrc|\.npmrc|credentials)$|\.pem$/,
  risk: 'HIGH',
  reason: 'reads something outside the project',
} as const;

const MODULES: Readonly<Record<string, Subcommand>> = {
  ...each('json.tool, json', {
    operands: 'copy',
    options:
      '--sort-keys --no-ensure-ascii --json-lines --indent: --tab --no-indent --compact -h!SAFE --help!SAFE',
  }),
  ...each('tokenize, ast, dis, symtable, calendar, platform, site, sysconfig, this, mimetypes, inspect', {
    risk: 'LOW',
    operands: 'read',
    options:
      '-a -e -m: -o -i: -C -O -l --exact --mode: --include-attributes --user-site --user-base --details',
  }),
  ...each('timeit, pdb, trace, profile, cProfile, runpy, code, idlelib, asyncio', {
    risk: 'MEDIUM',
    operands: 'read',
    stopAtOperand: true,
    options: '-n: -r: -s:x -p -v -u: -c: -o:w -m: -t -T -l --count --trace --file:w',
  }),
  ...each('venv, virtualenv, ensurepip', {
    risk: 'MEDIUM',
    operands: 'create',
    options:
      '--system-site-packages --symlinks --copies --clear!HIGH --upgrade --without-pip --prompt: --upgrade-deps -p: --python:',
  }),
  ...each('compileall, py_compile', {
    risk: 'MEDIUM',
    operands: 'write',
    options: '-b -f -q -l -j: -r: -x:',
  }),
  ...each('zipfile, tarfile, gzip, zipapp', {
    risk: 'MEDIUM',
    operands: 'write',
    options:
      '-l:r --list:r -t:r --test:r -c -e -d --create --extract -o:w -p: -m: --filter: -v --decompress --output:w',
  }),
  base64: { operands: 'read', options: '-d -e -u -t' },
  // All that lies below is there for everybody who asks.
  ...each('http.server, SimpleHTTPServer', {
    risk: 'HIGH',
    operands: 'text',
    options: '-b: --bind: -d:e --directory:e --cgi!HIGH -p: --protocol:',
    reason: 'opens a port',
  }),
  ...each('smtpd, pty, twine, webbrowser, ftplib, telnetlib, smtplib, code_interact', {
    risk: 'HIGH',
    network: true,
    operands: 'text',
  }),
};

/** Python and its packages. */
export const python: readonly ProgramRule[] = [
  {
    names:
      'python python3 python2 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 py',
    isInterpreter: true,
    isReadable: true,
    modules: MODULES,
    options: `-c:x -m:s -b -B -d -E -i -I -O -P -q -s -S -u -v -W: -x -X: -V!SAFE -h!SAFE --check-hash-based-pycs: --help-env!SAFE --help-xoptions!SAFE --help-all!SAFE ${ASKING}`,
    dangerousText: SECRET_OPERAND,
    values: {
      '-W': [{ pattern: /\./, risk: 'MEDIUM', reason: 'a warning of a module imports the module' }],
    },
    match: ['python3 --version', 'python -V', 'python3 -VV', 'python3 --help'],
    notMatch: [
      'python3 a.py',
      "python3 -c 'print(1)'",
      'python3 -m http.server',
      'python3 -m pip install x',
      'curl x | python3',
      'python3 -',
      'python3 --unheard-of',
      'python3 -W ignore::own.Warning --version',
    ],
  },
  {
    names: 'pip pip3 pip2 pip3.11 pip3.12 pip3.13',
    options: `${PIP} -V!SAFE --version!SAFE`,
    subcommands: PIP_SUBCOMMANDS,
    otherwise: 'HIGH',
    match: [
      'pip list',
      'pip freeze',
      'pip show requests',
      'pip3 list --format=json',
      'pip check',
      'pip --version',
    ],
    notMatch: [
      'pip list --outdated',
      'pip install x',
      'pip install --index-url http://x y',
      'pip uninstall x',
      'pip config set global.index-url x',
      'pip list --unheard-of',
      'pip --python /tmp/x list',
      'pip download x',
    ],
  },
  {
    names: 'uv',
    options: `-q --quiet -v --verbose --color: --offline --no-progress --directory:e --project:e --config-file:e!HIGH --no-config --cache-dir:w -n --no-cache --native-tls --allow-insecure-host:!HIGH -V!SAFE -h!SAFE ${ASKING}`,
    subcommands: {
      pip: {
        options: `${PIP} ${INDEX} -p: --python: --strict`,
        subcommands: PIP_SUBCOMMANDS,
        otherwise: 'HIGH',
      },
      ...each(
        'tree, version, help, cache dir, python list, python find, python dir, tool list, tool dir, export, self version, workspace list',
        {
          risk: 'LOW',
          operands: 'text',
          options: `-d: --depth: --outdated --invert --prune: --no-dedupe --frozen --locked --universal --all-versions --only-installed --only-downloads --show-paths --show-version-specifiers --output-format: --format: --no-dev --dev --group: --extra: --all-extras --no-hashes -o:w --output-file:w --short --bump:!HIGH ${HELP}`,
        },
      ),
      run: {
        risk: 'MEDIUM',
        operands: 'command',
        options: `--with:!HIGH --with-editable:!HIGH --with-requirements:!HIGH -m!MEDIUM --module!MEDIUM -s --script --frozen --locked --no-sync --no-project --isolated --active --extra: --all-extras --group: --dev --no-dev --only-dev --env-file:r --package: -p: --python: --index:u!CRITICAL --default-index:u!CRITICAL --index-url:u!CRITICAL --quiet -q --no-cache ${HELP}`,
      },
      ...each('build, venv, format, lock', {
        risk: 'MEDIUM',
        operands: 'text',
        options: `--check --frozen --locked --upgrade -U -o:w --out-dir:w --wheel --sdist -p: --python: --seed --clear --system-site-packages --prompt: ${HELP}`,
      }),
      publish: { risk: 'CRITICAL', network: true, operands: 'text' },
    },
    otherwise: 'HIGH',
    network: true,
    match: ['uv --version', 'uv pip list', 'uv pip freeze', 'uv pip show requests'],
    notMatch: [
      'uv sync',
      'uv add x',
      'uv run pytest',
      'uv tool install x',
      'uv publish',
      'uv pip install x',
      'uv run --with evil python a.py',
    ],
  },
  {
    names: 'uvx pipx',
    options: ASKING,
    subcommands: {
      ...each('list, environment', {
        risk: 'LOW',
        operands: 'text',
        options: '--short --json --verbose --include-injected --value: -V:',
      }),
    },
    otherwise: 'HIGH',
    network: true,
    match: ['uvx --version', 'pipx --version'],
    notMatch: ['uvx some-package', 'pipx install x', 'pipx run x', 'uvx ruff check', 'pipx list'],
  },
  {
    names: 'poetry pipenv pdm hatch rye',
    options: `-q --quiet -v --verbose -n --no-interaction --no-ansi --ansi --no-plugins --no-cache -C:e --directory:e -P:l --project:e -p:l -V!SAFE -h!SAFE --venv --py --envs --where --support!LOW --rm!HIGH --bare ${ASKING}`,
    subcommands: {
      ...each(
        'show, check, about, list, graph, info, env info, env list, env show, self show, dep show, search, help, cache list, source show, config --list, status, metadata, project metadata',
        {
          risk: 'LOW',
          operands: 'text',
          options: `-t --tree -l --latest -o --outdated -a --all -T --top-level --only: --with: --without: --no-dev --why -p --path -e --executable --full-path --lock --json --json-tree --reverse --bare --freeze --graph --fields: --sort: --csv --markdown --format: --python --where --packages --env --strict -s --short -h!SAFE ${HELP}`,
        },
      ),
      // With a number behind it, it is changed.
      version: { risk: 'LOW', operands: 'none', options: `-s --short --dry-run ${HELP}` },
      run: {
        risk: 'MEDIUM',
        operands: 'command',
        options: `-l --list -s --site-packages -e: --env: ${HELP}`,
      },
      ...each('build, fmt, test, lock, export, shell, new, init', { risk: 'MEDIUM', operands: 'text' }),
      ...each('publish', { risk: 'CRITICAL', network: true, operands: 'text' }),
      config: { risk: 'HIGH', operands: 'text', options: '--list --local --unset --migrate' },
    },
    otherwise: 'HIGH',
    network: true,
    match: ['poetry --version', 'pipenv --venv', 'pdm --version'],
    notMatch: [
      'poetry install',
      'poetry add x',
      'poetry run python a.py',
      'poetry publish',
      'pipenv --rm',
      'pdm remove x',
      'poetry show',
    ],
  },
  {
    names: 'conda mamba micromamba',
    options: `-V!SAFE -h!SAFE -q -v ${ASKING}`,
    subcommands: {
      ...each(
        'list, info, env list, env export, search, config --show, config --show-sources, compare, doctor, package',
        {
          risk: 'LOW',
          network: true,
          operands: 'text',
          options:
            '-n: --name: -p:l --prefix:e --json -e --envs -a --all --explicit --export --no-pip -c: --channel: --show --show-sources --from-history --no-builds -f:w --file:w --revisions -r --full-name --override-channels -i',
        },
      ),
      run: {
        risk: 'MEDIUM',
        operands: 'command',
        options: '-n: --name: -p:l --prefix:e --no-capture-output --live-stream --cwd:e -v',
      },
      ...each('activate, deactivate', { risk: 'MEDIUM', operands: 'text' }),
    },
    otherwise: 'HIGH',
    network: true,
    match: ['conda --version', 'mamba --version'],
    notMatch: [
      'conda install numpy',
      'conda create -n x',
      'conda env remove -n x',
      'conda run -n x python a.py',
      'conda config --add channels x',
      'conda list',
    ],
  },
];
