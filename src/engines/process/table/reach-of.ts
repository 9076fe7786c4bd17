import { sightOf } from '../../sandbox/ports/sight.ts';
import type { ProcessSpec, Reach } from '../process.ts';
import type { ProcessOwner } from '../processes.ts';
import type { ProcessTable } from './process-table.ts';

/** What children of a call find: without the ports of its agent, which lead nowhere once the host is gone. */
export function lastingReach(
  { place, tmp }: Pick<ProcessTable, 'place' | 'tmp'>,
  owner: ProcessOwner,
  { shares = [] }: Pick<ProcessSpec, 'shares'>,
): Reach {
  const { caller, sandbox, denied, access = [] } = owner;
  return {
    ...place,
    hidden: [...place.hidden, ...(denied?.places ?? [])],
    roots: caller.roots,
    access,
    shares,
    // Without a sandbox, only what nobody was asked about is kept from the real one.
    ...((sandbox !== 'none' || access.length === 0) && { tmp: tmp.of(caller.session) }),
    ...heldBack(owner),
  };
}

/** The same with those ports. */
export async function reachOf(
  table: Pick<ProcessTable, 'place' | 'tmp' | 'ports'>,
  owner: ProcessOwner,
  spec: Pick<ProcessSpec, 'shares'>,
): Promise<Reach> {
  const { caller, sandbox, access = [] } = owner;
  const reach = lastingReach(table, owner, spec);
  if (sandbox === 'none' || access.includes('network') || access.includes('host')) return reach;
  const sees = { sight: sightOf(sandbox, reach), servers: owner.servers ?? [] };
  const ownPorts = await table.ports.of(caller, sees);
  return ownPorts ? { ...reach, ownPorts } : reach;
}

/** What else was decided about what it finds, and may change. */
const heldBack = ({
  git,
  hidesSecrets = false,
  changesCaches = false,
  hasOwnTmp = false,
  onSetAside,
}: ProcessOwner) => ({
  ...git,
  ...(onSetAside && { onSetAside }),
  ...(changesCaches && { changesCaches }),
  ...(hidesSecrets && { hidesSecrets }),
  ...(hasOwnTmp && { hasOwnTmp }),
});
