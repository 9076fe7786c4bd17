import { kindOf, type StepSpec } from '../../core/workflow/step.ts';

/** The values a step hands on; undefined where only the workflow that it runs can tell. */
export function outputNames(step: StepSpec): readonly string[] | undefined {
  switch (kindOf(step)) {
    case 'workflow':
      return undefined;
    case 'wait':
      return step.wait?.event === undefined ? [] : ['event'];
    case 'approval':
      return [];
    default:
      return Object.keys(step.outputs ?? {});
  }
}
