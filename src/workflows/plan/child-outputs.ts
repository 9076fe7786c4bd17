import { ToolError } from '../../core/errors.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import { parseCondition, pathsIn } from '../expression/condition.ts';
import { placeholdersIn } from '../expression/template.ts';
import type { WorkflowSnapshot } from '../steps/run-work.ts';

/** Throws where a value is wanted that the workflow of a step does not hand on: what follows would work with nothing. */
export function assertChildOutputs(
  document: WorkflowDocument,
  findWorkflow: (id: string) => WorkflowSnapshot | undefined,
): void {
  for (const [root, id, field, output] of pathsOf(document)) {
    if (root !== 'steps' || field !== 'outputs' || output === undefined) continue;
    const workflow = document.steps.find((step) => step.id === id)?.workflow;
    const child = workflow === undefined ? undefined : findWorkflow(workflow);
    const names = Object.keys(child?.document.outputs ?? {});
    if (!child || names.includes(output)) continue;
    throw new ToolError(
      'VALIDATION',
      `{{steps.${id}.outputs.${output}}}: the workflow ${child.document.name} has no output "${output}"`,
      { hint: names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.` },
    );
  }
}

const pathsOf = (document: WorkflowDocument): readonly (readonly string[])[] => [
  ...placeholdersIn(document).paths,
  ...document.steps.flatMap(({ when }) => (when === undefined ? [] : pathsIn(parseCondition(when)))),
];
