import { inRounds } from '../harness/in-rounds.ts';
import { cpuMs } from '../harness/process-usage.ts';
import { best, median } from '../harness/statistics.ts';
import { show } from '../report.ts';

/** A running server and one call of it. */
export interface Contender {
  /** The processes that serve the call, by role. */
  readonly pids: Readonly<Record<string, number>>;
  readonly call: () => Promise<unknown>;
}

/** All servers of a measurement, just started. */
export interface Started {
  readonly contenders: Readonly<Record<string, Contender>>;
  close(): Promise<void>;
}

export interface LoadOptions {
  /** How often the servers are started anew: two processes of one program differ by up to a third. */
  readonly generations: number;
  /** In each generation. */
  readonly rounds: number;
  readonly calls: number;
  readonly warmUpCalls: number;
}

/** CPU µs per call. */
export interface CallCpu {
  readonly median: number;
  readonly best: number;
  /** Medians by role. */
  readonly roles: Readonly<Record<string, number>>;
}

/** The CPU one call costs all processes that serve it; calls are made one after the other, as an agent does. */
export async function cpuPerCall(
  start: () => Promise<Started>,
  { generations, rounds, calls, warmUpCalls }: LoadOptions,
): Promise<(name: string) => CallCpu> {
  const all = new Map<string, Usage[]>();
  for (let generation = 0; generation < generations; generation++) {
    const { contenders, close } = await start();
    for (const { call } of Object.values(contenders)) await repeat(warmUpCalls, call);
    const samples = await inRounds(
      rounds,
      mapValues(contenders, (contender) => () => sample(contender, calls)),
    );
    for (const [name, usages] of Object.entries(samples))
      all.set(name, [...(all.get(name) ?? []), ...usages]);
    await close();
  }
  return (name) => summarise(all.get(name) ?? []);
}

type Usage = Readonly<Record<string, number>>;

async function sample({ pids, call }: Contender, calls: number): Promise<Usage> {
  const before = mapValues(pids, cpuMs);
  await repeat(calls, call);
  return mapValues(pids, (pid, role) => ((cpuMs(pid) - (before[role] ?? 0)) * 1000) / calls);
}

function summarise(usages: readonly Usage[]): CallCpu {
  const totals = usages.map((usage) => Object.values(usage).reduce((sum, value) => sum + value, 0));
  const roles = mapValues(usages[0] ?? {}, (_, role) => median(usages.map((usage) => usage[role] ?? 0)));
  return { median: median(totals), best: best(totals), roles };
}

/** `180, best 150 (pipe 60 + host 120)` where more than one process serves. */
export function showCpu({ median: middle, best: least, roles }: CallCpu): string {
  const parts = Object.entries(roles).map(([role, value]) => `${role} ${show(value)}`);
  return `${show(middle)}, best ${show(least)}${parts.length > 1 ? ` (${parts.join(' + ')})` : ''}`;
}

export const describeLoad = ({ generations, rounds, calls }: LoadOptions): string =>
  `${calls} calls in each of ${generations * rounds} rounds, the servers started anew ${generations} times`;

async function repeat(times: number, act: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i++) await act();
}

const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
