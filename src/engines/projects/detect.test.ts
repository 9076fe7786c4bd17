import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { writeFiles } from '../../../test/support/write-files.ts';
import type { EcosystemName } from '../../core/project.ts';
import { showCommand } from '../../core/text/command-words.ts';
import { insideOf } from '../files/open/reach.ts';
import { planStep } from './detect.ts';
import type { Step } from './ecosystem.ts';
import { createProjectFiles } from './project-files.ts';

interface Wanted {
  readonly path?: string;
  readonly ecosystem?: EcosystemName;
  readonly args?: readonly string[];
}

function plan(root: string, step: Step, { path = '.', ecosystem, args = [] }: Wanted = {}) {
  return planStep(createProjectFiles(insideOf([root])), step, { path: join(root, path), ecosystem, args });
}

/** The commands of a step, or why there are none. */
function commandsOf(root: string, step: Step, wanted?: Wanted): string {
  try {
    return plan(root, step, wanted).commands.map(showCommand).join(' && ');
  } catch (error) {
    return String(error).replaceAll(root, '.');
  }
}

const NONE = 'ToolError: Nothing to';

test.each<[string, Record<string, unknown>, EcosystemName, [restore: string, build: string, test: string]]>([
  [
    '.NET solution',
    { 'a.csproj': '', 'App.slnx': '' },
    'dotnet',
    ['dotnet restore App.slnx', 'dotnet build App.slnx', 'dotnet test App.slnx'],
  ],
  [
    'F# project',
    { 'a.fsproj': '' },
    'dotnet',
    ['dotnet restore a.fsproj', 'dotnet build a.fsproj', 'dotnet test a.fsproj'],
  ],
  ['Rust', { 'Cargo.toml': '' }, 'rust', ['cargo fetch', 'cargo build', 'cargo test']],
  ['Go', { 'go.mod': '' }, 'go', ['go mod download', 'go build ./...', 'go test ./...']],
  [
    'uv',
    { 'uv.lock': '', 'pyproject.toml': '[tool.pytest]' },
    'python',
    ['uv sync', 'uv build', 'uv run python -m pytest'],
  ],
  [
    'poetry',
    { 'pyproject.toml': '[tool.poetry]\n' },
    'python',
    ['poetry install --no-interaction', 'poetry build --no-interaction', 'poetry run python -m unittest'],
  ],
  [
    'pdm',
    { 'pdm.lock': '', 'conftest.py': '' },
    'python',
    ['pdm sync', 'pdm build', 'pdm run python -m pytest'],
  ],
  [
    'pipenv',
    { Pipfile: 'pytest = "*"' },
    'python',
    [
      'pipenv install --dev',
      `${NONE} build in .: a Pipfile describes nothing to build`,
      'pipenv run python -m pytest',
    ],
  ],
  [
    'pip',
    { 'requirements.txt': 'pytest==8\n' },
    'python',
    [
      'python3 -m pip install -r requirements.txt',
      `${NONE} build in .: there is neither setup.py nor a [build-system] in pyproject.toml`,
      'python3 -m pytest',
    ],
  ],
  [
    'pip with a project',
    { 'pyproject.toml': '[build-system]\n', '.venv/bin/python': '' },
    'python',
    ['.venv/bin/python -m pip install -e .', '.venv/bin/python -m build', '.venv/bin/python -m unittest'],
  ],
  [
    'functions that only pytest runs',
    { 'pyproject.toml': '', 'tests/test_a.py': 'def test_a():\n    assert 1\n' },
    'python',
    [
      'python3 -m pip install -e .',
      `${NONE} build in .: there is neither setup.py nor a [build-system] in pyproject.toml`,
      'python3 -m pytest',
    ],
  ],
  [
    'classes that unittest runs',
    {
      'setup.py': '',
      'test_a.py': 'import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n',
    },
    'python',
    ['python3 -m pip install -e .', 'python3 -m build', 'python3 -m unittest'],
  ],
  [
    'Maven',
    { 'pom.xml': '' },
    'maven',
    ['mvn -B dependency:go-offline', 'mvn -B package -DskipTests', 'mvn -B test'],
  ],
  [
    'Maven wrapper',
    { 'pom.xml': '', mvnw: '' },
    'maven',
    ['./mvnw -B dependency:go-offline', './mvnw -B package -DskipTests', './mvnw -B test'],
  ],
  [
    'Gradle',
    { 'build.gradle.kts': '', gradlew: '' },
    'gradle',
    [
      './gradlew --console=plain dependencies',
      './gradlew --console=plain assemble',
      './gradlew --console=plain test',
    ],
  ],
  [
    'Ruby with specs',
    { Gemfile: '', '.rspec': '', 'x.gemspec': '' },
    'ruby',
    ['bundle install', 'gem build x.gemspec', 'bundle exec rspec'],
  ],
  [
    'Ruby with rake',
    { Gemfile: '', Rakefile: '' },
    'ruby',
    ['bundle install', `${NONE} build in .: there is no .gemspec to build`, 'bundle exec rake test'],
  ],
  [
    'PHP',
    { 'composer.json': { scripts: { build: 'x' } }, 'phpunit.xml.dist': '' },
    'php',
    ['composer install --no-interaction', 'composer run-script build', 'vendor/bin/phpunit'],
  ],
  ['Elixir', { 'mix.exs': '' }, 'elixir', ['mix deps.get', 'mix compile', 'mix test']],
  ['Swift', { 'Package.swift': '' }, 'swift', ['swift package resolve', 'swift build', 'swift test']],
  ['Dart', { 'pubspec.yaml': 'name: x\n' }, 'dart', ['dart pub get', 'dart analyze', 'dart test']],
  [
    'Flutter',
    { 'pubspec.yaml': 'dependencies:\n  flutter:\n    sdk: flutter\n' },
    'dart',
    ['flutter pub get', 'flutter build bundle', 'flutter test'],
  ],
  [
    'Deno',
    { 'deno.jsonc': '{ // tasks\n "tasks": { "build": "x", }, }' },
    'deno',
    ['deno install', 'deno task build', 'deno test'],
  ],
  [
    'CMake',
    { 'CMakeLists.txt': '', 'build/CMakeCache.txt': '' },
    'cmake',
    [
      'cmake -S . -B build',
      'cmake --build build',
      'cmake --build build && ctest --test-dir build --output-on-failure',
    ],
  ],
  ['Make', { Makefile: 'test:\ndeps:\n' }, 'make', ['make deps', 'make', 'make test']],
  [
    'npm without a lock',
    { 'package.json': { scripts: { build: 'x', test: 'y' } } },
    'node',
    ['npm install', 'npm run -- build', 'npm run -- test'],
  ],
  [
    'npm',
    { 'package.json': {}, 'package-lock.json': '' },
    'node',
    [
      'npm ci',
      `${NONE} build in .: package.json has no script "build", and no other`,
      `${NONE} test in .: package.json has no script "test", and no other`,
    ],
  ],
  [
    'pnpm',
    { 'package.json': { scripts: { build: 'x', test: 'y' } }, 'pnpm-lock.yaml': '' },
    'node',
    ['pnpm install --frozen-lockfile', 'pnpm run -- build', 'pnpm run -- test'],
  ],
  [
    'yarn',
    { 'package.json': { scripts: { build: 'x', test: 'y' } }, 'yarn.lock': '' },
    'node',
    ['yarn install --frozen-lockfile', 'yarn run -- build', 'yarn run -- test'],
  ],
  [
    'yarn 4',
    { 'package.json': { packageManager: 'yarn@4.1.0', scripts: { build: 'x', test: 'y' } }, 'yarn.lock': '' },
    'node',
    ['yarn install --immutable', 'yarn run -- build', 'yarn run -- test'],
  ],
  [
    'bun',
    { 'package.json': { scripts: { build: 'x', test: 'y' } }, 'bun.lock': '' },
    'node',
    ['bun install --frozen-lockfile', 'bun run build', 'bun run test'],
  ],
])('%s is restored, built and tested with its own tool', (_name, files, ecosystem, commands) => {
  const root = writeFiles(temporaryDirectory(), files);
  expect((['restore', 'build', 'test'] as const).map((step) => commandsOf(root, step))).toEqual(commands);
  expect(plan(root, 'restore').ecosystem).toBe(ecosystem);
});

