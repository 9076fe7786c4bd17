import { ToolError } from '../../core/errors.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import type { PlannedCall } from '../../core/workflow/planned-call.ts';
import type { WorkflowRow, WorkflowStore } from '../../store/workflows.ts';
import { lastSteps } from '../document/graph.ts';
import { documentFrom } from '../document/parse-document.ts';
import type { Documents, RunCaller, WorkflowSnapshot } from '../steps/run-work.ts';
import { hashOf, newId } from './workflow-id.ts';

type Data = Readonly<Record<string, unknown>>;

/** That a workflow may start by itself: who says so, and what of it they saw. */
export interface Enabled {
  readonly hash: string;
  readonly by: string;
  readonly at: string;
  readonly caller: RunCaller;
  readonly planned: Readonly<Record<string, PlannedCall>>;
  /** What the workflows that it runs said then; not known of what was enabled before this was. */
  readonly documents?: Documents;
  readonly approvalId?: string | undefined;
}

export interface Definition extends Omit<WorkflowRow, 'document' | 'enabled'> {
  readonly document: WorkflowDocument;
  readonly enabled: Enabled | null;
}

/** Workflows as they are kept. Every change is one transaction on one row; nobody else's row is touched. */
export interface Definitions {
  list(): Definition[];
  find(id: string): Definition | undefined;
  /** Throws NOT_FOUND with what there is. */
  get(id: string): Definition;
  snapshot(id: string): WorkflowSnapshot | undefined;
  create(document: WorkflowDocument, by: string, place: Place): Definition;
  change(id: string, make: (document: WorkflowDocument) => WorkflowDocument, by: string): Definition;
  enable(id: string, enabled: Enabled | null): void;
  remove(id: string): Definition;
}

interface Place {
  readonly id?: string;
  readonly projectId?: string | undefined;
  readonly file?: string;
}

export function createDefinitions(store: WorkflowStore, onChange: () => void): Definitions {
  const told = <T>(result: T): T => {
    onChange();
    return result;
  };
  const find = (id: string): Definition | undefined => {
    const row = store.get(id);
    return row && toDefinition(row);
  };
  const get = (id: string): Definition => {
    const found = find(id);
    if (found) return found;
    const known = store.list();
    const guess =
      known.find(({ name }) => name === id)?.id ??
      nearest(
        id,
        known.map((row) => row.id),
      );
    throw new ToolError('NOT_FOUND', `There is no workflow "${id}"`, {
      hint: guess === undefined ? 'list_workflows shows them.' : `Did you mean "${guess}"?`,
    });
  };
  return {
    list: () => store.list().map(toDefinition),
    find,
    get,
    snapshot: (id) => {
      const found = find(id);
      return found && { workflowId: id, version: found.version, document: found.document };
    },
    create: (document, by, { id = newId('wf'), projectId, file }) =>
      told(
        toDefinition(
          store.insert({
            id,
            name: document.name,
            document,
            hash: hashOf(document),
            by,
            projectId: projectId ?? null,
            file: file ?? null,
          }),
        ),
      ),
    // Read and written in one go: of changes that come at the same time, none is lost.
    change: (id, make, by) => {
      const document = make(get(id).document);
      return told(
        toDefinition(store.update(id, { name: document.name, document, hash: hashOf(document), by })),
      );
    },
    enable: (id, enabled) => store.setEnabled(id, enabled),
    remove: (id) => {
      const found = get(id);
      store.remove(id);
      return told(found);
    },
  };
}

// Sound: what is kept was checked when it was stored.
const toDefinition = (row: WorkflowRow): Definition => ({
  ...row,
  document: row.document as WorkflowDocument,
  enabled: row.enabled as Enabled | null,
});

/** A document with some fields changed; null takes a field away. */
export function changedDocument(document: WorkflowDocument, change: Data): WorkflowDocument {
  const merged: Record<string, unknown> = { ...document };
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue;
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  return documentFrom(merged);
}

/** A step more, at its place in a sequence; in a graph it comes last unless it says what it needs. */
export function withStep(
  document: WorkflowDocument,
  step: Data,
  order: number | undefined,
): WorkflowDocument {
  const isGraph = document.steps.some(({ needs }) => needs !== undefined);
  const linked = isGraph && step.needs === undefined ? { ...step, needs: lastSteps(document) } : step;
  const at = order === undefined ? document.steps.length : Math.min(order, document.steps.length);
  const steps = [...document.steps.slice(0, at), linked, ...document.steps.slice(at)];
  return documentFrom({ ...document, steps });
}

/** A step less; what needed it needs what it needed. */
export function withoutStep(document: WorkflowDocument, stepId: string): WorkflowDocument {
  const gone = document.steps.find(({ id }) => id === stepId);
  if (!gone)
    throw new ToolError('NOT_FOUND', `The workflow has no step "${stepId}"`, {
      hint: `It has: ${document.steps.map(({ id }) => id).join(', ')}`,
    });
  const steps = document.steps
    .filter(({ id }) => id !== stepId)
    .map((step) =>
      step.needs?.includes(stepId)
        ? {
            ...step,
            needs: [
              ...new Set(step.needs.flatMap((need) => (need === stepId ? (gone.needs ?? []) : [need]))),
            ],
          }
        : step,
    );
  return documentFrom({ ...document, steps });
}
