import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import type { Answer } from '../../core/call/call.ts';
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
    tools: {
      git: expect.stringContaining('git version'),
      rg: expect.stringMatching(/^ripgrep \d.*, comes with Toolgate/),
    },
  });
  const [shown] = (await call('GetDiagnostics').then(contentOf)) ?? [];
  expect(shown?.text).toContain(`Working directory: ${root}\nOpen directories: ${root}\n`);
  expect(shown?.text).toMatch(/^Programs: .*git version/m);
});

const contentOf = (answer: Answer) =>
  answer.kind === 'result' && answer.ok ? (answer.content as readonly { text?: string }[]) : undefined;