test('the nearest manifest decides; of several in one place, the first that offers the step', () => {
  const root = writeFiles(temporaryDirectory(), {
    'package.json': { scripts: { test: 'x' } },
    Makefile: 'all:\n',
    'native/Cargo.toml': '',
    'native/src/lib.rs': '',
    'docs/readme.md': '',
  });
  expect(commandsOf(root, 'test')).toBe('npm run -- test');
  expect(commandsOf(root, 'build')).toBe('make');
  expect(commandsOf(root, 'build', { path: 'native/src' })).toBe('cargo build');
  expect(plan(root, 'build', { path: 'native/src' }).directory).toBe(join(root, 'native'));
  expect(commandsOf(root, 'test', { path: 'docs' })).toBe('npm run -- test');
  expect(commandsOf(root, 'build', { path: 'native', ecosystem: 'make' })).toBe('make');
  expect(commandsOf(root, 'build', { ecosystem: 'go' })).toBe(
    'ToolError: There is no go project in . or above',
  );
});

test('a project file is the target, and its directory the place', () => {
  const root = writeFiles(temporaryDirectory(), {
    'src/App.sln': '',
    'src/Lib.csproj': '',
    'other.mk.Makefile': '',
    'ci/pom.xml': '',
    'req/requirements-dev.txt': '',
    'notes.txt': 'x',
  });
  expect(commandsOf(root, 'build', { path: 'src/Lib.csproj' })).toBe('dotnet build Lib.csproj');
  expect(plan(root, 'build', { path: 'src/Lib.csproj' }).directory).toBe(join(root, 'src'));
  expect(commandsOf(root, 'restore', { path: 'req/requirements-dev.txt' })).toBe(
    'python3 -m pip install -r requirements-dev.txt',
  );
  expect(commandsOf(root, 'build', { path: 'notes.txt' })).toBe(
    'ToolError: ./notes.txt is not a project file',
  );
});

