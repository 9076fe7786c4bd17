import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { findSandbox } from '../../engines/sandbox/find-sandbox.ts';

test('get_diagnostics tells what the machine is and what is open', async () => {
  const { call, root } = createTestHost();
  const data = dataOf(await call('get_diagnostics'));
  expect(data).toMatchObject({
    arch: process.arch,
    node: process.version,
    cwd: root,
    roots: [root],
    sandbox: (await findSandbox()) ? 'bwrap' : 'none',
    mode: 'execute_with_confirm',
    tools: { git: expect.stringContaining('git version') },
  });
  expect(await call('GetDiagnostics')).toMatchObject({ ok: true });
});
