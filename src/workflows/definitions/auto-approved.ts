import type { Parts } from '../parts.ts';

type Kept = Pick<Parts, 'actions' | 'definitions' | 'stores'>;

/**
 * Whether people let this action run unasked, as it is now: their word about one action is about what it did then, with
 * the scripts and program files behind it. `shown` is the digest of that; where it could not be known when they said so,
 * they are asked once more: an agent chooses where an action without a project runs, and what is there.
 */
export function isAutoApproved(id: string, shown: string, { actions, definitions, stores }: Kept): boolean {
  const action = stores.actions.get(id);
  if (!action || actions.permissionOf(action) !== 'auto_approve') return false;
  const word = stores.actions.permissions().find(({ subject }) => subject === id);
  if (!word) return true;
  if (action.updatedAt > word.setAt) return false;
  const workflows =
    action.type === 'workflow' ? reachedFrom(String(action.config.workflowId), definitions) : [];
  if (!workflows.every((workflow) => workflow !== undefined && workflow.updatedAt <= word.setAt))
    return false;
  if (action.type === 'webhook') return true;
  return word.seen === shown;
}

/** What a person saw of an action and allowed is what their word about it covers from now on, if it covered nothing yet. */
export function bindToSeen(id: string, shown: string, store: Kept['stores']['actions']): void {
  if (runsUnasked(id, store)) store.bindPermission(id, shown);
}

/** Whether a person said so of this very action. */
export const runsUnasked = (id: string, store: Kept['stores']['actions']): boolean =>
  store.permissions().some(({ subject, level }) => subject === id && level === 'auto_approve');

/** A workflow and all that it runs; undefined for one that is not there. */
function reachedFrom(id: string, { find }: Kept['definitions']): ReturnType<typeof find>[] {
  const reached = new Map<string, ReturnType<typeof find>>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    const found = find(next);
    reached.set(next, found);
    open.push(...(found?.document.steps ?? []).flatMap(({ workflow }) => workflow ?? []));
  }
  return [...reached.values()];
}
