import type { Approval } from '../../core/approval/approval.ts';
import { approvalIn } from '../../core/approval/approval-refusal.ts';
import { type ErrorCode, ToolError } from '../../core/errors.ts';
import { withOwnCommand } from '../../core/process/own-command.ts';
import { answerWhile, askForOwnCall } from '../cards/ask-for-own-call.ts';
import type { HostClient } from '../host-client.ts';
import { print, printJson, warn } from '../print.ts';
import { followLog } from './follow-log.ts';

type Data = Record<string, unknown>;

/** Starts a workflow like an agent would, asks the person here what the gate asks, and follows the run. */
export async function runHere(
  client: HostClient,
  workflowId: string,
  inputs: unknown,
  { detach, json }: { readonly detach: boolean; readonly json: boolean },
): Promise<number> {
  const tool = 'run_workflow';
  const args = { workflowId, inputs, wait: false } as Data;
  const make = async () => {
    const result = await client.request('tools/call', { name: tool, arguments: args });
    return { result, isPending: errorOf(result)?.code === 'APPROVAL_PENDING' };
  };
  const isAtTerminal = process.stdin.isTTY && process.stderr.isTTY;
  const outcome = isAtTerminal ? await askForOwnCall(client, { tool, args, make }) : await make();
  if ('left' in outcome) throw stillOpen(outcome.left.id);
  const { result } = outcome;
  const error = errorOf(result);
  const approvalId = error && approvalIn(error);
  if (approvalId !== undefined) throw stillOpen(approvalId);
  const id = (result.structuredContent as { executionId?: string } | undefined)?.executionId;
  if (id === undefined)
    throw new ToolError(error?.code ?? 'INTERNAL', error?.message ?? 'No run was started', {
      hint: error?.hint,
    });
  const follow = () => followLog(client, id, { follow: true, json });
  if (!detach)
    return untilLeft(id, () => (isAtTerminal ? answerWhile(client, isOfRun(id), follow) : follow()));
  return json ? printJson({ executionId: id }) : print(id);
}

const INTERRUPTED = 130;

/** The run is the host's: who leaves is told that it goes on. */
async function untilLeft(id: string, follow: () => Promise<number>): Promise<number> {
  const leave = (): never => {
    warn(
      withOwnCommand(
        `\nThe run ${id} goes on. Watch it: toolgate workflows logs ${id} --follow; end it: toolgate workflows cancel ${id}`,
      ),
    );
    process.exit(INTERRUPTED);
  };
  process.once('SIGINT', leave);
  warn(`Run ${id}; Ctrl-C leaves it running.`);
  try {
    return await follow();
  } finally {
    process.off('SIGINT', leave);
  }
}

const stillOpen = (approvalId: string): ToolError =>
  new ToolError('APPROVAL_PENDING', 'The workflow was not started; its question stays open', {
    hint: `Answer it with toolgate approvals approve ${approvalId.slice(0, 8)}, and run it again.`,
  });

/** Questions of its steps, and of those of the workflows it runs. */
const isOfRun =
  (runId: string) =>
  ({ session }: Approval): boolean =>
    session === `run:${runId}` || session.startsWith(`run:${runId}.`);

const errorOf = ({ _meta }: Data) =>
  (_meta as Data | undefined)?.['toolgate/error'] as
    | { code: ErrorCode; message: string; hint?: string }
    | undefined;
