import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callApproved } from '../../../test/support/approved.ts';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { writeFiles } from '../../../test/support/write-files.ts';

// One project of each toolchain this machine has, built and tested for real.

test('Rust: what the compiler says, and the place of a failed test', async () => {
  const host = createTestHost();
  const lib = (body: string) =>
    `pub fn add(a: u64, b: u64) -> u64 { ${body} }\n#[test]\nfn sums() {\n    assert_eq!(add(1, 1), 3, "sum");\n}\n#[test]\nfn fine() {}\n#[test]\n#[ignore]\nfn later() {}\n`;
  writeFiles(host.root, {
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': lib('a + missing'),
  });
  const args = ['--offline'];
  const broken = await callApproved(host, 'ci_build', { args });
  expect(broken.card).toMatchObject({ risk: 'HIGH', preview: `in ${host.root}\n$ cargo build --offline` });
  expect(broken.answer).toMatchObject({
    error: {
      text: expect.stringContaining('cannot find value `missing` in this scope'),
      data: { ecosystem: 'rust', tool: 'cargo', exitCode: 101 },
    },
  });
  writeFiles(host.root, { 'src/lib.rs': lib('a + b') });
  expect(dataOf((await callApproved(host, 'ci_build', { args })).answer)).toMatchObject({ exitCode: 0 });
  expect((await callApproved(host, 'ci_run_tests', { args })).answer).toMatchObject({
    error: {
      message: '1 of 2 tests failed',
      data: {
        tests: {
          passed: 1,
          failed: 1,
          skipped: 1,
          failures: [{ name: 'sums', file: join(host.root, 'src/lib.rs'), line: 4 }],
        },
      },
    },
  });
});

test('Python: pytest where the project uses it, else unittest', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'a/pyproject.toml': '[project]\nname = "a"\n[tool.pytest.ini_options]\n',
    'a/test_a.py': 'def test_ok():\n    pass\n\ndef test_bad():\n    assert 1 == 2\n',
    'b/setup.cfg': '[metadata]\nname = b\n',
    'b/tests/test_b.py':
      'import unittest\nclass T(unittest.TestCase):\n    def test_ok(self): pass\n    def test_bad(self):\n        self.assertEqual(1, 2)\n',
  });
  const a = await callApproved(host, 'ci_run_tests', { projectPath: 'a' });
  expect(a.card.preview).toBe(`in ${host.root}/a\n$ python3 -m pytest`);
  expect(a.answer).toMatchObject({
    error: {
      data: {
        ecosystem: 'python',
        stdout: expect.stringContaining('1 failed, 1 passed'),
        tests: {
          passed: 1,
          failed: 1,
          failures: [{ name: 'test_a.test_bad', file: join(host.root, 'a/test_a.py'), line: 5 }],
        },
      },
    },
  });
  const b = await callApproved(host, 'ci_run_tests', { projectPath: 'b' });
  expect(b.answer).toMatchObject({
    error: {
      data: {
        argv: ['python3', '-m', 'unittest', 'discover', '-s', 'tests'],
        tests: { passed: 1, failed: 1, failures: [{ file: join(host.root, 'b/tests/test_b.py'), line: 5 }] },
      },
    },
  });
});

test('Make: the default target builds, test or check tests', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    Makefile:
      'all: lib\n\t@echo made\nlib:\n\t@echo lib\n.PHONY: check\ncheck: ; @echo checked $(ARG)\nX := 1\n',
  });
  const built = await callApproved(host, 'ci_build', {});
  expect(dataOf(built.answer)).toMatchObject({ ecosystem: 'make', argv: ['make'], stdout: 'lib\nmade\n' });
  const tested = await callApproved(host, 'ci_run_tests', { args: ['ARG=$(touch x)'] });
  // A variable can hold more than a word: make would run $(shell ...).
  expect(tested.card.risk).toBe('HIGH');
  expect(dataOf(tested.answer)).toMatchObject({ argv: ['make', 'check', 'ARG=$(touch x)'] });
  expect(await host.call('ci_restore', {})).toMatchObject({
    error: { code: 'NOT_FOUND', message: expect.stringContaining('it has all, lib, check') },
  });
});

test.each([
  ['BuildAsync', 'made'],
  ['build', 'made'],
  ['RunTestsAsync', 'tested'],
  ['run_tests', 'tested'],
  ['RestoreAsync', 'restored'],
  ['restore', 'restored'],
])('%s answers the output alone, and everything where it failed', async (name, printed) => {
  const host = createTestHost();
  const makefile = (end: string) =>
    ['all: ; @echo made', 'test: ; @echo tested', 'deps: ; @echo restored']
      .map((line) => `${line}${end}\n`)
      .join('');
  writeFiles(host.root, { Makefile: makefile('') });
  const { answer } = await callApproved(host, name, { projectPath: host.root });
  expect(answer).toMatchObject({ content: [{ type: 'text', text: `${printed}\n` }] });
  writeFiles(host.root, { Makefile: makefile('; echo broken >&2; exit 3') });
  const failed = await callApproved(host, name, { project_path: '.' });
  expect(failed.answer).toMatchObject({ error: { text: expect.stringMatching(/broken[\s\S]*exit code 2/) } });
});

test('CMake: configured first where it is not yet, and ctest names what failed', async () => {
  const host = createTestHost();
  writeFiles(host.root, {
    'CMakeLists.txt':
      'cmake_minimum_required(VERSION 3.16)\nproject(demo C)\nenable_testing()\nadd_executable(demo main.c)\nadd_test(NAME good COMMAND demo)\nadd_test(NAME bad COMMAND demo fail)\n',
    'main.c':
      '#include <stdio.h>\nint main(int argc, char **argv) { if (argc > 1) { printf("main.c:2: broken\\n"); return 1; } return 0; }\n',
  });
  const { card, answer } = await callApproved(host, 'ci_run_tests', {});
  expect(card.preview.split('\n').slice(1)).toEqual([
    '$ cmake -S . -B build',
    '$ cmake --build build',
    '$ ctest --test-dir build --output-on-failure',
  ]);
  expect(answer).toMatchObject({
    error: {
      data: {
        tool: 'cmake',
        stdout: expect.stringMatching(/\$ cmake -S[\s\S]*\$ cmake --build[\s\S]*\$ ctest/),
        tests: {
          passed: 1,
          failed: 1,
          failures: [{ name: 'bad', file: join(host.root, 'main.c'), line: 2, message: 'main.c:2: broken' }],
        },
      },
    },
  });
  const again = await callApproved(host, 'ci_build', {});
  expect(dataOf(again.answer)).toMatchObject({ argv: ['cmake', '--build', 'build'], exitCode: 0 });
  writeFiles(host.root, { 'main.c': 'int main(void) { return missing; }\n' });
  expect((await callApproved(host, 'ci_build', {})).answer).toMatchObject({
    error: { text: expect.stringMatching(/main\.c:1:\d+: error: .*missing.* undeclared/) },
  });
});
