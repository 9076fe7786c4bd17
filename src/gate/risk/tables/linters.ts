import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING } from './each.ts';

/** Checkers of shell, configuration and prose: they read files and say what they think of them. */
export const linters: readonly ProgramRule[] = [
  {
    names: 'shellcheck',
    operands: 'read',
    options: `-a -C? -e: -f: -i: -o: -P:l -s: -S: -V -W: -x --check-sourced --color? --include: --exclude: --extended-analysis: --format: --list-optional --norc --rcfile:r --enable: --source-path:l --shell: --severity: --wiki-link-count: --external-sources ${ASKING}`,
    match: ['shellcheck scripts/*.sh', 'shellcheck -x -s bash a.sh', 'shellcheck --severity=error a.sh'],
    notMatch: ['shellcheck /etc/shadow', 'shellcheck .env', 'shellcheck --unheard-of a.sh'],
  },
  {
    names: 'shfmt',
    operands: 'read',
    operandsWrittenWith: '-w --write',
    options: `-bn -ci -d -f -filename: -fn -i: -kp -l -ln: -mn -p -s -sr -tojson -w -exp.recover: --apply-ignore --binary-next-line --case-indent --diff --filename: --find --from-json --func-next-line --indent: --keep-padding --language-dialect: --list --minify --posix --simplify --space-redirects --to-json --write ${ASKING}`,
    singleDash: true,
    match: ['shfmt -d scripts', 'shfmt -l .', 'shfmt -i 2 -d a.sh'],
    notMatch: ['shfmt -w a.sh', 'shfmt .env', 'shfmt --unheard-of'],
  },
  {
    names:
      'actionlint markdownlint markdownlint-cli2 mdl jsonlint taplo dotenv-linter editorconfig-checker ec typos codespell vale proselint stylelint htmlhint spectral buf sqlfluff cspell commitlint zizmor conftest opa pylint-json2html semgrep gitleaks trufflehog detect-secrets safety osv-scanner cppcheck cpplint checkmake lychee kubeval kubeconform kube-linter',
    risk: 'LOW',
    operands: 'read',
    options: `-c:e --config:e --config-file:e -f: --format: -o:w --output:w --out:w --report-path:w -q --quiet -v --verbose -V -d -i: --ignore: --ignore-path:r --no-color --color? -s --silent --strict -r --recursive -n --no-progress -j: --json --fix!MEDIUM -w!MEDIUM --write!MEDIUM --write-changes!MEDIUM --severity: --from: --to: --edit? --rule: --rules: --exclude: --include: --dot --cache --no-cache --error --enable: --std: --language: --max-warnings: --allow-empty-input --staged --no-banner --source:r --no-git --redact --dialect: -x: -D: -A: -W: --circular --summary --offline --no-ignore --skip-missing --ignores: --extensions: --strict --schema-location:u -kubernetes-version: ${ASKING}`,
    dangerousText: {
      pattern:
        /^(fix|format|init|publish|push|login|run|eval|exec|generate|install|--autofix|https?:.*|--verify.*)$/,
      risk: 'MEDIUM',
      reason: 'changes files, runs code or contacts others',
    },
    match: [
      'actionlint',
      'markdownlint README.md',
      'markdownlint-cli2 "**/*.md"',
      'codespell src',
      'cspell "src/**"',
      'stylelint "src/**/*.css"',
      'gitleaks detect --no-banner',
      'commitlint --from HEAD~1',
      'kubeconform a.yaml',
    ],
    notMatch: [
      'markdownlint --fix .',
      'codespell -w src',
      'stylelint --config /tmp/x.js a.css',
      'vale /etc/shadow',
    ],
  },
];
