import { expect, test } from 'vitest';
import { startServer } from '../support/approving.ts';
import { auditRows, createToken } from '../support/http.ts';
import { runProgram } from '../support/run-program.ts';

type Data = Record<string, unknown>;
type Server = Awaited<ReturnType<typeof startServer>>;

const INPUTS = { properties: { who: { type: 'string' }, isLoud: { type: 'boolean' } }, required: ['who'] };

/** Ten steps: branches, a retry, conditions, a child and a question to a person. */
const tenSteps = (child: string) => [
  { stepId: 'start', needs: [], command: 'echo start' },
  { stepId: 'version', needs: ['start'], command: 'echo 1.4.0', outputs: { version: {} } },
  {
    stepId: 'flaky',
    needs: ['start'],
    command: 'f=.tries-"$RUN"; echo x >> "$f"; test "$(wc -l < "$f")" -ge 3',
    env: { RUN: '{{run.id}}' },
    retry: { attempts: 3, backoffMs: 10 },
  },
  { stepId: 'loud', needs: ['version'], when: 'inputs.isLoud == true', command: 'echo LOUD' },
  { stepId: 'quiet', needs: ['version'], when: 'inputs.isLoud != true', command: 'echo quiet' },
  { stepId: 'greet', needs: ['loud', 'quiet'], workflow: child, inputs: { who: '{{inputs.who}}' } },
  { stepId: 'soft', needs: ['flaky'], command: 'exit 7', continueOnError: true },
  { stepId: 'ask', needs: ['greet', 'soft'], approval: 'Ship {{steps.version.outputs.version}}?' },
  { stepId: 'list', needs: ['ask'], tool: 'list_directory', args: { path: '.' } },
  {
    stepId: 'end',
    needs: ['list'],
    command: 'echo "$TEXT"',
    env: { TEXT: '{{steps.greet.outputs.text}}' },
    outputs: { said: {} },
  },
];

test('ten steps run from an MCP client, the command line and a webhook, with the same record', {
  timeout: 120_000,
}, async () => {
  const server = await startServer({ waitMs: 20_000 });
  const admin = await createToken(server.serve, 'admin', '--scope', 'admin');
  const child = await allowed(server, 'create_workflow', {
    name: 'Greet',
    inputs: { properties: { who: { type: 'string' } } },
    steps: [{ stepId: 'say', command: 'echo hello {{inputs.who}}', outputs: { text: {} } }],
    outputs: { text: '{{steps.say.outputs.text}}' },
  });
  const { workflowId } = await allowed(server, 'create_workflow', {
    name: 'Ten steps',
    inputs: INPUTS,
    steps: tenSteps(String(child.workflowId)),
    outputs: { said: '{{steps.end.outputs.said}}' },
  });
  const inputs = { who: 'you', isLoud: true };

  const called = await allowed(server, 'run_workflow', { workflowId, inputs, wait: false });
  const first = await finished(server, admin, String(called.executionId));

  const place = ['--data-dir', server.serve.dataDir];
  const line = runProgram(
    ['workflows', 'run', String(workflowId), JSON.stringify(inputs), '--json', '--detach', ...place],
    {
      cwd: server.root,
      env: { HOME: server.serve.home },
    },
  );
  await approve(server);
  const { stdout, code } = await line;
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('exec_') });
  const second = await finished(server, admin, (JSON.parse(stdout) as { executionId: string }).executionId);

  const hook = await allowed(server, 'create_webhook', { direction: 'incoming', workflowId });
  const rotated = await post(server, `/api/webhooks/rotate`, admin, { id: hook.webhookId });
  const { secret, path } = rotated.body as { secret: string; path: string };
  expect(await post(server, path, 'wrong', inputs)).toMatchObject({ status: 401 });
  const received = await post(server, path, secret, inputs);
  expect(received).toMatchObject({ status: 202 });
  const third = await finished(server, admin, String(received.body.executionId));

  expect([first, second, third].map(({ trigger }) => trigger)).toEqual(['manual', 'cli', 'webhook']);
  expect(comparable(second)).toEqual(comparable(first));
  expect(comparable(third)).toEqual(comparable(first));
  expect(first).toMatchObject({ status: 'completed', outputs: { said: 'hello you' } });
  const records = [first, second, third].map(({ executionId }) => recorded(server, String(executionId)));
  expect(records[0]).toEqual(['list_directory', ...Array.from({ length: 8 }, () => 'shell_execute')].sort());
  expect(records[1]).toEqual(records[0]);
  expect(records[2]).toEqual(records[0]);
});

const comparable = ({ steps, outputs, inputs, status }: Data): Data => ({
  status,
  outputs,
  inputs,
  steps: (steps as Data[]).map(({ stepId, status: how, attempts, exitCode, outputs: values, reason }) => ({
    stepId,
    how,
    attempts,
    exitCode,
    values,
    reason,
  })),
});

/** The tools that were called for a run, as the audit has them. */
function recorded({ serve }: Server, executionId: string): string[] {
  return auditRows(serve)
    .flatMap(({ kind, body }) => {
      const parent = body.parent as { id?: string } | undefined;
      return kind === 'intent' && parent?.id === executionId ? [String(body.tool)] : [];
    })
    .sort();
}

async function approve(server: Server): Promise<void> {
  const { id } = await server.person.nextApproval();
  await server.person.decide(id, { verdict: 'approve' });
}

/** A call that a person is asked about and allows. */
async function allowed(server: Server, tool: string, args: Data): Promise<Data> {
  const call = server.agent.call(tool, args);
  let isDone = false;
  void call.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const asked = server.person.nextApproval().catch(() => undefined);
    const question = await Promise.race([asked, call.then(() => undefined)]);
    if (question) await server.person.decide(question.id, { verdict: 'approve' });
  }
  const answer = await call;
  const { structuredContent, isError, content } = answer as {
    structuredContent?: Data;
    isError?: boolean;
    content?: unknown;
  };
  if (isError === true || !structuredContent) throw new Error(JSON.stringify(content));
  return structuredContent;
}

/** Waits for the end of a run, and says yes to what it asks; a person sees those of everybody. */
async function finished(server: Server, admin: string, executionId: string): Promise<Data> {
  for (let tries = 0; tries < 400; tries++) {
    const response = await fetch(`${server.serve.address}/api/executions/${executionId}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    const run = (await response.json()) as Data;
    if (run.endedAt !== undefined) return run;
    if (run.status === 'pending_confirm') await approve(server);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The run ${executionId} never ended`);
}

async function post({ serve }: Server, path: string, token: string, body: unknown) {
  const response = await fetch(`${serve.address}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Data };
}
