import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createTestHost, dataOf } from '../support/host.ts';
import { callAsAllowed } from '../support/repository.ts';
import { inSandbox } from '../support/sandbox-place.ts';

interface Project {
  readonly program: string;
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly (readonly [command: string, prints: RegExp])[];
}

const C = '#include <stdio.h>\nint main(void) { puts("built"); return 0; }\n';

/** As people build and test them: with their own tools, in the caches they have, once a person has said yes. */
const PROJECTS: readonly Project[] = [
  {
    program: 'npm',
    files: {
      'package.json': JSON.stringify({
        name: 'a',
        version: '1.0.0',
        scripts: { build: 'node build.mjs', test: 'node --test' },
        dependencies: { b: 'file:./b' },
      }),
      'b/package.json': '{ "name": "b", "version": "1.0.0", "main": "index.js" }\n',
      'b/index.js': 'module.exports = 42;\n',
      'build.mjs': `import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('dist', { recursive: true });\nwriteFileSync('dist/a.js', '');\nconsole.log('built');\n`,
      'a.test.js': `const { test } = require('node:test');\ntest('b', () => require('node:assert').equal(require('b'), 42));\n`,
    },
    steps: [
      ['npm install --offline --no-audit --no-fund', /added|up to date/],
      ['npm run build', /built/],
      ['npm test', /pass 1/],
    ],
  },
  {
    program: 'pnpm',
    files: {
      'package.json': '{ "name": "a", "version": "1.0.0", "scripts": { "test": "node --test" } }\n',
      'a.test.js': `require('node:test').test('a', () => {});\n`,
    },
    steps: [
      ['pnpm install --offline', /Already up to date|Done/],
      ['pnpm test', /pass 1/],
    ],
  },
  {
    program: 'cargo',
    files: {
      'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/main.rs':
        'fn main() { println!("built"); }\n#[test]\nfn adds() { assert_eq!(std::env::temp_dir().exists(), true); }\n',
    },
    steps: [
      ['cargo build --offline', /Finished/],
      ['cargo test --offline', /1 passed/],
    ],
  },
  {
    program: 'pytest',
    files: {
      'test_a.py':
        'def test_a(tmp_path):\n    (tmp_path / "x").write_text("1")\n    assert (tmp_path / "x").read_text() == "1"\n',
    },
    steps: [['pytest -q', /1 passed/]],
  },
  {
    program: 'make',
    files: { 'main.c': C, Makefile: 'a: main.c\n\tcc -o a main.c\n\ntest: a\n\t./a\n' },
    steps: [
      ['make', /cc -o a/],
      ['make test', /built/],
    ],
  },
  {
    program: 'cmake',
    files: {
      'main.c': C,
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.10)\nproject(a C)\nenable_testing()\nadd_executable(a main.c)\nadd_test(NAME a COMMAND a)\n',
    },
    steps: [
      ['cmake -S . -B build', /Generating done|Build files/],
      ['cmake --build build', /Built target a/],
      ['ctest --test-dir build', /100% tests passed/],
    ],
  },
];

// Others may use the machine as well.
const LIMIT_MS = 300_000;

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

inSandbox.each(PROJECTS.map((project) => [project.program, project] as const))(
  'a project of %s is built and tested in the sandbox',
  async (program, { files, steps }) => {
    if (!isThere(program)) return expect(process.env.CI, `${program} is missing`).not.toBe('true');
    const host = createTestHost({ shell: { maxTimeoutMs: LIMIT_MS } });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(host.root, name)), { recursive: true });
      writeFileSync(join(host.root, name), text);
    }
    onTestFinished(() => rmSync(host.root, { recursive: true, force: true }));
    for (const [command, prints] of steps) {
      const data = dataOf(await callAsAllowed(host)('shell_execute', { command, timeoutMs: LIMIT_MS }));
      expect(`${String(data.stdout)}\n${String(data.stderr)}`).toMatch(prints);
      expect(data).toMatchObject({ exitCode: 0 });
    }
  },
);
