import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/program.ts';
import { runProgram } from '../support/run-program.ts';
import { callNow, startAgent } from '../support/stdio-agent.ts';

test('an agent that is connected is listed, and can be paused, before its first call', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent(dataDir);
  await agent.initialize();
  const listed = async () => {
    const { stdout } = await runProgram(['agents', 'list', '--json', '--data-dir', dataDir]);
    return JSON.parse(stdout) as { client: string; session: string }[];
  };
  expect(await listed()).toMatchObject([{ calls: 0, lastCallAt: null, state: 'running' }]);
  const [{ client } = { client: '' }] = await listed();
  expect(await runProgram(['agents', 'pause', client, '--data-dir', dataDir])).toMatchObject({
    stdout: `${client} is paused.\n`,
  });
  await runProgram(['agents', 'resume', client, '--data-dir', dataDir]);
  await callNow(agent, 'a');
  expect(await listed()).toMatchObject([{ client, calls: 1, lastCallAt: expect.any(String) }]);
});
