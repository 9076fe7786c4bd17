import { expect, test } from 'vitest';
import { createShellHost } from '../../../test/support/shell.ts';

const print = (bytes: number): string => `head -c ${bytes} /dev/zero | tr '\\0' x`;
const bytesOf = (text: unknown): number => Buffer.byteLength(String(text));

const TOOLS = [
  ['shell_execute', (command: string) => ({ command })],
  ['run_command', (command: string) => ({ argv: ['bash', '-c', command] })],
] as const;

test.each(TOOLS)('%s shows 44,000 bytes, of one stream or of both', async (tool, args) => {
  const { approved } = await createShellHost();
  for (const [out, err, exitCode] of [
    [44_000, 0, 0],
    [0, 44_000, 3],
    [4000, 40_000, 3],
    [22_000, 22_000, 0],
  ] as const) {
    const command = `${print(out)}; ${print(err)} >&2; exit ${exitCode}`;
    const { data, text } = await approved.call(tool, args(command));
    expect(data, command).toMatchObject({
      exitCode,
      status: exitCode === 0 ? 'completed' : 'failed',
      truncated: false,
      stdout: 'x'.repeat(out),
      stderr: 'x'.repeat(err),
    });
    expect(text).toContain('x'.repeat(Math.max(out, err)));
  }
});

test.each(TOOLS)('%s gives what one stream does not need to the other', async (tool, args) => {
  const { approved } = await createShellHost();
  const command = `${print(200_000)}; echo why >&2; exit 3`;
  const { data, text } = await approved.call(tool, args(command));
  expect(data).toMatchObject({ truncated: true, stderr: 'why\n' });
  expect(bytesOf(data.stdout)).toBeGreaterThan(43_000);
  expect(text).toContain(`[the rest: process ${data.processId}]`);
  expect(text).not.toContain('ask for a smaller part');
  const even = await approved.call(tool, args(`${print(200_000)}; ${print(200_000)} >&2`));
  expect(bytesOf(even.data.stdout)).toBe(bytesOf(even.data.stderr));
  expect(bytesOf(even.text)).toBeLessThanOrEqual(46_080);
});

test.each(TOOLS)('%s keeps to the budget of the configuration', async (tool, args) => {
  for (const outputBudgetBytes of [1000, 200_000]) {
    const { approved } = await createShellHost({ outputBudgetBytes });
    const fitting = await approved.call(tool, args(print(outputBudgetBytes * 0.75)));
    expect(fitting.data).toMatchObject({ truncated: false });
    const { data, text } = await approved.call(tool, args(print(outputBudgetBytes * 2)));
    expect(data).toMatchObject({ truncated: true });
    expect(bytesOf(text)).toBeLessThanOrEqual(outputBudgetBytes);
  }
});
