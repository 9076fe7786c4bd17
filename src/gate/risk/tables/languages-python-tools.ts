import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, HELP } from './each.ts';

const FORMATTER = `-q --quiet -v --verbose --diff!SAFE --check!SAFE --check-only!SAFE -c!SAFE -l: --line-length: -t: --target-version: --config:e --settings-path:e --exclude: --extend-exclude: --force-exclude: --include: -S --skip-string-normalization --fast --safe -W: --workers: --color --no-color --stdin-filename: --pyi --ipynb --preview --profile: --skip: --skip-glob: --src: --sp:e --df --show-config!SAFE --show-files!SAFE --required-version: -h!SAFE ${ASKING}`;

/** What tests, checks and formats Python. */
export const pythonTools: readonly ProgramRule[] = [
  {
    names: 'coverage',
    risk: 'LOW',
    options: `--rcfile:e -h ${ASKING}`,
    subcommands: {
      ...each('report, debug, help', {
        risk: 'LOW',
        operands: 'text',
        options: `-m --show-missing --include: --omit: --skip-covered --skip-empty --sort: --fail-under: --precision: -i --ignore-errors --data-file:r --rcfile:e --format: --contexts: ${HELP}`,
      }),
      ...each('run, html, xml, json, lcov, annotate, combine, erase', {
        risk: 'MEDIUM',
        operands: 'text',
        options: `-d:w --directory:w -o:w -m --source: --include: --omit: -a --append --branch -p --parallel-mode --data-file:w --rcfile:e --keep -q ${HELP}`,
      }),
    },
    match: ['coverage report', 'coverage report -m --skip-covered', 'coverage debug sys'],
    notMatch: [
      'coverage run -m pytest',
      'coverage html',
      'coverage html -d /etc/x',
      'coverage report --unheard-of',
    ],
  },
  {
    names:
      'pytest py.test tox nox behave robot locust uvicorn gunicorn hypercorn flask django-admin celery alembic streamlit sphinx-build mkdocs ipython jupyter virtualenv pdb asv',
    risk: 'MEDIUM',
    operands: 'text',
    options: `-h!SAFE -V!SAFE ${ASKING} -q -v -x -s -k: -m: -n: -l -r: -W: --tb: --maxfail: --lf --last-failed --ff --sw --co --collect-only --durations: --cov? --cov-report: --cov-config:e --no-cov --no-header --color: -p: -c:e --rootdir:e --junitxml:w --junit-xml:w --basetemp:w --pyargs --markers --fixtures --setup-show --pdb!HIGH --timeout: -e: --envlist: --env: --parallel`,
    reason: 'runs code of the project',
    dangerousText: {
      pattern:
        /^(--host(=|$)|0\.0\.0\.0|--ip(=|$)|--bind=0|downgrade|flush|drop|notebook|lab|gh-deploy|--allow-root)/,
      risk: 'HIGH',
      reason: 'opens a port, publishes or changes a database',
    },
    match: ['pytest', 'pytest -x -q tests', 'tox -e py312', 'pytest -k name --tb=short'],
    notMatch: [
      'uvicorn app:app --host 0.0.0.0',
      'jupyter notebook',
      'alembic downgrade base',
      'pytest --junitxml /etc/x',
      'mkdocs gh-deploy',
      'pytest --pdb',
    ],
  },
  {
    names: 'ruff',
    risk: 'LOW',
    options: `-q -s -v --config:e --isolated ${ASKING} -V!SAFE -h!SAFE`,
    subcommands: {
      ...each('check, rule, config, linter, analyze, version, help', {
        risk: 'LOW',
        operands: 'read',
        options: `--fix!MEDIUM --fix-only!MEDIUM --unsafe-fixes!MEDIUM --add-noqa!MEDIUM --no-fix --show-fixes --diff -w --watch --output-format: -o:w --output-file:w --target-version: --preview --no-preview --select: --ignore: --extend-select: --extend-ignore: --per-file-ignores: --exclude: --extend-exclude: --respect-gitignore --force-exclude --line-length: -n --no-cache --cache-dir:w --stdin-filename: -e --exit-zero --exit-non-zero-on-fix --statistics --show-files --show-settings --config:e --isolated --all -q --quiet -v --verbose -s --silent --ignore-noqa ${HELP}`,
      }),
      format: { risk: 'LOW', isInterpreter: true, stopAtOperand: false, options: FORMATTER },
      clean: { risk: 'MEDIUM' },
    },
    match: ['ruff check .', 'ruff check --select E,F src', 'ruff format --check .', 'ruff format --diff src'],
    notMatch: [
      'ruff check --fix .',
      'ruff format .',
      'ruff check /etc',
      'ruff check -o ~/.bashrc .',
      'ruff server',
    ],
  },
  {
    names: 'black isort autopep8 yapf',
    risk: 'LOW',
    isInterpreter: true,
    stopAtOperand: false,
    options: FORMATTER,
    match: [
      'black --check .',
      'black --diff src',
      'isort --check-only .',
      'isort --check --diff .',
      'black --version',
    ],
    notMatch: ['black .', 'isort src', 'black --check --config /etc/x .', 'black --unheard-of --check .'],
  },
  {
    names:
      'mypy dmypy pyright basedpyright flake8 pylint pyflakes pycodestyle pydocstyle bandit vulture radon xenon interrogate',
    risk: 'LOW',
    operands: 'read',
    options: `-p: --package: -m: --module: -c: -v --verbose -q --quiet -r --recursive -a -f: --format: --output-format: -l -ll -i -s -n: -j: --jobs: --strict --ignore-missing-imports --follow-imports: --no-incremental --cache-dir:w --config-file:e --config:e --rcfile:e --python-version: --platform: --show-error-codes --pretty --no-color-output --color-output --namespace-packages --explicit-package-bases --exclude: --select: --ignore: --extend-ignore: --max-line-length: --max-complexity: --statistics --count --show-source --disable: --enable: -d: -e: --errors-only -E --reports: --score: --fail-under: --min-confidence: --outputjson --project:e --level: --stats --warnings --disallow-untyped-defs --check-untyped-defs --warn-unused-ignores --hide-error-context --no-error-summary --install-types!HIGH --non-interactive --python-executable:!HIGH --pythonpath:!MEDIUM --init-hook:!HIGH --load-plugins:!MEDIUM --html-report:w --junit-xml:w --txt-report:w -o:w --output:w --output-file:w --tee --createstub:!MEDIUM -w!MEDIUM -b!HIGH --watch -x: -k: -nc -mi -h ${ASKING}`,
    match: [
      'mypy .',
      'mypy --strict src',
      'pyright',
      'flake8 --max-line-length 100 src',
      'pylint src',
      'bandit -r src',
    ],
    notMatch: [
      'mypy --install-types .',
      'pylint --init-hook "x" src',
      'mypy /etc',
      'mypy --python-executable /tmp/x .',
      'flake8 --unheard-of',
    ],
  },
  {
    names: 'twine pre-commit pyenv pip-audit pip-compile pip-sync pipdeptree',
    busyNames: 'pre-commit pip-sync',
    options: ASKING,
    subcommands: {
      ...each(
        'check, versions, version, which, whence, root, prefix, help, validate-config, validate-manifest, --outdated',
        { risk: 'LOW', operands: 'text', options: '--bare --strict' },
      ),
      ...each('run, global, local, shell, exec', {
        risk: 'MEDIUM',
        operands: 'text',
        options:
          '-a --all-files --files --from-ref: --to-ref: --hook-stage: -v --show-diff-on-failure --unset',
      }),
      upload: { risk: 'CRITICAL', network: true, operands: 'text' },
    },
    otherwise: 'HIGH',
    risk: 'LOW',
    bare: 'LOW',
    match: ['pyenv versions', 'pyenv which python', 'twine check dist/x.whl', 'pipdeptree'],
    notMatch: [
      'pyenv install 3.12',
      'twine upload dist/*',
      'pre-commit install',
      'pre-commit autoupdate',
      'pre-commit run',
    ],
  },
  {
    names: 'rbenv nodenv goenv jenv tfenv phpenv plenv',
    options: `${ASKING} -v!SAFE -h!SAFE`,
    subcommands: {
      ...each('version, versions, which, whence, root, prefix, list, commands, help', {
        operands: 'text',
        options: '--bare --skip-aliases --all -l --list',
      }),
      ...each('local, global, shell, rehash, init', { risk: 'MEDIUM', operands: 'text' }),
      exec: { risk: 'MEDIUM', operands: 'command' },
    },
    otherwise: 'HIGH',
    match: ['rbenv versions', 'rbenv which ruby', 'jenv version'],
    notMatch: ['rbenv install 3.3', 'rbenv exec git push', 'rbenv global 3.3', 'tfenv install'],
  },
];
