import type { Approval } from '../../src/core/approval/approval.ts';
import type { Answer } from '../../src/core/call/call.ts';
import { createTestHost, dataOf, type TestHost } from './host.ts';

type Data = Record<string, unknown>;

export interface WorkflowHost extends TestHost {
  /** Creates a workflow, with a person who allows it. */
  create(document: Data): Promise<string>;
  /** Starts a run, with a person who allows it, and answers its id. */
  start(workflowId: string, inputs?: Data): Promise<string>;
  status(executionId: string): Promise<Data>;
  /** Polls until the run is as wanted. */
  until(executionId: string, wanted: (run: Data) => boolean, limitMs?: number): Promise<Data>;
  ended(executionId: string, limitMs?: number): Promise<Data>;
  /** The next question of a run or a call. */
  asked(limitMs?: number): Promise<Approval>;
  answer(id: string, verdict: 'approve' | 'deny', feedback?: string): void;
}

/** A host with a person beside it, for workflows. */
export function createWorkflowHost(settings: Data = {}): WorkflowHost {
  const test = createTestHost({ limits: { writesPerMinute: 1000, executionsPerMinute: 1000 }, ...settings });
  const { host, call } = test;
  const pending = () => host.approvals.list().filter(({ status }) => status === 'pending');
  const answer = (id: string, verdict: 'approve' | 'deny', feedback?: string) =>
    void host.approvals.decide(id, { verdict, scope: 'once', by: 'person', via: 'terminal', feedback });
  const allowed = async (tool: string, args: Data): Promise<Data> => {
    const first = await call(tool, args);
    if (first.kind !== 'result' || first.ok || first.error.code !== 'APPROVAL_PENDING')
      return resultOf(first);
    for (const { id } of pending()) answer(id, 'approve');
    return resultOf(await call(tool, args));
  };
  const status = async (executionId: string) => dataOf(await call('get_execution_status', { executionId }));
  const until: WorkflowHost['until'] = (executionId, wanted, limitMs) =>
    poll(`the run ${executionId}`, () => status(executionId), wanted, limitMs);
  return {
    ...test,
    create: async (document) => String((await allowed('create_workflow', document)).workflowId),
    start: async (workflowId, inputs = {}) =>
      String((await allowed('run_workflow', { workflowId, inputs, wait: false })).executionId),
    status,
    until,
    ended: (executionId, limitMs) => until(executionId, (run) => run.endedAt !== undefined, limitMs),
    asked: async (limitMs) => {
      const [first] = await poll(
        'a question',
        async () => pending(),
        (open) => open.length > 0,
        limitMs,
      );
      if (!first) throw new Error('Nobody was asked');
      return first;
    },
    answer,
  };
}

/** A run that failed at once has an id as well. */
export function resultOf(answer: Answer): Data {
  if (answer.kind === 'result' && !answer.ok && answer.error.data?.executionId !== undefined)
    return answer.error.data;
  return dataOf(answer);
}

async function poll<T>(
  what: string,
  look: () => Promise<T>,
  wanted: (seen: T) => boolean,
  limitMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (wanted(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`Waited for ${what}: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
