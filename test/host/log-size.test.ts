import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/program.ts';
import { startAgent } from '../support/stdio-agent.ts';

test('the log of a host that runs is turned over, however often an agent is refused', async () => {
  const dataDir = temporaryDirectory();
  const agent = startAgent(dataDir);
  await agent.initialize();
  const log = join(dataDir, 'host.log');
  // As after weeks.
  appendFileSync(log, `${'x'.repeat(1023)}\n`.repeat(10_300));
  const name = 'no_such_tool_'.repeat(14);
  for (let i = 0; i < 4000; i++)
    agent.send({ jsonrpc: '2.0', id: i, method: 'tools/call', params: { name, arguments: {} } });
  await agent.answer(3999, 30_000);
  await expect
    .poll(() => statSync(`${log}.1`, { throwIfNoEntry: false })?.size ?? 0)
    .toBeGreaterThan(10_485_760);
  expect(statSync(log).size).toBeLessThan(3_000_000);
});
