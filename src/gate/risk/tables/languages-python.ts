import type { ProgramRule } from '../program-rule.ts';
import { ASKING, each, group, type Subcommand } from './each.ts';

const PIP = `-v --verbose -q --quiet --isolated --no-input --no-color --disable-pip-version-check --require-virtualenv --no-cache-dir --retries: --timeout: --exists-action: --use-feature: --use-deprecated: --debug --no-python-version-warning --progress-bar: --log:w --cache-dir:w --python:!HIGH --proxy:!HIGH --trusted-host:!HIGH --cert:r!HIGH --client-cert:r!HIGH --keyring-provider:!HIGH -h!SAFE ${ASKING}`;

const INDEX = '-i:u!CRITICAL --index-url:u!CRITICAL --extra-index-url:u!CRITICAL -f:u!CRITICAL --find-links:u!CRITICAL --no-index';

const PIP_SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  ...each('list, freeze, inspect, show, check', {
    options: `${PIP} -o --outdated -u --uptodate -e --editable -l --local --user --path:l --pre --format: --not-required --exclude-editable --include-editable --exclude: -r:r --requirement:r --all -f --files -i:u --index-url:u --extra-index-url:u --strict`,
    operands: 'text',
  }),
  ...each('help, completion, debug, hash, tree, cache dir, cache info, cache list', { options: `${PIP} -a: --algorithm: --bash --zsh --fish`, operands: 'text' }),
  ...each('search, index, index versions', { risk: 'LOW', network: true, options: `${PIP} -i:u --index-url:u --pre --json`, operands: 'text' }),
  config: group({ reads: 'list, get, debug', options: `${PIP} --user --global --site --editor:!CRITICAL`, otherwise: 'CRITICAL' }),
  cache: { risk: 'MEDIUM', options: PIP, operands: 'text' },
  ...each('install, download, wheel, uninstall, sync, compile, lock', {
    risk: 'HIGH',
    network: true,
    options: `${PIP} ${INDEX} -r:r --requirement:r -c:r --constraint:r --no-deps --pre -e:l --editable:l --dry-run -t:w --target:w --platform: --python-version: --implementation: --abi: --user --root:w --prefix:w --src:w -d:w --dest:w -U --upgrade --upgrade-strategy: --force-reinstall -I --ignore-installed --no-build-isolation --use-pep517 --break-system-packages --no-binary: --only-binary: --prefer-binary --require-hashes --report:w -y --yes`,
    operands: 'text',
    reason: 'changes what is installed, and packages may run scripts of their own',
    dangerousText: { pattern: /^(git\+|hg\+|svn\+|bzr\+|https?:|file:|\/|~)/, risk: 'CRITICAL', reason: 'installs from somewhere other than the index' },
  }),
};

// A one-liner gets its files as operands, and the interpreter does not say which of them it opens.
const SECRET_OPERAND = {
  pattern: /^(~\/\.\w|\/(etc|root|proc|boot)\/[\w./-]*$|(.*\/)?(\.env(\.\w+)?|id_(rsa|ed25519|ecdsa|dsa)|.*\.pem|\.netrc|\.npmrc|credentials)$)|^(http\.server|SimpleHTTPServer|smtpd|pty|install|uninstall|download|upload|publish|runserver|twine|ensurepip|idlelib|pdb)$/,
  risk: 'HIGH',
  reason: 'opens a port, installs, or reads something outside the project',
} as const;

const FORMATTER = `-q --quiet -v --verbose --diff!SAFE --check!SAFE --check-only!SAFE -c!SAFE -l: --line-length: -t: --target-version: --config:r --settings-path:r --exclude: --extend-exclude: --force-exclude: --include: -S --skip-string-normalization --fast --safe -W: --workers: --color --no-color --stdin-filename: --pyi --ipynb --preview --profile: --skip: --skip-glob: --src: --sp:r --df --show-config!SAFE --show-files!SAFE --required-version: -h!SAFE ${ASKING}`;