test('arguments are passed on word by word, where the tool takes them', () => {
  const root = writeFiles(temporaryDirectory(), {
    'a/package.json': { scripts: { test: 'vitest run' } },
    'b/go.mod': '',
    'c/composer.json': { scripts: { test: 'phpunit' } },
  });
  const args = ['; touch x', '--grep=a b'];
  expect(plan(root, 'test', { path: 'a', args }).commands).toEqual([['npm', 'run', '--', 'test', ...args]]);
  expect(plan(root, 'test', { path: 'b', args }).commands).toEqual([['go', 'test', ...args]]);
  expect(plan(root, 'test', { path: 'b', args: ['-v'] }).commands).toEqual([['go', 'test', '-v', './...']]);
  expect(plan(root, 'test', { path: 'c', args }).commands).toEqual([
    ['composer', 'run-script', 'test', '--', ...args],
  ]);
});

test.each([
  ['vitest run', 'vitest run', ['--reporter=default', '--reporter=junit', '--outputFile.junit=/r/junit.xml']],
  ['jest behind a build', 'tsc && npx jest', ['--json', '--outputFile=/r/jest.json']],
  [
    'jest as a file',
    'node --experimental-vm-modules node_modules/jest/bin/jest.js',
    ['--json', '--outputFile=/r/jest.json'],
  ],
  ['vitest with its own reporter', 'vitest run --reporter=dot', undefined],
  ['something in a pipe', 'vitest run | tee log', undefined],
  ['another runner', 'mocha', undefined],
])('the report of %s is asked for behind its own words', (_name, script, options) => {
  const root = writeFiles(temporaryDirectory(), { 'package.json': { scripts: { test: script } } });
  const { report } = plan(root, 'test', { args: ['x'] });
  expect(report?.command?.('/r')).toEqual(options && ['npm', 'run', '--', 'test', ...options, 'x']);
});

test('reports of other runners are asked for beside what a person sees', () => {
  const root = writeFiles(temporaryDirectory(), {
    'net/a.sln': '',
    'py/pytest.ini': '',
    'py/setup.py': '',
    'node/package.json': { scripts: { test: 'node --test test/' } },
    'cm/CMakeLists.txt': '',
  });
  const asked = (path: string) => plan(root, 'test', { path }).report?.command?.('/r')?.join(' ');
  expect(asked('net')).toBe('dotnet test a.sln --logger trx --results-directory /r');
  expect(asked('py')).toBe('python3 -m pytest -o junit_family=xunit1 --junitxml=/r/junit.xml');
  expect(asked('cm')).toBe('ctest --test-dir build --output-on-failure --output-junit /r/junit.xml');
  expect(plan(root, 'test', { path: 'node' }).report?.env?.('/r')).toEqual({
    NODE_OPTIONS:
      '--test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=/r/junit.xml',
  });
});
