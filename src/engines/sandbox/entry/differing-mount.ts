import { type Mount, placeOf } from './mount-table.ts';
import type { PlannedMount } from './planned-mounts.ts';

/**
 * Where the first mount is that was not planned so; undefined if all are. Bubblewrap is told paths, and follows them
 * when it gets there: a program that exchanges directories for links meanwhile could bring anything into sight.
 */
export function differingMount(
  planned: readonly PlannedMount[],
  { made, ours }: { readonly made: readonly Mount[]; readonly ours: readonly Mount[] },
): string | undefined {
  const wanted = planned.map((mount) => ({ ...mount, place: mount.from && placeOf(mount.from, ours) }));
  const [wantedAt, madeAt] = [Map.groupBy(wanted, ({ to }) => to), Map.groupBy(made, ({ to }) => to)];
  const isMade = ({ from, place }: (typeof wanted)[number], one: Mount): boolean =>
    from === undefined || isSame(place || undefined, one);
  const missing = wanted.find(
    (mount) => !mount.isOptional && !madeAt.get(mount.to)?.some((one) => isMade(mount, one)),
  );
  const stranger = made.find(
    (one) =>
      one.to !== '/' &&
      !wantedAt.get(one.to)?.some((mount) => isMade(mount, one)) &&
      !planned.some((mount) => comesAlong(one, mount, ours)),
  );
  return stranger?.to ?? missing?.to;
}

const isSame = (place: Pick<Mount, 'device' | 'root'> | undefined, one: Mount): boolean =>
  place?.device === one.device && place.root === one.root;

/** What bubblewrap makes by itself in file systems of devices and processes. */
const MADE_THERE =
  /^\/(null|zero|full|random|urandom|tty|console|pts|ptmx|shm|mqueue|sys|sysrq-trigger|irq|bus)$/;

/** A mount inside of what is shown is shown with it. */
function comesAlong(one: Mount, { from, to, isSystem }: PlannedMount, ours: readonly Mount[]): boolean {
  const rest = one.to.slice(to === '/' ? 0 : to.length);
  if (!one.to.startsWith(to) || !rest.startsWith('/')) return false;
  if (isSystem) return MADE_THERE.test(rest);
  const source = `${from === '/' ? '' : from}${rest}`;
  return from !== undefined && ours.some((mount) => mount.to === source && isSame(mount, one));
}
