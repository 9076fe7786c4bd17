import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox } from '../../../test/support/sandbox-place.ts';
import { createShellHost } from '../../../test/support/shell.ts';
import { auditLines } from '../../cli/audit-line.ts';
import { listCalls } from '../../host/admin/calls.ts';

/** At once, so that nothing is left but the look after the end. */
const COMMAND = 'echo evil > .mcp.json; echo made';

const WAYS = {
  'with pipes': {},
  'with a terminal': { pty: true },
  'that is kept': { keepAlive: true },
} as const;

for (const [way, args] of Object.entries(WAYS))
  inSandbox(`the output of a background process ${way} says what was set aside`, async () => {
    const { approved, root } = await createShellHost();
    const started = await approved.call('shell_start', { command: COMMAND, access: ['write'], ...args });
    const { processId } = started.data as { processId: string };
    const output = async () =>
      JSON.stringify(await approved.call('get_background_process_output', { processId, waitMs: 500 }));
    const deadline = performance.now() + 20_000;
    while (!/completed|failed/.test(await output()) && performance.now() < deadline);
    expect(await output()).toContain(`set aside: ${join(root, '.mcp.json.set-aside')}`);
    expect(existsSync(join(root, '.mcp.json'))).toBe(false);
  });

inSandbox('people are told what was set aside, also of a file that they made meanwhile', async () => {
  const { approved, root, host, caller } = await createShellHost();
  const told: unknown[] = [];
  host.events.subscribe(['call.set_aside'], ({ data }) => told.push(data));
  const running = approved.call('shell_execute', {
    command: 'touch begun; while [ ! -e done ]; do sleep 0.1; done',
    access: ['write'],
  });
  const deadline = performance.now() + 20_000;
  while (!existsSync(join(root, 'begun')) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  // In a terminal of their own.
  writeFileSync(join(root, '.mcp.json'), '{}');
  writeFileSync(join(root, 'done'), '');
  await running;
  const file = join(root, '.mcp.json.set-aside');
  const entries = await host.auditReader.query({ limit: 10 });
  const { callId } = entries.find(({ kind }) => kind === 'outcome') ?? {};
  expect(told).toEqual([{ callId, tool: 'shell_execute', files: [file] }]);
  expect(entries.filter(({ kind }) => kind === 'set_aside').map(({ body }) => body)).toEqual([
    {
      ...{ tool: 'shell_execute', principal: expect.any(String), client: expect.any(String) },
      ...{ session: expect.any(String), setAside: [file] },
      message: expect.stringContaining('give back the name of one that you made yourself'),
    },
  ]);
  expect(auditLines(entries).find((line) => line.includes(file))).toMatch(
    / set aside .*shell_execute.*protected names/,
  );
  const listed = await listCalls.run(host, { limit: 10 }, { by: 'person', via: 'terminal', caller });
  expect(listed).toMatchObject({ calls: [{ callId, state: 'completed', setAside: [file] }, {}] });
});
