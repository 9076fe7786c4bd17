import type { PlacedProblem } from '../workflows/document/parse-document.ts';

/** Checks the text of a workflow file; nothing has to run for that. */
export async function validateWorkflow(
  text: string,
): Promise<{ name: string; steps: number; problems: readonly PlacedProblem[] }> {
  const { parseWorkflow } = await import('../workflows/document/parse-document.ts');
  const { document, problems } = parseWorkflow(text);
  return { name: document?.name ?? '', steps: document?.steps.length ?? 0, problems };
}
