import type { Caller } from '../../core/call/caller.ts';
import { isPerson, ownerOf, seesAll } from '../../core/call/owner.ts';
import { isInside } from '../../core/path/paths.ts';
import type { WorkRequest } from '../../core/workflow/work-request.ts';
import type { RunStore } from '../../store/runs.ts';
import { createActions } from '../definitions/actions.ts';
import { createDefinitions } from '../definitions/definitions.ts';
import type { Parts } from '../parts.ts';
import { createTemplates } from '../templates/templates.ts';

export interface Owner {
  readonly name: string;
  readonly seesAll: boolean;
  readonly roots: readonly string[];
  /** The workflow that a person offers to every agent as a tool, and this call is a call of. */
  readonly offered?: string | undefined;
}

export const ownerFor = (caller: Caller, request?: WorkRequest): Owner => ({
  name: ownerOf(caller),
  seesAll: caller.isAdmin === true || seesAll(ownerOf(caller)),
  roots: caller.roots,
  ...(request?.kind === 'run-workflow' && request.isOffered && { offered: request.workflowId }),
});

/**
 * The parts as one principal sees them: what others made is not there, for no verb. A file of a repository is there for
 * those who can reach it; the user of this machine sees what everybody made.
 */
export function ownParts(owner: Owner, parts: Parts): Parts {
  const { services, stores } = parts;
  // What people make themselves they make for their agents.
  const isOwn = ({ createdBy }: Made): boolean =>
    owner.seesAll || createdBy === owner.name || isPerson(createdBy);
  const offered = owner.offered === undefined ? undefined : stores.workflows.get(owner.offered);
  // It runs others as the one who made it can; theirs are what the person saw who offers it.
  const maker = offered?.exposeAs == null ? undefined : offered.createdBy;
  const isOffered = ({ createdBy }: Made): boolean =>
    maker !== undefined && (createdBy === maker || seesAll(maker));
  const isReached = (one: Made & { readonly file: string | null }): boolean =>
    one.file === null ? isOwn(one) || isOffered(one) : isInside(one.file, owner.roots);
  const workflows = { ...stores.workflows, ...only(stores.workflows, isReached) };
  const templates = stores.templates.list;
  return {
    ...parts,
    definitions: createDefinitions(workflows, () => services.changed('resources')),
    actions: createActions({ ...stores.actions, ...only(stores.actions, isOwn) }),
    templates: createTemplates({ ...stores.templates, list: () => templates().filter(isOwn) }),
    stores: { ...stores, runs: ownRuns(stores.runs, owner) },
  };
}

interface Made {
  readonly createdBy: string;
}

const only = <Row>(
  { list, get }: { list(): Row[]; get(id: string): Row | undefined },
  isSeen: (row: Row) => boolean,
) => ({
  list: () => list().filter(isSeen),
  get: (id: string): Row | undefined => {
    const row = get(id);
    return row && isSeen(row) ? row : undefined;
  },
});

/** Those of the principal, in the directories that are open to it. */
const ownRuns = (all: RunStore, { name, roots, ...owner }: Owner): RunStore => {
  const startedBy = owner.seesAll ? undefined : name;
  return {
    ...all,
    get: (id) => all.list({ ids: [id], startedBy, roots, limit: 1 })[0],
    list: (filter) => all.list({ ...filter, startedBy, roots }),
  };
};
