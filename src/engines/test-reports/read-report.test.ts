import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { readReport, shownOutput } from './read-report.ts';
import type { ReportFormat } from './report.ts';

interface Sample {
  readonly format: ReportFormat;
  /** Files of the project, which need not hold anything. */
  readonly sources?: readonly string[];
  readonly report?: string;
  readonly printed?: string;
}

/** Reads a report of a run in a fresh project; paths below it are shown as "/project". */
function read({ format, sources = [], report, printed = '' }: Sample): unknown {
  const directory = temporaryDirectory();
  const reports = temporaryDirectory();
  for (const source of sources) write(join(directory, source), '');
  const here = (text: string) => text.replaceAll('/project', directory);
  if (report !== undefined) write(join(reports, 'report'), here(report));
  const found = readReport({ format, reports, directory, startedAt: 0, printed: here(printed) });
  return JSON.parse((JSON.stringify(found) ?? 'null').replaceAll(directory, '/project'));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test('JUnit of vitest: counts, file and line of the failure', () => {
  const report = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="3" failures="1" errors="0">
  <testsuite name="src/v.test.ts" tests="3" failures="1" errors="0" skipped="1">
    <testcase classname="src/v.test.ts" name="fine" time="0.003"></testcase>
    <testcase classname="src/v.test.ts" name="suite &gt; breaks" time="0.011">
      <failure message="expected 1 to be 2" type="AssertionError">
AssertionError: expected 1 to be 2
 ❯ node_modules/lib/index.js:1:1
 ❯ src/v.test.ts:3:65
      </failure>
    </testcase>
    <testcase classname="src/v.test.ts" name="suite &gt; not now" time="0"><skipped/></testcase>
  </testsuite>
</testsuites>`;
  const sources = ['src/v.test.ts', 'node_modules/lib/index.js'];
  expect(read({ format: 'junit', sources, report })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [
      { name: 'suite > breaks', file: '/project/src/v.test.ts', line: 3, message: 'expected 1 to be 2' },
    ],
  });
});

test('JUnit of node --test: suites, todo and the place in the stack', () => {
  const report = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="top ok" time="0.02" classname="test" file="/project/a.test.mjs"/>
	<testsuite name="group" tests="1" failures="1">
		<testcase name="inner fails" time="0.001" classname="test" failure="1 == 2">
			<failure type="testCodeFailure" message="1 == 2">
Error [ERR_TEST_FAILURE]: 1 == 2
    at new Promise (&lt;anonymous>) {
  cause: AssertionError [ERR_ASSERTION]: 1 == 2
      at TestContext.&lt;anonymous> (file:///project/a.test.mjs:4:60)
			</failure>
		</testcase>
	</testsuite>
	<testcase name="later" time="0.0" classname="test"><skipped type="todo" message="true"/></testcase>
	<!-- pass 1 -->
</testsuites>`;
  expect(read({ format: 'junit', sources: ['a.test.mjs'], report })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [{ name: 'group > inner fails', file: '/project/a.test.mjs', line: 4, message: '1 == 2' }],
  });
});

test('JUnit of pytest: failure and error, lines counted from one', () => {
  const report = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="4"><testcase classname="test_a" name="test_ok" file="test_a.py" line="1" time="0.001" /><testcase classname="test_a" name="test_bad" file="test_a.py" line="2" time="0.2"><failure message="AssertionError: no &amp; &lt;x&gt;&#10;assert 1 == 2">def test_bad():
&gt;       assert x == 2, "no &amp; &lt;x&gt;"
test_a.py:5: AssertionError</failure></testcase><testcase classname="test_a" name="test_skip" file="test_a.py" line="5"><skipped type="pytest.skip" message="why">/project/test_a.py:6: why</skipped></testcase><testcase classname="test_a.TestC" name="test_err" file="test_a.py" line="8"><error message="failed on setup">no place here</error></testcase></testsuite></testsuites>`;
  expect(read({ format: 'junit', sources: ['test_a.py'], report })).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      {
        name: 'test_a.test_bad',
        file: '/project/test_a.py',
        line: 5,
        message: 'AssertionError: no & <x>\nassert 1 == 2',
      },
      { name: 'test_a.TestC.test_err', file: '/project/test_a.py', line: 9, message: 'failed on setup' },
    ],
  });
});

test('JUnit of surefire: what the runner wrote into the project by itself, of this run only', () => {
  const directory = temporaryDirectory();
  write(join(directory, 'core/src/test/java/com/acme/FooTest.java'), '');
  const reports = join(directory, 'core/target/surefire-reports');
  const suite = (name: string, body: string) =>
    `<testsuite name="com.acme.${name}"><testcase name="works" classname="com.acme.${name}"/>${body}</testsuite>`;
  const failure = `<testcase name="adds" classname="com.acme.FooTest"><failure message="expected: &lt;3&gt; but was: &lt;2&gt;" type="AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <3> but was: <2>
	at org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
	at com.acme.FooTest.adds(FooTest.java:12)]]></failure></testcase>`;
  write(join(reports, 'TEST-com.acme.FooTest.xml'), suite('FooTest', failure));
  write(join(reports, 'TEST-com.acme.OldTest.xml'), suite('OldTest', failure));
  utimesSync(join(reports, 'TEST-com.acme.OldTest.xml'), 1000, 1000);
  symlinkSync('/etc/hostname', join(reports, 'TEST-link.xml'));
  const writtenTo = /(^|\/)target\/surefire-reports\/TEST-[^/]+\.xml$/;
  const found = readReport({
    format: 'junit',
    reports: '/nowhere',
    directory: join(directory, 'core'),
    writtenTo,
    startedAt: Date.now() - 60_000,
    printed: '',
  });
  expect(found).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: [
      {
        name: 'com.acme.FooTest.adds',
        file: join(directory, 'core/src/test/java/com/acme/FooTest.java'),
        line: 12,
        message: 'expected: <3> but was: <2>',
      },
    ],
  });
});

test('JUnit of ctest: the output says what the failure does not', () => {
  const report = `<testsuite name="(empty)" tests="3" failures="1">
	<testcase name="good" classname="good" time="0.002" status="run"><system-out></system-out></testcase>
	<testcase name="bad" classname="bad" time="0.002" status="fail"><failure message=""/><system-out>main.c:2: it failed
