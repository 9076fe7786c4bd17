import type { WorkflowView } from '../../core/workflow/workflows.ts';
import { writeWorkflow } from '../document/write-document.ts';
import type { Parts } from '../parts.ts';
import type { Definition } from './definitions.ts';

/** A workflow as tools and people see it. */
export function toView(definition: Definition, { stores }: Pick<Parts, 'stores'>): WorkflowView {
  const { id, name, document, projectId, version, file, enabled, hash, exposeAs } = definition;
  const { nextAt } = stores.schedules.get(id) ?? {};
  const { steps, ...rest } = document;
  return {
    workflowId: id,
    name,
    ...(document.description !== undefined && { description: document.description }),
    ...(projectId !== null && { projectId }),
    version,
    stepCount: steps.length,
    ...(file !== null && { file }),
    isEnabled: enabled?.hash === hash,
    ...(nextAt != null && { nextRunAt: new Date(nextAt).toISOString() }),
    createdAt: definition.createdAt,
    updatedAt: definition.updatedAt,
    ...(definition.lastRunAt !== null && { lastRunAt: definition.lastRunAt }),
    steps: steps.map(({ id: stepId, ...step }) => ({ stepId, ...step })),
    definition: rest,
    yaml: writeWorkflow(document),
    ...(exposeAs !== null && { exposeAs }),
  };
}
