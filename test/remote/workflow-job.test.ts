import { expect, test } from 'vitest';
import { startServer } from '../support/approving.ts';
import { createToken } from '../support/http.ts';
import { processesOf } from '../support/processes-of.ts';
import { until } from '../support/program.ts';
import { sharedSshd, writeSshConfig } from '../support/ssh/remote-host.ts';
import { endProcess } from '../support/ssh/sshd.ts';

type Data = Record<string, unknown>;
type Server = Awaited<ReturnType<typeof startServer>>;

const sshd = await sharedSshd();

async function dataOf(answer: Promise<Data>): Promise<Data> {
  const { structuredContent, content } = (await answer) as { structuredContent?: Data; content?: unknown };
  if (!structuredContent) throw new Error(JSON.stringify(content));
  return structuredContent;
}

/** What a person does over HTTP; without input it is a read. */
async function act({ serve }: Server, token: string, path: string, input?: Data): Promise<Data> {
  const response = await fetch(`${serve.address}/api/${path}`, {
    method: input ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(input && { body: JSON.stringify(input) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Data;
}

test('a background job of a step goes on over there while the host is killed, and the rest of the run finds it', async () => {
  const env = {
    TOOLGATE_PERMISSION_LEVEL: 'full_access',
    TOOLGATE_SSH_CONFIG: writeSshConfig(sshd, { box: {} }).file,
    // Not the run itself: it has the hosts of the one who started it, after a restart as well.
    TOOLGATE_REMOTE_SSH_CONFIG_USERS: 'token:first',
  };
  const first = await startServer({ env });
  const admin = await createToken(first.serve, 'admin', '--scope', 'admin');
  const mark = `55.${process.pid}`;
  const sleeping = () => processesOf(mark).filter((line) => /^\d+ sleep /.test(line));
  const { workflowId } = await dataOf(
    first.agent.call('create_workflow', {
      name: 'Job over there',
      steps: [
        {
          stepId: 'begin',
          tool: 'acp_remote_execute_command',
          args: { host: 'box', command: `echo begun; sleep ${mark}; exit 5`, background: true },
          outputs: { job: { from: 'result', path: 'processId' } },
        },
        { stepId: 'pause', wait: { event: 'go' } },
        {
          stepId: 'look',
          tool: 'get_background_process_output',
          args: { processId: '{{steps.begin.outputs.job}}' },
          outputs: {
            status: { from: 'result', path: 'status' },
            line: { from: 'result', path: 'lines.0.text' },
          },
        },
      ],
    }),
  );
  const started = await dataOf(first.agent.call('run_workflow', { workflowId, wait: false }));
  await until('the job to run', () => sleeping().length === 1);
  const [job] = sleeping();
  await expect
    .poll(() => dataOf(first.agent.call('get_execution_status', { executionId: started.executionId })), {
      timeout: 20_000,
    })
    .toMatchObject({ steps: [{ status: 'completed' }, { status: 'waiting' }, {}] });
  await first.kill();
  expect(sleeping()).toEqual([job]);

  const next = await startServer({ env, again: { place: first.serve, tokens: first.tokens } });
  const listed = async () =>
    (await act(next, admin, 'processes')).processes as { status: string; processId: string }[];
  await expect.poll(listed, { timeout: 20_000 }).toMatchObject([{ status: 'running', host: 'box' }]);
  await act(next, admin, 'workflows/signal', { id: started.executionId, event: 'go' });
  await expect
    .poll(() => dataOf(next.agent.call('get_execution_status', { executionId: started.executionId })), {
      timeout: 20_000,
    })
    .toMatchObject({
      status: 'completed',
      steps: [{}, {}, { stepId: 'look', outputs: { status: 'running', line: 'begun' } }],
    });
  expect(sleeping()).toEqual([job]);
  for (const line of sleeping()) endProcess(Number(line.split(' ')[0]));
  await expect.poll(listed, { timeout: 20_000 }).toMatchObject([{ status: 'failed', exitCode: 5 }]);
}, 120_000);
