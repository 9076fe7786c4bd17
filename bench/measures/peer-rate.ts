import { inRounds } from '../harness/in-rounds.ts';
import { keepInFlight } from '../harness/keep-in-flight.ts';
import type { Rival } from '../harness/rivals.ts';
import type { StdioClient } from '../harness/stdio-client.ts';

const IN_FLIGHT = 64;

/** Reads of 4 KB a second with 64 of them in flight, by server; each round lasts as long as given. */
export async function measureRates(
  rivals: Readonly<Record<string, Rival>>,
  clients: Readonly<Record<string, StdioClient>>,
  { rounds, durationMs }: { rounds: number; durationMs: number },
): Promise<Readonly<Record<string, readonly number[]>>> {
  const contenders: Record<string, () => Promise<number>> = {};
  for (const [name, { works }] of Object.entries(rivals)) {
    const [read, client] = [works['read 4 KB'], clients[name]];
    if (read && client) contenders[name] = () => rateOf(() => read(client), durationMs);
  }
  await inRounds(1, contenders);
  return inRounds(rounds, contenders);
}

async function rateOf(act: () => Promise<unknown>, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  await keepInFlight(
    IN_FLIGHT,
    () => performance.now() - startedAt < durationMs,
    async () => {
      await act();
      count++;
    },
  );
  return (count * 1000) / (performance.now() - startedAt);
}
