import { highestRisk } from '../../../core/risk.ts';
import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, type Subcommand } from './each.ts';
import { nodeStarters } from './node-runtimes.ts';

const ESLINT =
  '--fix!MEDIUM --fix-dry-run --fix-type: -c:e --config:e --no-config-lookup --no-eslintrc --env: --ext: --global: --parser:!MEDIUM --parser-options: --plugin: --rule: --rulesdir:!HIGH --resolve-plugins-relative-to:!HIGH --ignore-path:r --ignore-pattern: --no-ignore --stdin --stdin-filename: --quiet --max-warnings: -o:w --output-file:w -f:r --format:r --color --no-color --no-inline-config --report-unused-disable-directives --report-unused-disable-directives-severity: --report-unused-inline-configs: --cache --cache-location:w --cache-strategy: --cache-file:w --init!HIGH --inspect-config!HIGH --mcp!HIGH --debug --no-error-on-unmatched-pattern --exit-on-fatal-error --no-warn-ignored --pass-on-no-patterns --print-config:r --stats --flag: --concurrency: --env-info --suppress-all!MEDIUM --suppress-rule:!MEDIUM --prune-suppressions!MEDIUM --suppressions-location:r -h -v';

const PRETTIER =
  '-c --check -l --list-different -w!MEDIUM --write!MEDIUM --config:e --no-config --config-precedence: --find-config-path:r --file-info:r --support-info --ignore-path:r --ignore-unknown -u --no-editorconfig --with-node-modules --stdin-filepath: --parser: --plugin:e!MEDIUM --plugin-search-dir:e!MEDIUM --log-level: --loglevel: --color --no-color --cache --cache-location:w --cache-strategy: --no-error-on-unmatched-pattern --print-width: --tab-width: --use-tabs --no-semi --single-quote --jsx-single-quote --quote-props: --trailing-comma: --no-bracket-spacing --bracket-same-line --arrow-parens: --prose-wrap: --html-whitespace-sensitivity: --end-of-line: --embedded-language-formatting: --single-attribute-per-line --insert-pragma --require-pragma --range-start: --range-end: --object-wrap: --experimental-ternaries --experimental-operator-position: --check-ignore-pragma -h';

const TSC =
  '--noEmit!SAFE -noEmit!SAFE --showConfig!SAFE --listFilesOnly!SAFE -h!SAFE -v!SAFE --all!SAFE --dry!SAFE -d!MEDIUM -p:r --project:e -b!MEDIUM --build!MEDIUM -w --watch --pretty? --skipLibCheck? --strict? --incremental? --tsBuildInfoFile:w --outDir:w --outFile:w --declarationDir:w --generateTrace:w --generateCpuProfile:w --init!HIGH --target: -t: --module: -m: --moduleResolution: --jsx: --lib: --types: --typeRoots: --esModuleInterop? --allowJs? --checkJs? --resolveJsonModule? --declaration? --emitDeclarationOnly? --sourceMap? --noEmitOnError? --noUnusedLocals? --noUnusedParameters? --isolatedModules? --listFiles --listEmittedFiles --traceResolution --explainFiles --diagnostics --extendedDiagnostics --preserveWatchOutput --force --verbose --clean!MEDIUM --rootDir:e --baseUrl:l --composite? --noImplicitAny? --noCheck --locale: --removeComments? --ignoreDeprecations: --erasableSyntaxOnly?';

const BIOME =
  '--write!MEDIUM --fix!MEDIUM --apply!MEDIUM --apply-unsafe!MEDIUM --apply-suggested!MEDIUM --unsafe!MEDIUM --suppress!MEDIUM --config-path:e --colors: --no-errors-on-unmatched --use-server --verbose --max-diagnostics: --skip-parse-errors --error-on-warnings --diagnostic-level: --reporter: --reporter-file:w --log-file:w --log-level: --log-kind: --changed --since: --staged --files-ignore-unknown: --files-max-size: --formatter-enabled: --linter-enabled: --assist-enabled: --organize-imports-enabled: --enforce-assist: --only: --skip: --stdin-file-path: --indent-style: --indent-width: --line-width: --line-ending: --quote-style: --semicolons: --vcs-enabled: --vcs-client-kind: --vcs-use-ignore-file: --vcs-root: --reason: --profile-rules';

const BIOME_SUBCOMMANDS = {
  ...each('check, lint, format, ci, search', {
    risk: 'LOW',
    operands: 'read',
    options: `${BIOME} ${ASKING}`,
  }),
  ...each('rage, explain, version, help', {
    operands: 'text',
    options: '--formatter --linter --daemon-logs',
  }),
} as const;

// Everything they do is code of the project, or decided by it.
const RUNNERS =
  'vitest jest mocha ava tap c8 nyc karma jasmine playwright cypress wdio storybook vite webpack webpack-cli rollup esbuild parcel swc tsup unbuild next nuxt astro remix gatsby svelte-kit ng vue-cli-service react-scripts turbo nx lerna rush wireit changeset concurrently npm-run-all run-s run-p wait-on tailwindcss postcss sass typedoc api-extractor husky lint-staged dependency-cruiser depcruise size-limit attw drizzle-kit prisma typeorm knex sequelize graphql-codegen vue-tsc astro-check tsd tsc-watch tsc-alias dts-bundle-generator microbundle wtr web-test-runner qunit uvu zx ncu npm-check-updates plop hygen orval openapi-typescript json-schema-to-typescript quicktype mermaid mmdc slidev vitepress docusaurus eleventy metro expo-doctor lighthouse pa11y autocannon artillery';

