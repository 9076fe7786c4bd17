import { inRounds } from '../harness/in-rounds.ts';
import { cpuMs } from '../harness/process-usage.ts';
import { median } from '../harness/statistics.ts';
import { show } from '../report.ts';

/** A running server and one call of it. */
export interface Contender {
  /** The processes that serve the call, by role. */
  readonly pids: Readonly<Record<string, number>>;
  readonly call: () => Promise<unknown>;
}

/** CPU µs per call, by role. */
export type Usage = Readonly<Record<string, number>>;

interface LoadOptions {
  readonly rounds: number;
  readonly calls: number;
  readonly warmUpCalls: number;
}

/** The CPU one call costs all processes that serve it; calls are made one after the other, as an agent does. */
export async function cpuPerCall<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  { rounds, calls, warmUpCalls }: LoadOptions,
): Promise<Record<Name, Usage>> {
  for (const { call } of Object.values<Contender>(contenders)) await repeat(warmUpCalls, call);
  const samples = await inRounds(
    rounds,
    mapValues(contenders, (contender) => () => sample(contender, calls)),
  );
  return mapValues(samples, (usages) =>
    mapValues(usages[0] ?? {}, (_, role) => median(usages.map((usage) => usage[role] ?? Number.NaN))),
  );
}

async function sample({ pids, call }: Contender, calls: number): Promise<Usage> {
  const before = mapValues(pids, cpuMs);
  await repeat(calls, call);
  return mapValues(pids, (pid, role) => ((cpuMs(pid) - (before[role] ?? 0)) * 1000) / calls);
}

async function repeat(times: number, act: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i++) await act();
}

export const total = (usage: Usage): number => Object.values(usage).reduce((sum, value) => sum + value, 0);

/** `180 (pipe 60 + host 120)` where more than one process serves. */
export function showUsage(usage: Usage): string {
  const parts = Object.entries(usage).map(([role, value]) => `${role} ${show(value)}`);
  return parts.length === 1 ? show(total(usage)) : `${show(total(usage))} (${parts.join(' + ')})`;
}

function mapValues<Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  change: (value: From, key: Key) => To,
): Record<Key, To> {
  // Sound: Object.entries yields the keys of this very record.
  const entries = Object.entries(record) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value, key)])) as Record<Key, To>;
}