</system-out></testcase>
	<testcase name="off" classname="off" time="0" status="disabled"/>
</testsuite>`;
  expect(read({ format: 'junit', sources: ['main.c'], report })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [{ name: 'bad', file: '/project/main.c', line: 2, message: 'main.c:2: it failed' }],
  });
});

test('a document that declares entities is not read at all', () => {
  const entities = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('');
  const report = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "lol">${entities}]><testsuite><testcase name="&e20;"/></testsuite>`;
  expect(read({ format: 'junit', report })).toBeNull();
  expect(
    read({ format: 'junit', report: '<testsuite><testcase name="&unknown;&#65;"/></testsuite>' }),
  ).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    failures: [],
  });
  expect(read({ format: 'junit', report: 'not <xml' })).toBeNull();
});

test('the results file of dotnet', () => {
  const report = `<?xml version="1.0" encoding="utf-8"?>
<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>
  <UnitTestResult testName="Acme.Tests.Works" outcome="Passed" />
  <UnitTestResult testName="Acme.Tests.Skipped" outcome="NotExecuted" />
  <UnitTestResult testName="Acme.Tests.Adds" outcome="Failed"><Output><ErrorInfo>
    <Message>Assert.Equal() Failure</Message>
    <StackTrace>   at Acme.Tests.Adds() in /project/UnitTest1.cs:line 14</StackTrace>
  </ErrorInfo></Output></UnitTestResult>
</Results></TestRun>`;
  expect(read({ format: 'trx', sources: ['UnitTest1.cs'], report })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [
      {
        name: 'Acme.Tests.Adds',
        file: '/project/UnitTest1.cs',
        line: 14,
        message: 'Assert.Equal() Failure',
      },
    ],
  });
});

test('jest: a failed test and a file that does not load', () => {
  const report = JSON.stringify({
    numFailedTests: 1,
    testResults: [
      {
        name: '/project/a.test.js',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'later', status: 'todo' },
          {
            fullName: 'group subtracts',
            status: 'failed',
            failureMessages: [
              'Error: \u001b[31mno\u001b[39m\n    at Object.<anonymous> (/project/a.test.js:7:9)',
            ],
          },
        ],
      },
      {
        name: '/project/b.test.js',
        status: 'failed',
        message: "SyntaxError: /project/b.test.js:2\nUnexpected token '}'",
        assertionResults: [],
      },
    ],
  });
  expect(read({ format: 'jest', sources: ['a.test.js', 'b.test.js'], report })).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      {
        name: 'group subtracts',
        file: '/project/a.test.js',
        line: 7,
        message: 'Error: no\n    at Object.<anonymous> (/project/a.test.js:7:9)',
      },
      {
        name: '/project/b.test.js',
        file: '/project/b.test.js',
        line: 2,
        message: "SyntaxError: /project/b.test.js:2\nUnexpected token '}'",
      },
    ],
  });
  expect(read({ format: 'jest', report: '{"testResults": 1' })).toBeNull();
});

