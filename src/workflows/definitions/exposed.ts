import type { WorkflowStore } from '../../store/workflows.ts';
import type { Definition, Definitions } from './definitions.ts';

/** A workflow that a person offers to agents as a tool. */
export interface ExposedWorkflow {
  readonly workflowId: string;
  /** Of the tool. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, unknown>> | undefined;
}

const LONGEST_TITLE = 60;

/** The same list as long as nothing changes, so that callers can keep what they made of it. */
export function createExposed(
  definitions: Definitions,
  store: WorkflowStore,
): () => readonly ExposedWorkflow[] {
  let revision = -1;
  let list: readonly ExposedWorkflow[] = [];
  return () => {
    if (store.revision === revision) return list;
    revision = store.revision;
    const now = definitions.list().flatMap(toExposed);
    if (now.length > 0 || list.length > 0) list = now;
    return list;
  };
}

/** None where nobody offers it. */
export const toExposed = ({
  id,
  exposeAs,
  document,
}: Pick<Definition, 'id' | 'exposeAs' | 'document'>): ExposedWorkflow[] =>
  exposeAs === null
    ? []
    : [
        {
          workflowId: id,
          name: exposeAs,
          title: document.name.slice(0, LONGEST_TITLE),
          description: document.description ?? `Run the workflow "${document.name}".`,
          inputs: document.inputs,
        },
      ];
