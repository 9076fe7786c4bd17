import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { processesOf } from '../support/processes-of.ts';
import { hostPid, temporaryDirectory, until } from '../support/program.ts';
import { inSandbox } from '../support/sandbox-place.ts';
import { startAgent } from '../support/stdio-agent.ts';

type Data = Record<string, unknown>;

/** Only root could read its output now, unless its mode is set back. */
const MAKES_SETTINGS = `import os, time
print('up', flush=True)
for fd in 1, 2: os.fchmod(fd, 0)
while not os.path.exists('make'): time.sleep(.1)
open('.mcp.json', 'w').write('{}')
time.sleep(120)
`;

/** An agent that may run what it wants, since nobody is there to ask. */
async function start(dataDir: string, root: string, idleExitMs = 20_000) {
  const agent = startAgent(dataDir, {
    args: ['--mode', 'full_access', '--pack', 'shell,processes'],
    cwd: root,
    env: { TOOLGATE_IDLE_EXIT_MS: String(idleExitMs), TOOLGATE_APPROVALS_WAIT_MS: '0' },
  });
  await agent.initialize();
  const call = async (tool: string, args: Data = {}): Promise<Data> => {
    const result = await agent.call(tool, args);
    if (result.isError) throw new Error(JSON.stringify(result.content));
    return result.structuredContent as Data;
  };
  return { agent, call };
}

inSandbox(
  'a kept process that cannot be taken over is ended, and others are looked after',
  { timeout: 90_000 },
  async () => {
    const [dataDir, root, mark] = [temporaryDirectory(), temporaryDirectory(), `7.${process.pid}`];
    writeFileSync(join(root, 'makes.py'), MAKES_SETTINGS);
    const { agent, call } = await start(dataDir, root, 300);
    const kept = { access: ['write'], reason: 'To test', keepAlive: true };
    const { processId } = await call('shell_start', { command: `sleep ${mark}`, ...kept });
    const other = await call('shell_start', { command: 'python3 makes.py', ...kept });
    agent.child.stdin?.end();
    await until('the end of the host', () => hostPid(dataDir) === undefined, 20_000);
    expect(processesOf(mark)).not.toEqual([]);
    rmSync(join(dataDir, 'processes', `${processId}.stdout`));
    const { call: next } = await start(dataDir, root);
    const { processes } = (await next('list_background_processes')) as { processes: Data[] };
    expect(processes.map(({ command, status }) => [command, status]).toSorted()).toEqual([
      ['python3 makes.py', 'running'],
      [`sleep ${mark}`, 'lost'],
    ]);
    expect(processesOf(mark)).toEqual([]);
    const output = await next('get_background_process_output', { processId: other.processId });
    expect(output).toMatchObject({ lines: [{ text: 'up' }] });
    writeFileSync(join(root, 'make'), '');
    await expect.poll(() => existsSync(join(root, '.mcp.json.set-aside')), { timeout: 20_000 }).toBe(true);
    expect(existsSync(join(root, '.mcp.json'))).toBe(false);
    await next('stop_background_process', { processId: other.processId, force: true });
  },
);
