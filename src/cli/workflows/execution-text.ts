import { visibleLine } from '../../core/text/visible.ts';
import type { ExecutionView } from '../../core/workflow/workflows.ts';

/** A run in one line. */
export const executionLine = ({
  executionId,
  status,
  name,
  trigger,
  startedBy,
  createdAt,
  durationMs,
}: ExecutionView): string =>
  [
    executionId,
    status.padEnd(15),
    name,
    `(${trigger} by ${startedBy}, ${createdAt}${durationMs === undefined ? '' : `, ${durationMs} ms`})`,
  ].join('  ');

/** A run with its steps. */
export const executionText = (run: ExecutionView): string =>
  [
    visibleLine(executionLine(run)),
    ...run.steps.map(({ stepId, status, exitCode, attempts, error, reason }) =>
      visibleLine(
        `  ${stepId.padEnd(24)} ${status}${exitCode == null ? '' : `, exit code ${exitCode}`}${attempts > 1 ? `, ${attempts} attempts` : ''}${reason === undefined ? '' : `: ${reason}`}${error === undefined ? '' : `: ${error.message}`}`,
      ),
    ),
    ...(run.error === undefined ? [] : [run.error]),
    ...(run.outputs === undefined ? [] : [`outputs: ${JSON.stringify(run.outputs)}`]),
  ].join('\n');