test('rspec', () => {
  const report = JSON.stringify({
    examples: [
      { full_description: 'A works', status: 'passed', file_path: './spec/a_spec.rb', line_number: 2 },
      { full_description: 'A waits', status: 'pending', file_path: './spec/a_spec.rb', line_number: 3 },
      {
        full_description: 'A breaks',
        status: 'failed',
        file_path: './spec/a_spec.rb',
        line_number: 5,
        exception: { class: 'X', message: 'expected: 2', backtrace: ['./spec/a_spec.rb:6:in `block`'] },
      },
    ],
  });
  expect(read({ format: 'rspec', sources: ['spec/a_spec.rb'], report })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [{ name: 'A breaks', file: '/project/spec/a_spec.rb', line: 6, message: 'expected: 2' }],
  });
});

test('go test -json: subtests instead of their parents, packages that do not build, and what is shown', () => {
  const events = [
    { Action: 'start', Package: 'acme/calc' },
    { Action: 'output', Package: 'acme/calc', Test: 'TestAdd', Output: '=== RUN   TestAdd\n' },
    { Action: 'pass', Package: 'acme/calc', Test: 'TestAdd/one' },
    {
      Action: 'output',
      Package: 'acme/calc',
      Test: 'TestAdd/two',
      Output: '    calc_test.go:9: got 2, want 3\n',
    },
    { Action: 'fail', Package: 'acme/calc', Test: 'TestAdd/two' },
    { Action: 'fail', Package: 'acme/calc', Test: 'TestAdd' },
    { Action: 'skip', Package: 'acme/calc', Test: 'TestLater' },
    { Action: 'fail', Package: 'acme/calc' },
    { Action: 'build-output', ImportPath: 'acme/bad', Output: './bad.go:3:1: syntax error\n' },
    { Action: 'fail', Package: 'acme/bad' },
  ];
  const printed = `${events.map((event) => JSON.stringify(event)).join('\n')}\nplain words\n`;
  expect(read({ format: 'go', sources: ['calc_test.go', 'bad.go'], printed })).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      {
        name: 'acme/calc.TestAdd/two',
        file: '/project/calc_test.go',
        line: 9,
        message: 'calc_test.go:9: got 2, want 3',
      },
      { name: 'acme/bad', file: '/project/bad.go', line: 3, message: './bad.go:3:1: syntax error' },
    ],
  });
  expect(shownOutput('go', printed)).toBe(
    '=== RUN   TestAdd\n    calc_test.go:9: got 2, want 3\n./bad.go:3:1: syntax error\nplain words\n',
  );
});

test('what cargo prints', () => {
  const printed = `running 3 tests
test tests::ok ... ok
test tests::skipped ... ignored, slow
test tests::bad ... FAILED

failures:

---- tests::bad stdout ----

thread 'tests::bad' (8746) panicked at src/lib.rs:7:16:
assertion failed: sum
stack backtrace:
   0: rust_begin_unwind
             at /rustc/5980/library/std/src/panicking.rs:689:5

failures:
    tests::bad

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.46s
`;
  expect(read({ format: 'cargo', sources: ['src/lib.rs'], printed })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [
      {
        name: 'tests::bad',
        file: '/project/src/lib.rs',
        line: 7,
        message: "thread 'tests::bad' (8746) panicked at src/lib.rs:7:16:\nassertion failed: sum",
      },
    ],
  });
});

test('what unittest prints', () => {
  const printed = `FE.s
======================================================================
ERROR: test_err (test_u.T.test_err)
Says what it does.
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/project/tests/test_u.py", line 7, in test_err
    raise ValueError("boom")
ValueError: boom

======================================================================
FAIL: test_bad (test_u.T.test_bad)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/project/tests/test_u.py", line 5, in test_bad
    self.assertEqual(1, 2)
AssertionError: 1 != 2

----------------------------------------------------------------------
Ran 4 tests in 0.001s

FAILED (failures=1, errors=1, skipped=1)
`;
  expect(read({ format: 'unittest', sources: ['tests/test_u.py'], printed })).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      { name: 'test_u.T.test_err', file: '/project/tests/test_u.py', line: 7, message: 'ValueError: boom' },
      {
        name: 'test_u.T.test_bad',
        file: '/project/tests/test_u.py',
        line: 5,
        message: 'AssertionError: 1 != 2',
      },
    ],
  });
});

test('TAP, flat and nested', () => {
  const printed = `TAP version 13
# Subtest: top ok
ok 1 - top ok
  ---
  duration_ms: 24
  ...
# Subtest: group
    # Subtest: inner fails
    not ok 1 - inner fails
      ---
      location: '/project/a.test.mjs:4:27'
      error: '1 == 2'
      ...
    ok 2 - skipped # SKIP
    1..2
not ok 2 - group
  ---
  error: '1 subtest failed'
  ...
ok 3 - later # TODO
1..3
`;
  expect(read({ format: 'tap', sources: ['a.test.mjs'], printed })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: [{ name: 'inner fails', file: '/project/a.test.mjs', line: 4, message: '1 == 2' }],
  });
  expect(read({ format: 'tap', printed: 'ok then, all good\n' })).toBeNull();
});
