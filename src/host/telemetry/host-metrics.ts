import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Metric, single } from '../../core/metric.ts';
import { VERSION } from '../../core/process/version.ts';
import type { Approvals } from '../../gate/approvals/approvals.ts';
import type { Calls } from '../calls.ts';
import type { ProcessAdmin } from '../process-admin.ts';
import type { HostWorkflows } from '../workflows.ts';

/** What a host can be asked at any time. */
export interface Measured {
  readonly calls: () => Pick<Calls, 'inFlight'>;
  readonly approvals: Pick<Approvals, 'list'>;
  readonly workflows: Pick<HostWorkflows, 'openRuns'>;
  readonly processes: Pick<ProcessAdmin, 'list'>;
}

/** How things stand now. */
export async function hostMetrics(dataDir: string, measured: Measured): Promise<Metric[]> {
  const { calls, approvals, workflows } = measured;
  const processes = await measured.processes.list();
  const { heapUsed, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const gauge = (name: string, help: string, value: number, unit?: Metric['unit']): Metric => ({
    name,
    help,
    type: 'gauge',
    ...(unit && { unit }),
    points: single(value),
  });
  return [
    {
      ...gauge('toolgate.build.info', 'The program', 1),
      points: [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
    },
    gauge('toolgate.calls.in.flight', 'Calls that run or wait now', calls().inFlight),
    gauge('toolgate.approvals.waiting', 'Questions that wait for a person', approvals.list('pending').length),
    gauge('toolgate.runs.open', 'Runs that have not ended', workflows.openRuns),
    {
      ...gauge('toolgate.processes', 'Background processes that are known, by status', 0),
      points: [...Map.groupBy(processes, ({ status }) => status)].map(([status, { length }]) => ({
        labels: { status },
        value: length,
      })),
    },
    gauge('toolgate.record.size', 'The record of all calls, on disk', recordBytes(dataDir), 'By'),
    gauge('process.resident.memory', 'Memory of the host', rss, 'By'),
    gauge('nodejs.heap.used', 'Of that, what its objects take', heapUsed, 'By'),
    {
      ...gauge('process.cpu', 'Processor time of the host', (user + system) / 1e6, 's'),
      type: 'counter',
    },
    gauge('process.start.time', 'When it started, since 1970', performance.timeOrigin / 1000, 's'),
  ];
}

/** The table, what is not in it yet, and the segments beside it. */
function recordBytes(dataDir: string): number {
  const segments = join(dataDir, 'audit');
  const files = [
    ...['audit.db', 'audit.db-wal'].map((name) => join(dataDir, name)),
    ...namesIn(segments).map((name) => join(segments, name)),
  ];
  return files.reduce((bytes, file) => bytes + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** There is no such folder before the first segment. */
function namesIn(directory: string): string[] {
  return statSync(directory, { throwIfNoEntry: false }) ? readdirSync(directory) : [];
}
