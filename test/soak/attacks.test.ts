import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

// Each way in a process of its own: who runs it, and whether a sandbox works, is found out once for all.
const ROOT = join(import.meta.dirname, '../..');
const NOBODY = 65_534;
const place = mkdtempSync(join(tmpdir(), 'tg-matrix-'));
chmodSync(place, 0o777);
afterAll(() => rmSync(place, { recursive: true, force: true }));

interface Way {
  readonly before?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function attack({ before = [], env = {} }: Way) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const report = join(place, `report-${before.length}-${Object.keys(env).length}.json`);
  rmSync(report, { force: true });
  const [program = '', ...args] = [
    ...before,
    ...[process.execPath, vitest, 'run', 'test/attacks', '--reporter=json', `--outputFile=${report}`],
    ...['--maxWorkers=1', '--cache=false', '--configLoader=runner'],
  ];
  const { status, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const results = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
  };
  const failed = results.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((one) => one.status === 'failed');
  return { status, stderr, passed: results.numPassedTests, failed };
}

test('every attack fails for the user who runs the tests', () => {
  const { failed, passed } = attack({});
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(150);
});

test.skipIf(process.getuid?.() !== 0)('every attack fails for a user without rights', () => {
  const before = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const { failed, passed } = attack({ before, env: { HOME: place, TMPDIR: place } });
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(150);
});

// A PATH would not do: programs are looked for in that of the user's login.
const MASKED = 'mount --bind /bin/false "$(command -v bwrap)" && exec "$@"';

test.skipIf(process.getuid?.() !== 0)(
  'every attack that needs no yes fails where bubblewrap does not work',
  () => {
    const before = ['unshare', '--mount', 'sh', '-c', MASKED, 'sh'];
    const { failed, passed } = attack({ before, env: { CI: '' } });
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(80);
  },
);
