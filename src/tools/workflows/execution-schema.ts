import * as z from 'zod';
import { ToolError } from '../../core/errors.ts';
import { EXECUTION_STATUSES, isOpen, TRIGGERS } from '../../core/workflow/execution.ts';
import { ACTION_TYPES, type ExecutionView } from '../../core/workflow/workflows.ts';

export const executionId = z.string().min(1).describe('Id of the execution');

/** A call is answered within this time; the run goes on. */
export const PATIENCE_MS = 28_000;

export const execution = z.strictObject({
  executionId: z.string().describe('For get_execution_status'),
  kind: z.enum(['workflow', 'action']).describe('What ran'),
  workflowId: z.string().optional().describe('Which workflow'),
  version: z.number().optional().describe('Which version of it'),
  actionId: z.string().optional().describe('Which action'),
  actionType: z.enum(ACTION_TYPES).optional().describe('Its type'),
  name: z.string().describe('For people'),
  status: z.enum(EXECUTION_STATUSES).describe('pending_confirm: a person is asked'),
  trigger: z.enum(TRIGGERS).describe('What started it'),
  startedBy: z.string().describe('Who'),
  client: z.string().describe('With which client'),
  approvalId: z.string().optional().describe('Approval that allowed it'),
  parentExecutionId: z.string().optional().describe('Run it is part of'),
  inputs: z.record(z.string(), z.unknown()).describe('What it was given'),
  outputs: z.record(z.string(), z.unknown()).optional().describe('What it handed back'),
  error: z.string().optional().describe('Why it failed'),
  createdAt: z.string().describe('ISO time'),
  startedAt: z.string().optional().describe('ISO time'),
  endedAt: z.string().optional().describe('ISO time'),
  durationMs: z.number().optional().describe('From start to end'),
});

const artifact = z.strictObject({
  path: z.string().describe('The file'),
  size: z.number().describe('Bytes'),
  sha256: z.string().describe('Hash'),
  keptAt: z.string().describe('Copy of it'),
});

const step = z.strictObject({
  stepId: z.string().describe('Name of the step'),
  name: z.string().describe('For people'),
  kind: z.string().describe('What it is'),
  status: z.string().describe('How it stands'),
  attempts: z.number().describe('How often it was begun'),
  reason: z.string().optional().describe('Why it was left out, or what is special'),
  exitCode: z.number().nullable().optional().describe('Of a command'),
  error: z
    .strictObject({ code: z.string().describe('Code'), message: z.string().describe('Words') })
    .optional()
    .describe('Why it failed'),
  outputs: z.record(z.string(), z.unknown()).optional().describe('Values it handed on'),
  text: z.string().optional().describe('End of what it printed'),
  callId: z.string().optional().describe('Call in the record'),
  auditSeq: z.number().optional().describe('Entry in the record'),
  approvalId: z.string().optional().describe('Question to a person'),
  executionId: z.string().optional().describe('Run of a workflow it started'),
  artifacts: z.array(artifact).optional().describe('Files that were kept'),
  startedAt: z.string().optional().describe('ISO time'),
  endedAt: z.string().optional().describe('ISO time'),
  durationMs: z.number().optional().describe('Time it took'),
});

export const executionOutput = execution.extend({ steps: z.array(step).describe('Each step, in order') });

type Output = z.output<typeof executionOutput>;

/** What the service answers, in the shape of the schema. */
export const toOutput = (view: ExecutionView): Output => view as Output;

/** A run that did not succeed is a failure with all there is to see of it. */
export function orFail(view: ExecutionView): Output {
  const data = toOutput(view);
  if (data.status === 'completed' || isOpen(data.status)) return data;
  const code = { timed_out: 'TIMEOUT', cancelled: 'CANCELLED', denied: 'PERMISSION_DENIED' } as const;
  throw new ToolError(
    code[data.status as keyof typeof code] ?? 'EXEC_FAILED',
    `${data.name} (${data.executionId}): ${data.error ?? data.status}`,
    { data },
  );
}

export function executionText(data: Output): string {
  const lines = data.steps.map(
    ({ stepId, status, exitCode, error, reason, text, approvalId }) =>
      `- ${stepId}: ${status}${status === 'pending_confirm' && approvalId !== undefined ? ` (approval ${approvalId})` : ''}${exitCode == null || exitCode === 0 ? '' : ` (exit code ${exitCode})`}${reason === undefined ? '' : `, ${reason}`}${error === undefined ? '' : `: ${error.message}`}${status === 'failed' && text !== undefined ? `\n${text.trimEnd()}` : ''}`,
  );
  const outputs = data.outputs === undefined ? [] : [`Outputs: ${JSON.stringify(data.outputs)}`];
  const next = isOpen(data.status) ? ['It goes on: follow it with get_execution_status.'] : [];
  return [
    `${data.name}: ${data.status}${data.error === undefined ? '' : `. ${data.error}`} (${data.executionId})`,
    ...lines,
    ...outputs,
    ...next,
  ].join('\n');
}
