import type { GraphStep } from '../graph.tsx';
import type { Content, StepContent } from './use-document.ts';

/** The steps a document has so far, as far as they can be read. */
export function stepList(content: Content | null): readonly StepContent[] {
  const steps = content?.steps;
  return Array.isArray(steps)
    ? steps.filter((step) => typeof step === 'object' && step !== null && !Array.isArray(step))
    : [];
}

export const stepsOf = (content: Content | null): GraphStep[] =>
  stepList(content).map((step, at) => {
    const id = typeof step.id === 'string' ? step.id : `step-${at + 1}`;
    return {
      id,
      name: typeof step.name === 'string' ? step.name : id,
      needs: Array.isArray(step.needs) ? step.needs.map(String) : undefined,
    };
  });