const ANALYSERS =
  '--production --strict --circular --orphans --leaves --json --reporter: --include: --exclude: --extensions: --ignores: --summary --silent --quiet --deny-warnings --max-warnings: --no-progress --no-exit-code --workspace: --tsconfig:r --ts-config:r --threshold: --min-lines: --min-tokens: --format: --pretty? -c:e --config:e --fix!MEDIUM --fix-suggestions!MEDIUM --fix-dangerously!MEDIUM --fix-type:!MEDIUM --allow-remove-files!HIGH --image:w --output:w --out:w --init!MEDIUM';

/** Checkers, builders and test runners of JavaScript projects. */
export const nodeTools: readonly ProgramRule[] = [
  {
    names: 'tsc',
    risk: 'LOW',
    // Like an interpreter it does its work without an operand, unless an option marked SAFE says otherwise.
    isInterpreter: true,
    singleDash: true,
    stopAtOperand: false,
    options: `${TSC} ${ASKING}`,
    operands: 'text',
    // Behind a flag it takes the flag back; behind these it does so every day.
    dangerousText: {
      pattern: /^(false|null)$/i,
      risk: 'MEDIUM',
      reason: 'switches an option off',
      unless:
        '--pretty --incremental --watch -w --skipLibCheck --strict --composite --sourceMap --declaration --isolatedModules --noEmitOnError --noUnusedLocals --noUnusedParameters --noImplicitAny --emitDeclarationOnly --checkJs --allowJs',
    },
    match: [
      'tsc --noEmit',
      'tsc -p tsconfig.json --noEmit',
      'tsc --version',
      'tsc --noEmit --pretty false',
      'tsc --showConfig',
    ],
    notMatch: [
      'tsc',
      'tsc -b',
      'tsc --noEmit --outDir ~/.ssh',
      'tsc --noEmit --unheard-of',
      'tsc --noEmit false',
      'tsc -p /etc/tsconfig.json --noEmit',
    ],
  },
  {
    names: 'eslint eslint_d standard xo',
    risk: 'LOW',
    operands: 'read',
    options: `${ESLINT} ${ASKING}`,
    match: [
      'eslint .',
      'eslint src --ext .ts,.tsx',
      'eslint --max-warnings 0 src',
      'eslint -f json src',
      'eslint --version',
    ],
    notMatch: [
      'eslint --fix src',
      'eslint --rulesdir /tmp/x src',
      'eslint -o ~/.bashrc src',
      'eslint /etc/x.js',
      'eslint --unheard-of .',
    ],
  },
  {
    names: 'prettier prettierd',
    risk: 'LOW',
    operands: 'read',
    options: `${PRETTIER} ${ASKING}`,
    match: [
      'prettier --check .',
      'prettier -c src',
      'prettier src/a.ts',
      'prettier --list-different "src/**/*.ts"',
    ],
    notMatch: ['prettier --write .', 'prettier -w src', 'prettier --plugin=./evil.js src', 'prettier .env'],
  },
  {
    names: 'biome',
    risk: 'LOW',
    options: `${ASKING} -h -V`,
    subcommands: BIOME_SUBCOMMANDS,
    match: [
      'biome check',
      'biome check src',
      'biome ci .',
      'biome lint --reporter=github src',
      'biome format src/a.ts',
    ],
    notMatch: [
      'biome check --write',
      'biome format --write src',
      'biome migrate',
      'biome check --config-path=/etc/x',
      'biome check --unheard-of',
    ],
  },
  {
    names: 'knip madge depcheck oxlint publint jscpd license-checker svelte-check',
    risk: 'LOW',
    operands: 'read',
    options: `${ANALYSERS} ${ASKING}`,
    match: ['knip', 'madge --circular src', 'depcheck', 'oxlint', 'oxlint src', 'jscpd src', 'svelte-check'],
    notMatch: [
      'knip --fix',
      'oxlint --fix src',
      'madge --image /etc/x.svg src',
      'depcheck /etc',
      'knip --unheard-of',
      'oxlint --init',
    ],
  },
  {
    names: RUNNERS,
    questions: 'ls list help',
    risk: 'MEDIUM',
    operands: 'text',
    options: `${ASKING} --config:e -c:e --root:e --outdir:w --outfile:w --out-dir:w --output-dir:w --outputFile:w --reporter:`,
    reason: 'runs code of the project',
    dangerousText: {
      pattern:
        /^(publish|deploy|reset|--accept-data-loss|--force-reset|--host(=.*)?|0\.0\.0\.0|install|install-deps|init|add|upgrade|migrate(:.*)?|push|db:.*)$/,
      risk: 'HIGH',
      reason: 'publishes, installs, opens a port or changes a database',
    },
    match: [
      'vitest run',
      'jest',
      'vite build',
      'webpack --mode production',
      'turbo run build',
      'nx test app',
      'playwright test',
    ],
    notMatch: [
      'lerna publish',
      'prisma migrate reset',
      'vite build --outDir=dist --outdir /etc/x',
      'nx migrate latest',
      'playwright install',
      'vite --host',
    ],
  },
];

/** The same tools run through npx, pnpm dlx and the like: what is not installed would be downloaded, if it could. */
export const projectTools: Readonly<Record<string, Subcommand>> = Object.fromEntries(
  [...nodeTools, ...nodeStarters].flatMap(({ names, match: _match, notMatch: _notMatch, ...rule }) =>
    names.split(' ').map((name) => [name, asProjectTool(rule)] as const),
  ),
);

function asProjectTool(rule: Subcommand): Subcommand {
  return {
    ...rule,
    network: true,
    risk: highestRisk([rule.risk ?? 'SAFE', 'LOW']),
    ...(rule.subcommands && { bare: 'MEDIUM' }),
  };
}
