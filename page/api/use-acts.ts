import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { EventName } from '../../src/core/events.ts';
import { useLive } from '../live/use-live.ts';
import { type ActName, act, type Input, type Output } from './client.ts';

interface ReadOptions {
  /** Events that say the answer is out of date. */
  readonly refreshOn?: readonly EventName[];
  /** False: not asked for yet. */
  readonly isNeeded?: boolean;
  /** Asked again this often, where no event tells of a change. */
  readonly everyMs?: number;
}

const NO_EVENTS: readonly EventName[] = [];

/** What an act that looks answers: kept, and asked for again when an event says so. */
export function useRead<N extends ActName>(
  name: N,
  input: Input<N>,
  { refreshOn = NO_EVENTS, isNeeded = true, everyMs }: ReadOptions = {},
): UseQueryResult<Output<N>> {
  const queries = useQueryClient();
  useLive(refreshOn, () => void queries.invalidateQueries({ queryKey: [name] }));
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => act(name, input, signal),
    enabled: isNeeded,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}

/** Does an act; afterwards the named answers are asked for again. */
export function useAct<N extends ActName>(
  name: N,
  refreshes: readonly ActName[] = [],
): UseMutationResult<Output<N>, Error, Input<N>> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<N>) => act(name, input),
    onSettled: () => Promise.all(refreshes.map((one) => queries.invalidateQueries({ queryKey: [one] }))),
  });
}