/** Python and its packages. */
export const python: readonly ProgramRule[] = [
  {
    names: 'python python3 python2 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 py',
    isInterpreter: true,
    options: `-c:x -m:x -b -B -d -E -i -I -O -P -q -s -S -u -v -W: -x -X: -V!SAFE -h!SAFE --check-hash-based-pycs: --help-env!SAFE --help-xoptions!SAFE --help-all!SAFE ${ASKING}`,
    dangerousText: SECRET_OPERAND,
    match: ['python3 --version', 'python -V', 'python3 -VV', 'python3 --help'],
    notMatch: ['python3 a.py', "python3 -c 'print(1)'", 'python3 -m http.server', 'python3 -m pip install x', 'curl x | python3', 'python3 -', 'python3 --unheard-of'],
  },
  {
    names: 'pip pip3 pip2 pip3.11 pip3.12 pip3.13',
    options: `${PIP} -V!SAFE`,
    subcommands: PIP_SUBCOMMANDS,
    otherwise: 'HIGH',
    match: ['pip list', 'pip freeze', 'pip show requests', 'pip3 list --outdated --format=json', 'pip check', 'pip --version'],
    notMatch: ['pip install x', 'pip install --index-url http://x y', 'pip uninstall x', 'pip config set global.index-url x', 'pip list --unheard-of', 'pip --python /tmp/x list', 'pip download x'],
  },
  {
    names: 'uv',
    options: `-q --quiet -v --verbose --color: --offline --no-progress --directory:l --project:l --config-file:r!HIGH --no-config --cache-dir:w -n --no-cache --native-tls --allow-insecure-host:!HIGH -V!SAFE -h!SAFE ${ASKING}`,
    subcommands: {
      pip: { options: `${PIP} ${INDEX} -p: --python: --strict`, subcommands: PIP_SUBCOMMANDS, otherwise: 'HIGH' },
      ...each('tree, version, help, cache dir, python list, python find, python dir, tool list, tool dir, export, self version, workspace list', { risk: 'LOW', operands: 'text', options: `-d: --depth: --outdated --invert --prune: --no-dedupe --frozen --locked --universal --all-versions --only-installed --only-downloads --show-paths --show-version-specifiers --output-format: --format: --no-dev --dev --group: --extra: --all-extras --no-hashes -o:w --output-file:w --short --bump:!HIGH ${ASKING}` }),
      run: { risk: 'MEDIUM', operands: 'command', options: `--with:!HIGH --with-editable:!HIGH --with-requirements:!HIGH -m!MEDIUM --module!MEDIUM -s --script --frozen --locked --no-sync --no-project --isolated --active --extra: --all-extras --group: --dev --no-dev --only-dev --env-file:r --package: -p: --python: --index:u!CRITICAL --default-index:u!CRITICAL --index-url:u!CRITICAL --quiet -q --no-cache ${ASKING}` },
      ...each('build, venv, format, lock', { risk: 'MEDIUM', operands: 'text', options: `--check --frozen --locked --upgrade -U -o:w --out-dir:w --wheel --sdist -p: --python: --seed --clear --system-site-packages --prompt: ${ASKING}` }),
      publish: { risk: 'CRITICAL', network: true, operands: 'text' },
    },
    otherwise: 'HIGH',
    network: true,
    match: ['uv --version', 'uv pip list', 'uv pip freeze', 'uv pip show requests'],
    notMatch: ['uv sync', 'uv add x', 'uv run pytest', 'uv tool install x', 'uv publish', 'uv pip install x', 'uv run --with evil python a.py'],
  },
  {
    names: 'uvx pipx',
    options: ASKING,
    subcommands: {
      ...each('list, environment', { risk: 'LOW', operands: 'text', options: '--short --json --verbose --include-injected --value: -V:' }),
      ...each('ruff, black, mypy, pytest, flake8, isort, pyright, pylint', { risk: 'MEDIUM', operands: 'text' }),
    },
    otherwise: 'HIGH',
    network: true,
    match: ['uvx --version', 'pipx --version'],
    notMatch: ['uvx some-package', 'pipx install x', 'pipx run x', 'uvx ruff check', 'pipx list'],
  },
  {
    names: 'poetry pipenv pdm hatch rye',
    options: `-q --quiet -v --verbose -n --no-interaction --no-ansi --ansi --no-plugins --no-cache -C:l --directory:l -P:l --project:l -p:l -V!SAFE -h!SAFE --venv --py --envs --where --support!LOW --rm!HIGH --bare ${ASKING}`,
    subcommands: {
      ...each('show, check, about, list, graph, info, version, env info, env list, env show, self show, dep show, search, help, cache list, source show, config --list, status, metadata, project metadata', { risk: 'LOW', operands: 'text', options: `-t --tree -l --latest -o --outdated -a --all -T --top-level --only: --with: --without: --no-dev --why -p --path -e --executable --full-path --lock --json --json-tree --reverse --bare --freeze --graph --fields: --sort: --csv --markdown --format: --python --where --packages --env --strict -s --short -h!SAFE ${ASKING}` }),
      run: { risk: 'MEDIUM', operands: 'command', options: `-l --list -s --site-packages -e: --env: ${ASKING}` },
      ...each('build, fmt, test, lock, export, shell, new, init', { risk: 'MEDIUM', operands: 'text' }),
      ...each('publish', { risk: 'CRITICAL', network: true, operands: 'text' }),
      config: { risk: 'HIGH', operands: 'text', options: '--list --local --unset --migrate' },
    },
    otherwise: 'HIGH',
    network: true,
    match: ['poetry --version', 'pipenv --venv', 'pdm --version'],
    notMatch: ['poetry install', 'poetry add x', 'poetry run python a.py', 'poetry publish', 'pipenv --rm', 'pdm remove x', 'poetry show'],
  },
  {
    names: 'conda mamba micromamba',
    options: `-V!SAFE -h!SAFE -q -v ${ASKING}`,
    subcommands: {
      ...each('list, info, env list, env export, search, config --show, config --show-sources, compare, doctor, package', { risk: 'LOW', network: true, operands: 'text', options: '-n: --name: -p:l --prefix:l --json -e --envs -a --all --explicit --export --no-pip -c: --channel: --show --show-sources --from-history --no-builds -f:w --file:w --revisions -r --full-name --override-channels -i' }),
      run: { risk: 'MEDIUM', operands: 'command', options: '-n: --name: -p:l --prefix:l --no-capture-output --live-stream --cwd:l -v' },
      ...each('activate, deactivate', { risk: 'MEDIUM', operands: 'text' }),
    },
    otherwise: 'HIGH',
    network: true,
    match: ['conda --version', 'mamba --version'],
    notMatch: ['conda install numpy', 'conda create -n x', 'conda env remove -n x', 'conda run -n x python a.py', 'conda config --add channels x', 'conda list'],
  },
  {
    names: 'pytest py.test tox nox coverage behave robot locust uvicorn gunicorn hypercorn flask django-admin celery alembic streamlit sphinx-build mkdocs ipython jupyter virtualenv pdb asv',
    risk: 'MEDIUM',
    operands: 'text',
    options: `-h!SAFE -V!SAFE ${ASKING} -q -v -x -s -k: -m: -n: -l -r: -W: --tb: --maxfail: --lf --last-failed --ff --sw --co --collect-only --durations: --cov? --cov-report: --cov-config:r --no-cov --no-header --color: -p: -c:r --rootdir:l --junitxml:w --junit-xml:w --basetemp:w --pyargs --markers --fixtures --setup-show --pdb!HIGH --timeout: -e: --envlist: --env: --parallel`,
    reason: 'runs code of the project',
    dangerousText: { pattern: /^(--host(=|$)|0\.0\.0\.0|--ip(=|$)|--bind=0|downgrade|flush|drop|notebook|lab|gh-deploy|--allow-root)/, risk: 'HIGH', reason: 'opens a port, publishes or changes a database' },
    match: ['pytest', 'pytest -x -q tests', 'tox -e py312', 'coverage run -m pytest', 'pytest -k name --tb=short'],
    notMatch: ['uvicorn app:app --host 0.0.0.0', 'jupyter notebook', 'alembic downgrade base', 'pytest --junitxml /etc/x', 'mkdocs gh-deploy', 'pytest --pdb'],
  },
  {
    names: 'ruff',
    risk: 'LOW',
    options: `-q -s -v --config:r --isolated ${ASKING} -V!SAFE -h!SAFE`,
    subcommands: {
      ...each('check, rule, config, linter, analyze, version, help', { risk: 'LOW', operands: 'read', options: `--fix!MEDIUM --fix-only!MEDIUM --unsafe-fixes!MEDIUM --add-noqa!MEDIUM --no-fix --show-fixes --diff -w --watch --output-format: -o:w --output-file:w --target-version: --preview --no-preview --select: --ignore: --extend-select: --extend-ignore: --per-file-ignores: --exclude: --extend-exclude: --respect-gitignore --force-exclude --line-length: -n --no-cache --cache-dir:w --stdin-filename: -e --exit-zero --exit-non-zero-on-fix --statistics --show-files --show-settings --config:r --isolated --all -q --quiet -v --verbose -s --silent --ignore-noqa ${ASKING}` }),
      format: { risk: 'LOW', isInterpreter: true, stopAtOperand: false, options: FORMATTER },
      clean: { risk: 'MEDIUM' },
    },
    match: ['ruff check .', 'ruff check --select E,F src', 'ruff format --check .', 'ruff format --diff src'],
    notMatch: ['ruff check --fix .', 'ruff format .', 'ruff check /etc', 'ruff check -o ~/.bashrc .', 'ruff server'],
  },
  {
    names: 'black isort autopep8 yapf',
    risk: 'LOW',
    isInterpreter: true,
    stopAtOperand: false,
    options: FORMATTER,
    match: ['black --check .', 'black --diff src', 'isort --check-only .', 'isort --check --diff .', 'black --version'],
    notMatch: ['black .', 'isort src', 'black --check --config /etc/x .', 'black --unheard-of --check .'],
  },
  {
    names: 'mypy dmypy pyright basedpyright flake8 pylint pyflakes pycodestyle pydocstyle bandit vulture pydoc radon xenon interrogate',
    risk: 'LOW',
    operands: 'read',
    options: `-p: --package: -m: --module: -c: -v --verbose -q --quiet -r --recursive -a -f: --format: --output-format: -l -ll -i -s -n: -j: --jobs: --strict --ignore-missing-imports --follow-imports: --no-incremental --cache-dir:w --config-file:r --config:r --rcfile:r --python-version: --platform: --show-error-codes --pretty --no-color-output --color-output --namespace-packages --explicit-package-bases --exclude: --select: --ignore: --extend-ignore: --max-line-length: --max-complexity: --statistics --count --show-source --disable: --enable: -d: -e: --errors-only -E --reports: --score: --fail-under: --min-confidence: --outputjson --project:r --level: --stats --warnings --disallow-untyped-defs --check-untyped-defs --warn-unused-ignores --hide-error-context --no-error-summary --install-types!HIGH --non-interactive --python-executable:!HIGH --pythonpath:!MEDIUM --init-hook:!HIGH --load-plugins:!MEDIUM --html-report:w --junit-xml:w --txt-report:w -o:w --output:w --output-file:w --tee --createstub:!MEDIUM -w!MEDIUM -b!HIGH --watch -x: -k: -nc -mi -h ${ASKING}`,
    match: ['mypy .', 'mypy --strict src', 'pyright', 'flake8 --max-line-length 100 src', 'pylint src', 'bandit -r src'],
    notMatch: ['mypy --install-types .', 'pylint --init-hook "x" src', 'mypy /etc', 'mypy --python-executable /tmp/x .', 'flake8 --unheard-of', 'pydoc -b'],
  },
  {
    names: 'twine pre-commit pyenv pip-audit pip-compile pip-sync pipdeptree',
    options: ASKING,
    subcommands: {
      ...each('check, versions, version, which, whence, root, prefix, help, validate-config, validate-manifest, --outdated', { risk: 'LOW', operands: 'text', options: '--bare --strict' }),
      ...each('run, global, local, shell, exec', { risk: 'MEDIUM', operands: 'text', options: '-a --all-files --files --from-ref: --to-ref: --hook-stage: -v --show-diff-on-failure --unset' }),
      upload: { risk: 'CRITICAL', network: true, operands: 'text' },
    },
    otherwise: 'HIGH',
    risk: 'LOW',
    bare: 'LOW',
    match: ['pyenv versions', 'pyenv which python', 'twine check dist/x.whl', 'pipdeptree'],
    notMatch: ['pyenv install 3.12', 'twine upload dist/*', 'pre-commit install', 'pre-commit autoupdate', 'pre-commit run'],
  },
];
