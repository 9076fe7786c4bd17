import { expect, test } from 'vitest';
import { allowed, type Server, startServer } from '../support/approving.ts';
import { createToken } from '../support/http.ts';
import { modernMeta, startLineClient } from '../support/line-client.ts';

type Data = Record<string, unknown>;

// Enough output to fill every buffer on the way to a client that does not read it.
const CHILD_STEPS = [{ stepId: 'say', command: 'seq 1 30000; echo done' }];

test('sixteen executions inside one run finish, also when the client that started them stands still', {
  timeout: 120_000,
}, async () => {
  const server = await startServer({ env: { TOOLGATE_PERMISSION_LEVEL: 'full_access' } });
  const admin = await createToken(server.serve, 'admin', '--scope', 'admin');
  const child = await allowed(server, 'create_workflow', { name: 'Child', steps: CHILD_STEPS });
  const steps = Array.from({ length: 16 }, (_, i) => ({
    stepId: `s${i}`,
    needs: [],
    workflow: String(child.workflowId),
  }));
  const { workflowId } = await allowed(server, 'create_workflow', { name: 'Parent', maxParallel: 16, steps });

  const client = startLineClient(['stdio', '--data-dir', server.serve.dataDir], { cwd: server.root });
  const params = { name: 'run_workflow', arguments: { workflowId }, _meta: modernMeta() };
  client.send({ jsonrpc: '2.0', id: 'run', method: 'tools/call', params });
  const pid = client.child.pid ?? 0;
  await started(server, admin);
  process.kill(pid, 'SIGSTOP');
  const run = await ended(server, admin);
  process.kill(pid, 'SIGCONT');
  expect(run).toMatchObject({ status: 'completed' });
  expect((run.steps as Data[]).map(({ status }) => status)).toEqual(
    Array.from({ length: 16 }, () => 'completed'),
  );
  expect((await client.answer('run', 20_000)).result).toMatchObject({
    structuredContent: { status: 'completed' },
  });
});

const started = (server: Server, admin: string) => runWhere(server, admin, () => true);
const ended = (server: Server, admin: string) =>
  runWhere(server, admin, ({ endedAt }) => endedAt !== undefined);

/** The run of the parent, once this holds for it. */
async function runWhere(server: Server, admin: string, holds: (run: Data) => boolean): Promise<Data> {
  for (let tries = 0; tries < 600; tries++) {
    const { executions } = await get(server, admin, '/api/executions');
    const run = (executions as Data[]).find(({ steps }) => (steps as Data[]).length === 16);
    if (run && holds(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The run never got there');
}

async function get({ serve }: Server, token: string, path: string): Promise<Data> {
  const response = await fetch(`${serve.address}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as Data;
}
