import type { WorkflowDocument } from '../../core/workflow/document.ts';
import type { Step } from '../../core/workflow/step.ts';

/** The webhook of the workflow itself, as a step: it is shown and sent like any other. */
export const notifyStep = ({ webhookId, payload }: NonNullable<WorkflowDocument['notify']>): Step => ({
  id: 'notify',
  name: 'Notify',
  webhook: webhookId,
  payload: payload ?? DEFAULT_PAYLOAD,
});

const DEFAULT_PAYLOAD = {
  executionId: '{{run.id}}',
  workflow: '{{run.name}}',
  status: '{{run.status}}',
  error: '{{run.error}}',
  durationMs: '{{run.durationMs}}',
};
