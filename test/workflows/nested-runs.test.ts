import { expect, test } from 'vitest';
import { startServer } from '../support/approving.ts';
import { createToken } from '../support/http.ts';

type Data = Record<string, unknown>;

const CHILD_STEPS = [{ stepId: 'say', command: 'sleep 0.2; echo done', outputs: { text: {} } }];

test('sixteen executions inside one run finish, also while their agent is paused', {
  timeout: 120_000,
}, async () => {
  const server = await startServer({ waitMs: 20_000 });
  const admin = await createToken(server.serve, 'admin', '--scope', 'admin');
  const child = await allowed(server, 'create_workflow', { name: 'Child', steps: CHILD_STEPS });
  const steps = Array.from({ length: 16 }, (_, i) => ({
    stepId: `s${i}`,
    needs: [],
    workflow: String(child.workflowId),
  }));
  const { workflowId } = await allowed(server, 'create_workflow', { name: 'Parent', maxParallel: 16, steps });
  const { executionId } = await allowed(server, 'run_workflow', { workflowId, wait: false });
  const paused = await post(server, '/api/agents', admin, { name: 'approving-agent', state: 'paused' });
  expect(paused).toMatchObject({ body: { agents: [{ state: 'paused' }] } });
  const run = await ended(server, admin, String(executionId));
  expect(run).toMatchObject({ status: 'completed' });
  expect((run.steps as Data[]).map(({ status }) => status)).toEqual(
    Array.from({ length: 16 }, () => 'completed'),
  );
});

type Server = Awaited<ReturnType<typeof startServer>>;

async function ended(server: Server, admin: string, id: string): Promise<Data> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await post(server, '/api/workflows/execution', admin, { id });
    if (body.endedAt !== undefined) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The run ${id} never ended`);
}

/** A call that a person is asked about and allows. */
async function allowed(server: Server, tool: string, args: Data): Promise<Data> {
  const call = server.agent.call(tool, args);
  const { id } = await server.person.nextApproval();
  await server.person.decide(id, { verdict: 'approve' });
  const { structuredContent, content } = await call;
  if (structuredContent === undefined) throw new Error(JSON.stringify(content));
  return structuredContent as Data;
}

async function post(server: Server, path: string, token: string, body: Data) {
  const response = await fetch(`${server.serve.address}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Data };
}
