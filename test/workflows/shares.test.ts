import { beforeAll, expect, test } from 'vitest';
import { createToken, serveForFile } from '../support/http.ts';
import { callTool } from '../support/mcp-http.ts';

type Data = Record<string, unknown>;

const server = serveForFile(() => ({
  args: [],
  env: {
    TOOLGATE_PERMISSION_LEVEL: 'full_access',
    TOOLGATE_WORKFLOWS_RUNS_IN_FLIGHT: '2',
    TOOLGATE_WORKFLOWS_STEPS_IN_FLIGHT: '2',
  },
}));

let busy = '';
let quick = '';
beforeAll(async () => {
  busy = await createToken(server(), 'busy');
  quick = await createToken(server(), 'quick');
});

async function call(token: string, name: string, args: Data): Promise<Data> {
  const { answer } = await callTool(server(), name, args, { token });
  return (answer?.result as { structuredContent?: Data })?.structuredContent ?? {};
}

const create = async (token: string, name: string, commands: readonly string[]): Promise<unknown> =>
  (await call(token, 'create_workflow', { name, steps: commands.map((command) => ({ command, needs: [] })) }))
    .workflowId;

test('long runs of one agent, and steps of them, make no other agent wait', async () => {
  const [long, short] = [
    await create(busy, 'Long', ['sleep 300', 'sleep 300', 'sleep 300']),
    await create(quick, 'Short', ['echo hi']),
  ];
  const start = async () => await call(busy, 'run_workflow', { workflowId: long, wait: false });
  const started = [await start(), await start(), await start()];
  const statusOf = async ({ executionId }: Data) =>
    (await call(busy, 'get_execution_status', { executionId })).status;
  const statuses = async () => [await statusOf(started[0] ?? {}), await statusOf(started[2] ?? {})];
  // The agent that is busy waits for itself.
  await expect.poll(statuses, { timeout: 5000 }).toEqual(['running', 'queued']);
  const run = await call(quick, 'run_workflow', { workflowId: short });
  expect(run).toMatchObject({ status: 'completed' });
  expect(await statuses()).toEqual(['running', 'queued']);
  for (const { executionId } of started) await call(busy, 'cancel_execution', { executionId });
}, 30_000);
