import type { Answer } from '../../../core/call/call.ts';
import type { ClientName } from '../../../core/call/caller.ts';
import { ToolError } from '../../../core/errors.ts';
import type { Host } from '../../../host/create-host.ts';
import type { TaskView } from '../../../host/tasks.ts';
import { RPC_CODES, RpcError } from '../front/rpc.ts';
import { toolResult } from './tool-result.ts';

type Data = Record<string, unknown>;

const POLL_INTERVAL_MS = 500;

const common = (task: TaskView): Data => ({
  taskId: task.id,
  status: task.status,
  createdAt: task.createdAt,
  lastUpdatedAt: task.updatedAt,
  ttlMs: task.ttlMs,
  pollIntervalMs: POLL_INTERVAL_MS,
  ...(task.message !== null && { statusMessage: task.message }),
});

/** The answer to the call that became this task. */
export const taskSeed = (task: TaskView): Data => ({ resultType: 'task', ...common(task) });

/** The whole task: with its questions while it waits, with its result or error once it has ended. */
function taskDetails(host: Host, task: TaskView, client: ClientName | undefined): Data {
  return {
    ...common(task),
    ...(task.status === 'input_required' && { inputRequests: task.questions }),
    ...(task.status === 'completed' && { result: storedResult(host, task, client) }),
    ...(task.status === 'failed' && {
      error: { code: RPC_CODES.internalError, message: task.message ?? 'The task failed' },
    }),
  };
}

/** tasks/get, tasks/update and tasks/cancel; another principal's task does not exist. */
export const getTask = (
  host: Host,
  { principal, client }: { principal: string; client: ClientName | undefined },
  taskId: unknown,
): Data => asRpc(() => taskDetails(host, host.tasks.get(String(taskId), principal), client));

export const updateTask = (host: Host, principal: string, taskId: unknown, responses: Data): Data =>
  asRpc(() => {
    host.tasks.answer(String(taskId), principal, responses);
    return {};
  });

export const cancelTask = (host: Host, principal: string, taskId: unknown): Data =>
  asRpc(() => {
    host.tasks.cancel(String(taskId), principal);
    return {};
  });

function asRpc(act: () => Data): Data {
  try {
    return act();
  } catch (error) {
    if (error instanceof ToolError) throw new RpcError(RPC_CODES.invalidParams, error.message);
    throw error;
  }
}

function storedResult(host: Host, task: TaskView, client: ClientName | undefined): Data {
  const called = { name: task.tool, client };
  // Sound: the host stored this answer itself; only the error lost its class on the way.
  const answer = JSON.parse(task.outcome ?? 'null') as Extract<Answer, { kind: 'result' }>;
  if (answer.ok) return toolResult(host, called, answer);
  const { code, message, ...options } = answer.error;
  return toolResult(host, called, { ...answer, error: new ToolError(code, message, options) });
}
