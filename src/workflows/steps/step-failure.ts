import { ToolError } from '../../core/errors.ts';
import type { StepResult } from '../../core/workflow/execution.ts';

/** A step that failed, in words that say what to do next. */
export const failed = ({ code, message, hint }: ToolError): StepResult => ({
  status: 'failed',
  error: { code, message: hint === undefined ? message : `${message}. ${hint}` },
});

/** What the values and files of a run come to is the failure of a step or a run; anything else is a fault of ours. */
export function onlyToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  throw error;
}
