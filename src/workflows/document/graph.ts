import type { WorkflowDocument } from '../../core/workflow/document.ts';

type Steps = Pick<WorkflowDocument, 'steps'>;

/** What each step waits for: a list in which no step says so is a plain sequence. */
export function needsOf({ steps }: Steps): ReadonlyMap<string, readonly string[]> {
  const isSequence = steps.every(({ needs }) => needs === undefined);
  return new Map(
    steps.map(({ id, needs }, index) => {
      const before = steps[index - 1];
      return [id, isSequence ? (before ? [before.id] : []) : (needs ?? [])];
    }),
  );
}

/** Steps that wait for each other, if there are any. */
export function findCycle(document: Steps): string[] | undefined {
  const needs = needsOf(document);
  const done = new Set<string>();
  const walk = (id: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    if (done.has(id)) return undefined;
    for (const need of needs.get(id) ?? []) {
      const cycle = walk(need, [...path, id]);
      if (cycle) return cycle;
    }
    done.add(id);
    return undefined;
  };
  for (const { id } of document.steps) {
    const cycle = walk(id, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/** Steps nothing waits for. */
export function lastSteps(document: Steps): string[] {
  const needed = new Set([...needsOf(document).values()].flat());
  return document.steps.map(({ id }) => id).filter((id) => !needed.has(id));
}
