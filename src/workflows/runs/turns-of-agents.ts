/** What waits for a place, and for which agent. */
export interface Waiting {
  readonly agent: string;
  /** Lower is older. */
  readonly order: number;
}

/** Places for each agent, and a larger number for all of them together. */
export interface Places {
  readonly perAgent: number;
  readonly inAll: number;
}

/**
 * Who gets the next place: the agent that holds fewest, and of its own the oldest. So runs of one agent come to an end
 * one after another, and none of them keeps another agent waiting.
 */
export function nextInTurn<T extends Waiting>(
  waiting: readonly T[],
  holders: Iterable<string>,
  { perAgent, inAll }: Places,
): T | undefined {
  const held = new Map<string, number>();
  let taken = 0;
  for (const agent of holders) {
    held.set(agent, (held.get(agent) ?? 0) + 1);
    taken++;
  }
  if (taken >= inAll) return undefined;
  const heldBy = ({ agent }: T): number => held.get(agent) ?? 0;
  return waiting
    .filter((one) => heldBy(one) < perAgent)
    .reduce<T | undefined>((best, one) => {
      if (!best) return one;
      const difference = heldBy(one) - heldBy(best) || one.order - best.order;
      return difference < 0 ? one : best;
    }, undefined);
}
