import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkflowHost } from '../../../test/support/workflow-host.ts';

type Data = Record<string, unknown>;

const ran = async (steps: object[], files: Record<string, string> = {}) => {
  const host = createWorkflowHost({ permissionLevel: 'full_access' });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(host.root, name), text);
  const workflowId = await host.create({ name: 'Outputs', steps });
  return host.ended(await host.start(workflowId));
};

const NUMBERS = Array.from({ length: 9000 }, (_, index) => `${index + 1}`).join('\n');

test('a value is all of what a step printed or wrote, however long an answer may be', async () => {
  const sum = 'printf "%s\\n" "$X" | sha256sum; seq 1 9000 | sha256sum';
  const run = await ran([
    { stepId: 'print', command: 'seq 1 9000', outputs: { all: {} } },
    { stepId: 'sum', command: sum, env: { X: '{{steps.print.outputs.all}}' }, outputs: { sums: {} } },
    { stepId: 'error', command: 'seq 1 9000 >&2', outputs: { all: { from: 'stderr' } } },
    { stepId: 'write', command: 'seq 1 9000 > all', outputs: { all: { from: 'file', path: 'all' } } },
    { stepId: 'more', command: 'seq 1 20000', outputs: { all: {} } },
  ]);
  const [print, summed, error, write, more] = run.steps as { outputs?: Data; error?: Data }[];
  expect([print, error, write].map((step) => step?.outputs?.all === NUMBERS)).toEqual([true, true, true]);
  expect(new Set(String(summed?.outputs?.sums).split('\n')).size).toBe(1);
  expect(more?.error).toMatchObject({ code: 'TOO_LARGE', message: expect.stringContaining('at most 65536') });
});

test('a field and a match are found anywhere in what was printed', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: `row ${index}` }));
  const run = await ran(
    [
      {
        stepId: 'json',
        command: 'cat rows.json',
        outputs: { last: { path: 'last' }, deep: { path: 'rows.19999.id' } },
      },
      {
        stepId: 'script',
        tool: 'run_command',
        args: { command: 'cat rows.json' },
        outputs: { last: { path: 'last' } },
      },
      { stepId: 'match', command: 'cat rows.json', outputs: { last: { pattern: '"last":"(\\w+)"' } } },
    ],
    { 'rows.json': JSON.stringify({ rows, last: 'END' }) },
  );
  expect(run).toMatchObject({
    status: 'completed',
    steps: [
      { outputs: { last: 'END', deep: 19_999 } },
      { outputs: { last: 'END' } },
      { outputs: { last: 'END' } },
    ],
  });
});

test('what is too long to be looked at, or was not printed at all, fails the step and says so', async () => {
  const run = await ran(
    [
      { stepId: 'long', needs: [], command: 'yes | head -c 5000000', outputs: { end: { pattern: 'y$' } } },
      { stepId: 'file', needs: [], command: 'true', outputs: { end: { from: 'file', path: 'big' } } },
      { stepId: 'tool', needs: [], tool: 'list_directory', args: { path: '.' }, outputs: { names: {} } },
    ],
    { big: 'x'.repeat(5_000_000) },
  );
  expect(run).toMatchObject({
    status: 'failed',
    steps: [
      { error: { code: 'TOO_LARGE', message: expect.stringContaining('more than 4194304 bytes') } },
      { error: { code: 'TOO_LARGE', message: expect.stringContaining('big has 5000000 bytes') } },
      { error: { code: 'NOT_FOUND', message: expect.stringContaining('from: result') } },
    ],
  });
});
