import type { ServerResponse } from 'node:http';
import type { Scope } from '../../core/approval/scopes.ts';
import type { Host } from '../../host/create-host.ts';
import { PROMETHEUS_TYPE, prometheusText } from './prometheus.ts';

/** Where Prometheus looks, unless it is told otherwise. */
export const METRICS_PATH = '/metrics';

/** Who watches over a host needs to see nothing else of it. */
export const METRICS_SCOPES: readonly Scope[] = ['metrics:read', 'admin'];

export async function serveMetrics(host: Host, response: ServerResponse): Promise<void> {
  const text = prometheusText(await host.metrics());
  response.writeHead(200, { 'content-type': PROMETHEUS_TYPE });
  response.end(text);
}
