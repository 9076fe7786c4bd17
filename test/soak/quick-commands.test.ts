import { expect, test } from 'vitest';
import { createShellHost } from '../support/shell.ts';

const RUNS = 1000;

test(`${RUNS} quick commands, four at a time, lose neither a line nor an exit code`, async () => {
  const { approved } = await createShellHost({ sandbox: 'off' });
  const lost: number[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let run = next++; run < RUNS; run = next++) {
      const command = `echo out ${run}; echo err ${run} >&2; exit ${run % 3}`;
      const { data } = await approved.call('shell_execute', { command });
      const isWhole =
        data.stdout === `out ${run}\n` && data.stderr === `err ${run}\n` && data.exitCode === run % 3;
      if (!isWhole) lost.push(run);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  expect(lost).toEqual([]);
}, 300_000);
