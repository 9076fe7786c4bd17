import { ToolError } from '../../core/errors.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import type { WorkflowSnapshot } from '../steps/run-work.ts';

const MOST_STEPS = 1000;

/** Throws where a run would have more steps than a person could look at, with those of the workflows it runs. */
export function assertSteps(
  document: WorkflowDocument,
  findWorkflow: (id: string) => WorkflowSnapshot | undefined,
): void {
  const total = countSteps(document, findWorkflow, new Map());
  if (total <= MOST_STEPS) return;
  throw new ToolError(
    'VALIDATION',
    `${document.name} would have ${total.toLocaleString('en')} steps, with those of the workflows it runs; a run has at most ${MOST_STEPS.toLocaleString('en')}`,
    { hint: 'Split it into several runs.' },
  );
}

/** Each workflow is counted once, however often it is run. */
function countSteps(
  { steps }: WorkflowDocument,
  findWorkflow: (id: string) => WorkflowSnapshot | undefined,
  known: Map<string, number>,
): number {
  const countOf = (id: string): number => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // Workflows that run each other are refused when they are planned.
    known.set(id, 0);
    const child = findWorkflow(id);
    const count = child ? countSteps(child.document, findWorkflow, known) : 0;
    known.set(id, count);
    return count;
  };
  return steps.reduce((sum, { workflow }) => sum + 1 + (workflow === undefined ? 0 : countOf(workflow)), 0);
}
