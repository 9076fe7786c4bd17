import { expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { processesOf } from '../../../test/support/processes-of.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { configSchema } from '../../core/config.ts';
import { callerWith } from '../../host/agent.ts';

test('a background process ends with the token of who started it, and no other does', async () => {
  const root = temporaryDirectory();
  const settings = { permissionLevel: 'full_access', roots: [root] };
  const { host } = createTestHost(settings, { root });
  const own = callerWith(configSchema.parse(settings), 'stdio', { cwd: root, env: {} });
  const start = async (name: string, mark: string) => {
    host.tokens.create({ name, scopes: ['tools:call'] });
    const caller = { ...own, principal: `token:${name}`, session: name, roots: [root] };
    dataOf(await host.call({ tool: 'shell_start', args: { command: `sleep ${mark}` }, caller }));
  };
  await start('ann', '611.4711');
  await start('bob', '612.4711');
  expect(processesOf('611.4711')).not.toEqual([]);
  host.tokens.revoke('ann');
  await expect.poll(() => processesOf('611.4711'), { timeout: 10_000 }).toEqual([]);
  expect(processesOf('612.4711')).not.toEqual([]);
});
