import type { OpenRun, RunStore } from '../../store/runs.ts';
import type { RunStart } from './run-port.ts';

/** Whether a queued run may begin beside those that have: runs with the same key count together. */
export function admits(row: OpenRun, begun: readonly OpenRun[]): boolean {
  if (row.concurrencyKey === null) return true;
  const together = begun.filter(({ concurrencyKey }) => concurrencyKey === row.concurrencyKey);
  return together.length < (row.concurrencyLimit ?? 1);
}

/** Before one more run with a key is queued; answers why it is left out, if it is. */
export async function makeRoom(
  store: RunStore,
  { key, limit, onConflict }: NonNullable<RunStart['concurrency']>,
  cancel: (id: string) => Promise<boolean>,
): Promise<string | undefined> {
  if (onConflict === 'queue') return undefined;
  const open = store.open().filter((row) => row.concurrencyKey === key && row.cancelAt === null);
  if (open.length < limit) return undefined;
  if (onConflict === 'skip')
    return open.length === 1
      ? 'Left out: another run with the same key still goes on'
      : `Left out: ${open.length} other runs with the same key still go on`;
  for (const { id } of open.slice(0, open.length - limit + 1)) await cancel(id);
  return undefined;
}
