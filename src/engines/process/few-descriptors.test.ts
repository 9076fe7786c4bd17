import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Starts far more programs at once than there are descriptors for, and then one. */
const SCRIPT = `
  import { readdirSync } from 'node:fs';
  import { runProcess } from ${JSON.stringify(join(import.meta.dirname, 'child/run-process.ts'))};
  const run = () => runProcess({ argv: ['sh', '-c', 'sleep 0.3; echo x'], cwd: '/', needsLogin: false, stdin: 'y' });
  const open = () => readdirSync('/proc/self/fd').length;
  await run();
  const before = open();
  const many = await Promise.allSettled(Array.from({ length: 200 }, run));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const failures = many.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  console.log(JSON.stringify({
    failed: failures.length,
    others: failures.filter(({ code, hint }) => code !== 'UNAVAILABLE' || !hint).map(String),
    right: many.filter(({ value }) => value?.stdout.text === 'x\\n').length,
    more: open() - before,
    after: (await run()).stdout.text,
  }));`;

test('without descriptors programs are refused in words, and none is lost', async () => {
  const node = `ulimit -n 128; exec "$0" --input-type=module -e "$1"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', node, process.execPath, SCRIPT]);
  const { failed, right, more, ...rest } = JSON.parse(stdout) as Record<string, number>;
  expect(rest).toEqual({ others: [], after: 'x\n' });
  expect(failed).toBeGreaterThan(0);
  expect((failed ?? 0) + (right ?? 0)).toBe(200);
  expect(more).toBeLessThan(4);
});
