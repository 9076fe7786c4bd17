import { expect, test } from 'vitest';
import { callApproved } from '../support/approved.ts';
import { createTestHost, dataOf } from '../support/host.ts';
import { writeFiles } from '../support/write-files.ts';

test('a build that takes longer than a call may is answered in time, goes on, and can be followed to its end', async () => {
  const host = createTestHost();
  writeFiles(host.root, { 'package.json': { scripts: { build: 'echo begun; sleep 34; echo built' } } });
  const startedAt = performance.now();
  const { answer } = await callApproved(host, 'ci_build', {});
  expect(performance.now() - startedAt).toBeLessThan(31_000);
  const { processId, ...run } = dataOf(answer);
  expect(run).toMatchObject({ status: 'running', exitCode: null, stdout: expect.stringContaining('begun') });
  for (let tries = 0; tries < 10; tries++) {
    const output = dataOf(await host.call('get_background_process_output', { processId, waitMs: 5000 }));
    if (output.status === 'running') continue;
    expect(output).toMatchObject({ status: 'completed', exitCode: 0 });
    expect(JSON.stringify(output.lines)).toContain('built');
    return;
  }
  throw new Error('It never ended');
}, 90_000);
