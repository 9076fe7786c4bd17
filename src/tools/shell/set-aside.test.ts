import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inSandbox } from '../../../test/support/sandbox-place.ts';
import { createShellHost } from '../../../test/support/shell.ts';

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
