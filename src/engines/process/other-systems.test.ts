import { expect, test, vi } from 'vitest';
import { until } from '../../../test/support/program.ts';

// Before anything asks which system this is.
const { runProcess } = await vi.hoisted(async () => {
  Object.defineProperty(process, 'platform', { value: 'freebsd' });
  return import('./child/run-process.ts');
});

const bash = (script: string, more: object = {}) =>
  runProcess({ argv: ['bash', '--norc', '--noprofile', '-c', script], cwd: '/', ...more });

test('without /proc a program runs on the streams of Node, with input and both outputs', async () => {
  const { stdout, stderr, exitCode } = await bash('cat; echo err >&2; exit 3', { stdin: 'typed' });
  expect([stdout.text, stderr.text, exitCode]).toEqual(['typed', 'err\n', 3]);
});

test('without /proc its group is ended after a timeout', async () => {
  const started = performance.now();
  const { timedOut, stdout } = await bash('trap "" TERM; sleep 300 & echo $!; wait; sleep 301', {
    timeoutMs: 300,
  });
  expect(timedOut).toBe(true);
  expect(performance.now() - started).toBeLessThan(6000);
  const child = Number(stdout.text);
  await until('its child to end', () => {
    try {
      return !process.kill(child, 0);
    } catch {
      return true;
    }
  });
});
